/// What the wrapper of a component's property shares with the instance on the screen: `@Local`,
/// `@Environment`, `@Handler`.
class PropertyLink {
  /// Joins the property of a new value of the component to what the instance keeps for it.
  /// - Parameter kept: what this returned for the value before; nil at first.
  @MainActor func attach(to instance: Instance, kept: AnyObject?, in renderer: Renderer)
    -> AnyObject?
  { nil }

  /// Called instead, where the new value is equal to the old one, which stays.
  @MainActor func adopt(_ newer: PropertyLink) {}

  /// Called when the component disappears.
  @MainActor func detach(from instance: Instance, kept: AnyObject?) {}

  /// Whether it reads a value of the environment.
  func reads(_ key: EnvironmentKey) -> Bool { false }

  /// The value, as text, for somebody who looks.
  @MainActor var text: String? { nil }
}

/// A property wrapper that has a link, and nothing else.
protocol ComponentProperty {
  var link: PropertyLink { get }
}

/// Where the wrappers are in the values of one component type.
enum ComponentProperties {
  case none
  /// Offsets in bytes.
  case offsets([Int])
  /// They were not found for sure: this value is looked at by reflection.
  case reflected

  /// Looks at one value by reflection, and finds each wrapper's link, an object of its own, among the
  /// words of the value.
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
    // The bytes of an optional that is nil may be anything, the address of a link as well: only a single
    // place is the property's.
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
          // A stored property stands at the same offset in every value of a type, and at this one a
          // link was found, by its address, in the first. A wrapper's only field is the reference to its
          // link, which the value holds.
          Unmanaged<PropertyLink>.fromOpaque(
            bytes.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
          ).takeUnretainedValue()
        }
      }
    }
  }

  private static func reflect(_ box: ComponentBox) -> [PropertyLink] {
    box.mirror.children.compactMap { child in
      // Wrappers are stored under such names. The first cast of each type searches the conformances of all modules.
      guard child.label?.utf8.first == UInt8(ascii: "_") else { return nil }
      return (child.value as? any ComponentProperty)?.link
    }
  }
}
