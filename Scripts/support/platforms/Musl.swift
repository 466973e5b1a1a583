// The declarations of Swift's overlay of musl that Millrace uses: see musl.h.
@_exported import CMusl

public var errno: Int32 {
  get { __errno_location().pointee }
  set { __errno_location().pointee = newValue }
}
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func ioctl(_ file: Int32, _ request: UInt, _ value: Int32) -> Int32 { 0 }
public func ioctl(_ file: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ file: Int32, _ request: UInt) -> Int32 { 0 }
public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { nil }
@discardableResult public func signal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? { nil }
nonisolated(unsafe) public var stdout: OpaquePointer! = nil
nonisolated(unsafe) public var stderr: OpaquePointer! = nil
nonisolated(unsafe) public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! = nil
