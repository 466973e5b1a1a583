/// The keys of environment values and their defaults.
///
/// A key is a computed property that returns the default value. This value must be constant,
/// because components share the value that was read first:
/// ```swift
/// extension EnvironmentValues { var accent: Color { .cyan } }
/// ```
/// Components read it with `@Environment(\.accent) var accent`; `.environment(\.accent, .red)`
/// provides it to all descendants of a node.
public struct EnvironmentValues: Sendable {}

/// Reads a value from the nearest ancestor that provides it. A change renders only the components
/// that read it.
///
/// A task or an effect can outlive its component, or the row that its component showed. It then
/// reads the newest value of the same provider; after the provider disappeared, the last value.
@propertyWrapper
public struct Environment<Value>: ComponentProperty {
  /// Nil: the value is read by its type.
  fileprivate let path: KeyPath<EnvironmentValues, Value>?
  fileprivate var cell: EnvironmentCell<Value>?

  /// Reads the value of a key: `@Environment(\.theme) var theme`.
  /// - Parameter path: the key. Without a provider, the value is the key's default.
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  /// Reads a value by its type. An ancestor must provide it with `environment(_:)`; otherwise
  /// reading it ends the program, with a message that names the type.
  /// - Parameter type: the type of the value: `@Environment(Session.self) var session`.
  public init(_ type: Value.Type) { path = nil }

  @MainActor public var wrappedValue: Value {
    if let cell { return cell.value }
    guard let path else {
      fatalError(
        "@Environment(\(Value.self).self) was read where no ancestor provides one: put "
          + ".environment(value) on a node around the component")
    }
    return EnvironmentValues()[keyPath: path]
  }

  static func properties(_ name: String, at offset: Int) -> [WrappedProperty] {
    [EnvironmentProperty<Value>(name, at: offset)]
  }

  @MainActor fileprivate func cell(
    for instance: Instance, in renderer: Renderer
  ) -> EnvironmentCell<Value>? {
    let key = path.map { .path($0) } ?? EnvironmentKey.type(ObjectIdentifier(Value.self))
    let number = key.number
    if let found = instance.cell(number) { return found as? EnvironmentCell<Value> }
    return path.map { renderer.defaultCell(number, $0) }
  }
}

extension Environment: Equatable {
  /// Always true: environment values are not props.
  public static func == (first: Environment, second: Environment) -> Bool { true }
}

final class EnvironmentProperty<Value>: WrappedProperty {
  /// The key path in the component value that was connected first, and the address of the path
  /// object. Retaining the path keeps the address valid.
  private var path: KeyPath<EnvironmentValues, Value>?
  private var address: UInt = 0
  /// Whether a later value had another path object. Then the path of each value is looked up.
  private var varies = false

  init(_ name: String, at offset: Int) { super.init(name, at: offset, \Environment<Value>.cell) }

  private func wrapper(
    _ component: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Environment<Value>> {
    // The metadata of the component says that a value of this type is at this offset.
    (component + offset).assumingMemoryBound(to: Environment<Value>.self)
  }

  /// The address of the path in a value; 0 for none. The path is the wrapper's first property.
  private func pathAddress(_ component: UnsafeMutableRawPointer) -> UInt {
    component.load(fromByteOffset: offset, as: UInt.self)
  }

  override func moved(
    _ component: UnsafeMutableRawPointer, _ state: AnyObject?, for instance: Instance,
    in renderer: Renderer
  ) -> AnyObject? {
    if !varies, pathAddress(component) == address { return nil }
    varies = true
    let cell = wrapper(component).pointee.cell(for: instance, in: renderer)
    if cell === state { return nil }
    disconnect(state, from: instance)
    cell?.readers.insert(Reader(instance))
    return cell
  }

  override func makeState(
    of component: UnsafeMutableRawPointer, for instance: Instance, saved: AnyObject?,
    in renderer: Renderer
  ) -> AnyObject? {
    if path == nil {
      path = wrapper(component).pointee.path
      address = pathAddress(component)
    }
    let cell = wrapper(component).pointee.cell(for: instance, in: renderer)
    cell?.readers.insert(Reader(instance))
    return cell
  }

  override func disconnect(_ state: AnyObject?, from instance: Instance) {
    (state as? AnyEnvironmentCell)?.readers.remove(Reader(instance))
  }

  override func shown(_ state: AnyObject?) -> Any? { (state as? AnyEnvironmentCell)?.shown }
}

extension NodeConvertible {
  /// Provides a value to all descendants.
  public func environment<Value: Equatable>(
    _ path: KeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> Node {
    wrapped { Node(.provider(TypedProviderBox(.path(path), value, $0, isEqual: ==))) }
  }

  /// Provides a value that is not comparable: each rendering of the provider renders its readers.
  @_disfavoredOverload
  public func environment<Value>(_ path: KeyPath<EnvironmentValues, Value>, _ value: Value)
    -> Node
  {
    wrapped { Node(.provider(TypedProviderBox(.path(path), value, $0) { _, _ in false })) }
  }

  /// Provides a value to all descendants that read it by its type.
  public func environment<Value: Equatable>(_ value: Value) -> Node {
    let key = EnvironmentKey.type(ObjectIdentifier(Value.self))
    return wrapped { Node(.provider(TypedProviderBox(key, value, $0, isEqual: ==))) }
  }
}

extension EnvironmentValues {
  /// Whether the reader is inside the current row of a list. A component can show more detail in
  /// that row.
  public var isCurrentRow: Bool { false }
}

/// Identifies an environment value among all keys.
enum EnvironmentKey: Hashable {
  case path(AnyKeyPath)
  case type(ObjectIdentifier)

