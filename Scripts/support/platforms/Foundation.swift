// The part of Foundation that Millrace uses: only to type-check, see check_platforms.py.
#if canImport(Darwin)
  @_exported import Darwin
  @_exported import Dispatch
#endif

public struct Data:
  RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Hashable, Codable, Sendable
{
  public var bytes: [UInt8] = []
  public init() {}
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  public var startIndex: Int { 0 }
  public var endIndex: Int { bytes.count }
  public subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set { bytes[index] = newValue }
  }
  public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<UInt8>) {}
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { try bytes.withUnsafeBytes(body) }
  public init?(base64Encoded: String) { nil }
  public func base64EncodedString() -> String { "" }
}
public struct Date: Hashable, Comparable, Codable, Sendable {
  public init() {}
  public init(timeIntervalSince1970: Double) {}
  public init(timeIntervalSinceReferenceDate: Double) {}
  public var timeIntervalSince1970: Double { 0 }
  public var timeIntervalSinceReferenceDate: Double { 0 }
  public static var now: Date { Date() }
  public static func < (left: Date, right: Date) -> Bool { false }
  public func addingTimeInterval(_ interval: Double) -> Date { self }
  public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
  public struct ISO8601FormatStyle: Sendable {
    public static var iso8601: Self { Self() }
    public init(includingFractionalSeconds: Bool = false) {}
    public func parse(_ text: String) throws -> Date { Date() }
    public func format(_ date: Date) -> String { "" }
  }
}
public protocol DecodableWithConfiguration {
  associatedtype DecodingConfiguration
  init(from decoder: any Decoder, configuration: DecodingConfiguration) throws
}
open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = Self(rawValue: 1)
    public static let prettyPrinted = Self(rawValue: 2)
    public static let withoutEscapingSlashes = Self(rawValue: 4)
  }
  public enum DateEncodingStrategy {
    case iso8601, custom(@Sendable (Date, any Encoder) throws -> Void)
  }
  public enum NonConformingFloatEncodingStrategy {
    case `throw`, convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  public var outputFormatting: OutputFormatting = []
  public var dateEncodingStrategy = DateEncodingStrategy.iso8601
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public func encode(_ value: some Encodable) throws -> Data { Data() }
}
open class JSONDecoder: @unchecked Sendable {
  public enum NonConformingFloatDecodingStrategy {
    case `throw`, convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum DateDecodingStrategy { case iso8601, custom(@Sendable (any Decoder) throws -> Date) }
  public init() {}
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  public var dateDecodingStrategy = DateDecodingStrategy.iso8601
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T { fatalError() }
}
public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { [:] }
  public var processIdentifier: Int32 { 0 }
  public var arguments: [String] { [] }
}
public struct UUID: Hashable, Sendable {
  public init() {}
  public var uuidString: String { "" }
}
public final class FileManager {
  public static var `default`: FileManager { fatalError() }
  public var temporaryDirectory: URL { URL() }
  public var homeDirectoryForCurrentUser: URL { URL() }
  public var currentDirectoryPath: String { "" }
}
public struct URL: Hashable, Sendable {
  public var path: String { "" }
  public func appending(path: String) -> URL { self }
}
extension String {
  public var capitalized: String { self }
  public struct Encoding: Sendable { public static let utf8 = Encoding() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self.init() }
  public func write(toFile path: String, atomically: Bool, encoding: Encoding) throws {}
}
