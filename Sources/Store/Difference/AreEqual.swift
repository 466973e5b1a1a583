/// Whether two values are equal; nil if their type has no equality.
package func areEqual<Value>(_ old: Value, _ new: Value) -> Bool? {
  func compare<Known: Equatable>(_ old: Known) -> Bool { (new as? Known) == old }
  guard let old = old as? any Equatable else { return nil }
  return compare(old)
}
