/// The type of an attribute's value.
///
/// In the types that allow a path, `{…}` is the path of a property.
public indirect enum MarkupType: Equatable, Sendable {
  /// Words, with `{path}` and `{path:format}` in them. `{{` and `}}` are literal braces.
  case text
  /// `true`, `false`, or a ``MarkupCondition``.
  case bool
  case number(ClosedRange<Double> = -10_000...10_000)
  case integer
  /// Cells, a percentage of the parent (`50%`), or one of ``MarkupLength/keywords``.
  case length
  /// A color name of the terminal's palette, or `#rrggbb`.
  case color
  /// One of several words, each with its Swift value.
  case keyword([MarkupKeyword])
  /// The name of an event, with or without arguments. `valueCount` is the number of values that the
  /// widget adds after the arguments.
  case event(valueCount: Int)
  /// A path without other text: `{items}`.
  case path
  /// A path to a value that is read and written: `{$draft}`.
  case binding
  /// Text with paths, or a path with `$` to read and write.
  case textOrBinding
  /// A name in the file, such as a field or a loop's variable.
  case name
  /// Names, separated by spaces.
  case names
  /// A Swift type, verbatim.
  case swiftType
  /// A Swift expression, such as a default value.
  case swiftValue

  /// Makes the type of one of several words, which are separated by spaces. `word=name` gives a
  /// word another name in Swift.
  static func words(_ text: String, prefix: String = ".") -> MarkupType {
    .keyword(
      text.words.map { word in
        let names = word.split(separator: "=")
        return MarkupKeyword(word: String(names[0]), swift: prefix + names[names.count - 1])
      })
  }

  /// The number of values that the widget adds to the arguments of an event.
  var valueCount: Int { if case .event(let valueCount) = self { valueCount } else { 0 } }

  /// The name of the type in messages and in the reference.
  public var title: String {
    switch self {
    case .text: "text"
    case .bool: "true, false or a condition"
    case .number(let range):
      range.lowerBound < 0
        ? "a number" : "a number from \(range.lowerBound.short) to \(range.upperBound.short)"
    case .integer: "a whole number"
    case .length: "a length: 10, 50%, \(MarkupLength.keywords.joined(separator: ", "))"
    case .color: "a color: \(MarkupColor.names.joined(separator: ", ")) or #rrggbb"
    case .keyword(let words): "one of \(words.map(\.word).joined(separator: ", "))"
    case .event: "the name of an event, as save or remove(item.id)"
    case .path: "a path in braces, as {items}"
    case .binding: "a path to something that can be set, as {$draft}"
    case .textOrBinding: "text, or a path to something that can be set, as {$draft}"
    case .name: "a name"
    case .names: "names, separated by spaces"
    case .swiftType: "a type of Swift"
    case .swiftValue: "a value of Swift"
    }
  }
}

/// A word of markup, and its Swift value.
public struct MarkupKeyword: Equatable, Sendable {
  public let word: String
  public let swift: String
}
