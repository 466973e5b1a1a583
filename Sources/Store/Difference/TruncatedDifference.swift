/// Two values whose texts differ only past the length at which they are cut, from shortly before the
/// place where they differ.
struct TruncatedDifference {
  /// So much is shown of what the two have in common.
  private static let context = 20

  let before: String
  let after: String

  /// - Parameter length: How long each text may be.
  /// - Returns: Nil if the whole texts are the same, too.
  /// - Complexity: O(*n*) in the length of the texts.
  init?<Value>(_ old: Value, _ new: Value, length: Int) {
    let (old, new) = (logText(old, limit: .max), logText(new, limit: .max))
    if old == new { return nil }
    let common = zip(old, new).prefix { $0 == $1 }.count
    func part(_ text: String) -> String {
      let rest = text.dropFirst(max(0, common - Self.context))
      return "…" + (rest.count > length ? rest.prefix(length) + "…" : rest)
    }
    before = part(old)
    after = part(new)
  }
}
