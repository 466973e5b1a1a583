// The Swift declarations of Apple's overlay of the C library that Millrace uses: see darwin.h.
@_exported import CDarwin

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
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
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var TIOCSTI: UInt { 0x8001_7472 }
public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { nil }
@discardableResult public func signal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? { nil }
nonisolated(unsafe) public var stdout: UnsafeMutablePointer<FILE>! = nil
nonisolated(unsafe) public var stderr: UnsafeMutablePointer<FILE>! = nil
nonisolated(unsafe) public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! = nil
public func _NSGetEnviron() -> UnsafeMutablePointer<
  UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
>! { nil }
