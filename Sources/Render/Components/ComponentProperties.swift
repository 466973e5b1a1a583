/// The reference that a property wrapper (`@Local`, `@Environment`, `@Handler`) shares with the
/// component's instance.
class PropertyLink {
  /// Connects the property of a new component value to the state that the instance keeps for it.
  /// - Parameter kept: the result of the call for the previous value; nil at first.
  @MainActor func attach(to instance: Instance, kept: AnyObject?, in renderer: Renderer)
    -> AnyObject?
  { nil }

  /// Called instead of `attach` if the new value equals the old one, which stays in use.
  @MainActor func adopt(_ newer: PropertyLink) {}

  /// Called when the component disappears.
  @MainActor func detach(from instance: Instance, kept: AnyObject?) {}

  /// Whether the link reads the environment value of the key.
  func reads(_ key: EnvironmentKey) -> Bool { false }

  /// The value, for inspection.
  @MainActor var shown: Any? { nil }

  /// The value of local state that a tool can encode and decode; nil for other properties.
  @MainActor var editable: (any Encodable)? { nil }

  /// Decodes a value of local state, if `decode` has one.
  /// - Returns: A function that sets the value; nil if there is no value, or if it does not have
  ///   the type of the state.
  @MainActor func change(
    _ decode: (any Decodable.Type) throws -> Any?
  ) throws -> (@MainActor () -> Void)? { nil }
}

/// A property wrapper whose only stored property is its link.
protocol ComponentProperty {
  var link: PropertyLink { get }
}

/// The locations of the property wrappers in values of one component type.
enum ComponentProperties {
  case none
  /// Offsets in bytes.
  case offsets([Int])
  /// The offsets are ambiguous: each value is read by reflection.
  case reflected

  /// Reflects one value, and searches its words for the address of each wrapper's link. Every link
  /// is a distinct object.
  init(_ box: ComponentBox) {
    let links = Self.reflect(box)
    guard !links.isEmpty else {
      self = .none
      return
    }
    let offsets = box.withBytes { bytes in
      links.map { link in
        let address = UInt(bitPattern: ObjectIdentifier(link))
        return stride(from: 0, through: bytes.count - MemoryLayout<UInt>.size, by: 8).filter {
          bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self) == address
        }
      }
    }
    // The bytes of a nil optional are arbitrary and may equal a link's address: only a unique match
    // is reliable.
    let found = offsets.compactMap { $0.count == 1 ? $0[0] : nil }
    self = found.count == links.count ? .offsets(found) : .reflected
  }

  /// The links of a value of this type, in the order of the properties.
  func links(of box: ComponentBox) -> [PropertyLink] {
    switch self {
    case .none: []
    case .reflected: Self.reflect(box)
    case .offsets(let offsets):
      box.withBytes { bytes in
        offsets.map { offset in
          // A stored property has the same offset in every value of a type, and the first value had
          // a link at this offset, found by its address. The reference to the link is the wrapper's
          // only field, and the value retains the link.
          Unmanaged<PropertyLink>.fromOpaque(
            bytes.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
          ).takeUnretainedValue()
        }
      }
    }
  }

  private static func reflect(_ box: ComponentBox) -> [PropertyLink] {
    box.mirror.children.compactMap { child in
      // Wrapped properties are stored with a leading underscore. The check comes first because the
      // first cast of each type searches the conformances of all modules.
      guard child.label?.utf8.first == UInt8(ascii: "_") else { return nil }
      return (child.value as? any ComponentProperty)?.link
    }
  }
}
