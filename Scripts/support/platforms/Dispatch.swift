// The part of Dispatch that Millrace uses, as Apple declares it: only to type-check, see check_platforms.py.
public class DispatchObject: @unchecked Sendable {
  public func activate() {}
  public func resume() {}
  public func suspend() {}
}
public final class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1)
  }
  public init(label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = []) {}
  public static var main: DispatchQueue { fatalError() }
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  @preconcurrency public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func async(execute work: DispatchWorkItem) {}
  @preconcurrency public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  public static func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
}
public final class DispatchSpecificKey<T>: @unchecked Sendable { public init() {} }
public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
public final class DispatchWorkItem: @unchecked Sendable {
  public init(flags: DispatchWorkItemFlags = [], block: @escaping @convention(block) () -> Void) {}
  public func cancel() {}
  public var isCancelled: Bool { false }
}
public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive
  }
  public static let unspecified = DispatchQoS()
  public static let userInteractive = DispatchQoS()
}
public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { DispatchTime() }
  public let uptimeNanoseconds: UInt64 = 0
  public static func < (left: DispatchTime, right: DispatchTime) -> Bool { false }
}
public enum DispatchTimeInterval: Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
public final class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}
public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@convention(block) () -> Void)?)
  func setCancelHandler(handler: (@convention(block) () -> Void)?)
  func activate()
  func resume()
  func suspend()
  func cancel()
  var isCancelled: Bool { get }
}
public protocol DispatchSourceRead: DispatchSourceProtocol {}
public protocol DispatchSourceWrite: DispatchSourceProtocol {}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}
public protocol DispatchSourceTimer: DispatchSourceProtocol {
  func schedule(
    deadline: DispatchTime, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval)
}
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {
  var data: DispatchSource.FileSystemEvent { get }
}
public class DispatchSource: DispatchObject, @unchecked Sendable {
  public struct FileSystemEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let delete = Self(rawValue: 1)
    public static let write = Self(rawValue: 2)
    public static let extend = Self(rawValue: 4)
    public static let attrib = Self(rawValue: 8)
    public static let rename = Self(rawValue: 32)
    public static let revoke = Self(rawValue: 64)
  }
  public static func makeReadSource(
    fileDescriptor: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceRead { fatalError() }
  public static func makeWriteSource(
    fileDescriptor: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceWrite { fatalError() }
  public static func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { fatalError() }
  public static func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject { fatalError() }
}
