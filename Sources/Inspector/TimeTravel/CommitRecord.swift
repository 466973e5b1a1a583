import MillraceStore

/// The recorded data of a commit: enough to replay it and to find its cause.
struct CommitRecord: Sendable {
  /// The action; nil for a replacement, whose state is a snapshot.
  var action: (any RecordedBox)?
  var reason: Replacement?
  /// When the reducer returned, in microseconds since the recording began.
  var time: Int64
  /// How long the reducer ran, in microseconds.
  var cost: Float
  /// The distance in versions to the commit that caused this one; 0 if no commit did.
  var parent: UInt32
  /// The index of the commit's call site in the table of call sites, plus one; 0 if it has none.
  var site: UInt16
  /// The number of the key or click that caused the dispatch, in the table of inputs; 0 if there is
  /// none.
  var input: UInt16
  var effect: EffectID?
  /// For a commit from a file, the number of the call site's text in the table of inputs; 0 if
  /// there is none. `effectText` is the same for the commit's effect.
  var siteText: UInt16 = 0
  var effectText: UInt16 = 0
}

/// The values to which records refer by number. A recording has few such values, and many commits
/// share one.
struct RecordedValues<Value: Hashable & Sendable>: Sendable {
  private var values: [Value] = []
  private var numbers: [Value: Int] = [:]
  private var last = 0

  /// - Returns: The value's number, from 1; 0 for nil, and if there are 10,000 other values.
  mutating func number(of value: Value?) -> Int {
    guard let value else { return 0 }
    if last > 0, values[last - 1] == value { return last }
    let known = numbers[value] ?? values.count + 1
    if known > 10_000 { return 0 }
    if known > values.count {
      values.append(value)
      numbers[value] = known
    }
    last = known
    return known
  }

  subscript(number: UInt16) -> Value? { number == 0 ? nil : values[Int(number) - 1] }
}
