/// A location in the program's source: where an action was dispatched, or an effect was made.
public struct CallSite: Sendable {
  /// The module and the file, as `#fileID` gives them.
  public let fileID: StaticString
  /// The line in that file, from 1.
  public let line: UInt
  /// The function, as `#function` gives it.
  public let function: StaticString

  /// Makes a call site; by default, the location of the call of this initializer.
  @inlinable
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.fileID = fileID
    self.line = line
    self.function = function
  }
}

extension CallSite: Hashable {
  public static func == (first: CallSite, second: CallSite) -> Bool {
    first.line == second.line && isSame(first.fileID, second.fileID)
      && isSame(first.function, second.function)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    fileID.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Compares the addresses first, because equal texts usually have the same address.
  private static func isSame(_ first: StaticString, _ second: StaticString) -> Bool {
    first.withUTF8Buffer { first in
      second.withUTF8Buffer { second in
        first.count == second.count
          && (first.baseAddress == second.baseAddress || first.elementsEqual(second))
      }
    }
  }
}

extension CallSite: CustomStringConvertible {
  /// `Module/File.swift:12 function(_:)`
  public var description: String { "\(fileID):\(line) \(function)" }
}
