/// The limits of a reader, which throws an issue when one of them is exceeded.
public struct MarkupLimits: Sendable {
  /// The largest number of bytes of the source.
  public var bytes: Int
  /// The largest depth of nested elements. Reading, checking, writing and freeing elements recurse
  /// to this depth.
  public var depth: Int
  /// The largest number of elements in the document.
  public var elements: Int
  /// The largest number of attributes of one element. The time for finding duplicates grows with
  /// the square of this limit.
  public var attributes: Int
  /// The largest number of bytes of one name, value, text or comment.
  public var length: Int
  /// The longest time for reading; nil for no limit. The reader looks at the clock at elements and
  /// attributes, at most once every 16 KB.
  public var time: Duration?

  /// The limits for a program's own files: 64 MB, 200 levels, a million elements with up to 256
  /// attributes, values of 16 MB, no time limit.
  public static let file = MarkupLimits(
    bytes: 64 << 20, depth: 200, elements: 1_000_000, attributes: 256, length: 16 << 20)

  /// The limits for untrusted documents: 1 MB, 64 levels, 20,000 elements with up to 64 attributes,
  /// values of 64 KB, one second.
  public static let untrusted = MarkupLimits(
    bytes: 1 << 20, depth: 64, elements: 20_000, attributes: 64, length: 64 << 10, time: .seconds(1)
  )
}
