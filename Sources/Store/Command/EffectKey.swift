/// A type-erased id of work. Keys of different types are never equal.
@usableFromInline
package struct EffectKey: Hashable, @unchecked Sendable {
  // Safe: the values are Sendable, and are only hashed, compared and printed.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  package init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    // `AnyHashable` treats 1 and UInt8(1) as equal.
    type = ObjectIdentifier(Swift.type(of: value))
  }

  /// A key that is equal to no other key.
  @usableFromInline static var unique: EffectKey { EffectKey(Identity()) }
}

extension EffectKey: CustomStringConvertible {
  @usableFromInline package var description: String { "\(value.base)" }
}

/// The path of work: the children that it belongs to, outermost first, and optionally its id.
struct EffectPath: Sendable {
  private enum Part: Hashable, Sendable {
    case scope(EffectKey)
    case id(EffectKey)
  }

  private let parts: [Part]
  /// The hash, computed once, because a path is looked up several times and its keys may be slow to
  /// hash.
  private let hash: Int

  init() { self.init(parts: []) }

  var isRoot: Bool { parts.isEmpty }

  /// The path of the work with an id in this path.
  func id(_ key: EffectKey) -> EffectPath { EffectPath(parts: parts + [.id(key)]) }

  /// The path of a child in this path.
  func scope(_ key: EffectKey) -> EffectPath { EffectPath(parts: parts + [.scope(key)]) }

  /// This path inside a child.
  func inside(_ key: EffectKey) -> EffectPath { EffectPath(parts: [.scope(key)] + parts) }

  /// The non-empty prefixes of this path, shortest first, including the path itself.
  var prefixes: [EffectPath] {
    parts.indices.map { EffectPath(parts: Array(parts[...$0])) }
  }

  private init(parts: [Part]) {
    self.parts = parts
    hash = parts.isEmpty ? 0 : parts.hashValue
  }
}

extension EffectPath: Hashable {
  static func == (first: EffectPath, second: EffectPath) -> Bool {
    first.hash == second.hash && first.parts == second.parts
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension EffectPath: CustomStringConvertible {
  var description: String {
    parts.map { part in
      switch part {
      case .scope(let key), .id(let key): key.description
      }
    }.joined(separator: "/")
  }
}