  @MainActor private static var numbers: [EnvironmentKey: Int] = [:]

  @MainActor static let currentRow = EnvironmentKey.path(\EnvironmentValues.isCurrentRow).number

  /// A small number for the key, the same while the program runs.
  @MainActor var number: Int {
    if let number = Self.numbers[self] { return number }
    let number = Self.numbers.count
    Self.numbers[self] = number
    return number
  }

  static func == (first: EnvironmentKey, second: EnvironmentKey) -> Bool {
    switch (first, second) {
    // Equal paths are usually the same object, and comparing two objects is slow.
    case (.path(let first), .path(let second)): first === second || first == second
    case (.type(let first), .type(let second)): first == second
    default: false
    }
  }
}

/// A value that an ancestor provides, with the components that read it. Each provider on the screen
/// has one cell.
@MainActor
class AnyEnvironmentCell {
  let number: Int
  @exclusivity(unchecked) var readers: Set<Reader> = []
  var shown: Any { "" }

  init(_ number: Int) { self.number = number }
}

final class EnvironmentCell<Value>: AnyEnvironmentCell {
  @exclusivity(unchecked) var value: Value

  init(_ number: Int, _ value: Value) {
    self.value = value
    super.init(number)
  }

  override var shown: Any { value }
}

/// A component that reads a cell. The reference never dangles, because an instance that disappears
/// is removed from the readers of all cells.
struct Reader: Hashable {
  unowned(unsafe) let instance: Instance

  init(_ instance: Instance) { self.instance = instance }

  static func == (first: Reader, second: Reader) -> Bool { first.instance === second.instance }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }
}

/// The cells of all providers around an instance, indexed by the numbers of their keys. The
/// instances between two providers share one scope.
@MainActor
final class EnvironmentScope {
  private var cells: ContiguousArray<AnyEnvironmentCell?>

  /// - Parameter outer: the scope around the provider of the cell.
  init(_ outer: EnvironmentScope?, adding cell: AnyEnvironmentCell) {
    cells = outer?.cells ?? []
    while cells.count <= cell.number { cells.append(nil) }
    cells[cell.number] = cell
  }

  func cell(_ number: Int) -> AnyEnvironmentCell? { number < cells.count ? cells[number] : nil }
}

extension Renderer {
  /// The current environment value at an instance.
  func provided<Value>(_ path: KeyPath<EnvironmentValues, Value>, at instance: Instance) -> Value {
    let cell = instance.cell(EnvironmentKey.path(path).number) as? EnvironmentCell<Value>
    return cell?.value ?? EnvironmentValues()[keyPath: path]
  }

  /// The cell of the default value, for components without a provider.
  func defaultCell<Value>(
    _ number: Int, _ path: KeyPath<EnvironmentValues, Value>
  ) -> EnvironmentCell<Value> {
    if let known = defaultCells[number] as? EnvironmentCell<Value> { return known }
    let cell = EnvironmentCell(number, EnvironmentValues()[keyPath: path])
    defaultCells[number] = cell
    return cell
  }

  /// Marks the readers of a cell as dirty.
  /// - Parameter old: the value before the change.
  func invalidateReaders(of cell: AnyEnvironmentCell, from old: Any) {
    recorder?.countEnvironmentChange()
    for reader in cell.readers {
      recorder?.recordEnvironment(of: reader.instance, cell, from: old)
      markDirty(reader.instance, .environment)
    }
  }

  /// Stores the states of a row. If these make the row current, or no longer current, marks the
  /// readers of `isCurrentRow` in the row as dirty.
  func setRowStates(of row: Instance, _ rowStates: RowStates) {
    row.rowStates = rowStates
    guard let cell = row.rowCell, cell.value != rowStates.contains(.current) else { return }
    cell.value.toggle()
    invalidateReaders(of: cell, from: !cell.value)
  }
}

package class ProviderBox {
  let key: EnvironmentKey
  let child: Node

  init(_ key: EnvironmentKey, _ child: Node) {
    self.key = key
    self.child = child
  }

  @MainActor func makeCell() -> AnyEnvironmentCell { fatalError("abstract") }
  /// Sets the value of the cell that an earlier box of this provider made.
  /// - Returns: the previous value; nil if the values are equal.
  @MainActor func update(_ cell: AnyEnvironmentCell) -> Any? { nil }
  /// Returns a provider of the same value around another child node.
  func replacingChild(_ child: Node) -> ProviderBox { self }
}

private final class TypedProviderBox<Value>: ProviderBox {
  private let value: Value
  private let isEqual: (Value, Value) -> Bool

  init(
    _ key: EnvironmentKey, _ value: Value, _ child: Node,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    self.value = value
    self.isEqual = isEqual
    super.init(key, child)
  }

  override func makeCell() -> AnyEnvironmentCell { EnvironmentCell(key.number, value) }

  override func update(_ cell: AnyEnvironmentCell) -> Any? {
    guard let cell = cell as? EnvironmentCell<Value>, !isEqual(cell.value, value) else {
      return nil
    }
    defer { cell.value = value }
    return cell.value
  }

  override func replacingChild(_ child: Node) -> ProviderBox {
    TypedProviderBox(key, value, child, isEqual: isEqual)
  }
}
