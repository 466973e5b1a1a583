#if DEBUG
  /// What the markup of a component, or of a row in it, can refer to: values, lists, events, bindings and
  /// components, by name. Debug builds only.
  ///
  /// Compiled code names what its markup uses, and nothing of it is evaluated before it is looked up. A value
  /// that was not named is looked for by reflection, among stored properties.
  @MainActor
  public struct MarkupNames {
    private var values: [String: @MainActor () -> Any] = [:]
    private var lists: [String: @MainActor (MarkupNames) -> MarkupList] = [:]
    private var events: [String: LiveMarkupEvent] = [:]
    private var bindings: [String: @MainActor () -> Any] = [:]
    private var components: [String: MarkupComponent] = [:]
    private var keys: [String: @MainActor () -> NodeKey] = [:]
    /// The names around, as a function because a struct cannot hold another of its type.
    private let outer: (@MainActor () -> MarkupNames)?
    private let component: Any?

    /// Names that begin with the stored properties of a component.
    public init(_ component: some Component) { (self.component, outer) = (component, nil) }

    /// The names in a row: those around, and the row's own, which come first.
    init(around outer: MarkupNames) { (component, self.outer) = (nil, { outer }) }

    // MARK: - Naming

    /// Names a value.
    /// - Parameters:
    ///   - path: as the markup writes it, `items.count` say.
    ///   - value: evaluated each time that it is looked up.
    public mutating func value<Value>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      values[path] = value
    }

    /// Names a value that tells nodes from their siblings.
    /// - Parameters:
    ///   - path: as the markup writes it.
    ///   - value: evaluated each time that it is looked up.
    public mutating func key<Value: Hashable & Sendable>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      keys[path] = { NodeKey(value()) }
      values[path] = value
    }

    /// Names a sequence of rows.
    /// - Parameters:
    ///   - path: as the markup writes it.
    ///   - rows: evaluated each time that it is looked up.
    ///   - row: names what depends on one element.
    public mutating func list<Rows: Sequence>(
      _ path: String, _ rows: @escaping @autoclosure @MainActor () -> Rows,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void = { _, _ in }
    ) {
      lists[path] = { MarkupList(rows(), in: $0, row: row) }
    }

    /// Names a collection whose elements have ids, which markup can show in a `List`, too.
    /// - Parameters:
    ///   - path: as the markup writes it.
    ///   - rows: evaluated each time that it is looked up.
    ///   - row: names what depends on one element.
    public mutating func list<Rows: RandomAccessCollection>(
      _ path: String, _ rows: @escaping @autoclosure @MainActor () -> Rows,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void = { _, _ in }
    ) where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
      lists[path] = { MarkupList(identified: rows(), in: $0, row: row) }
    }

    /// Names what the markup calls when something happens.
    /// - Parameter action: of any number of parameters: a closure, or a method of the component, which no more than
    ///   the component needs to be Sendable.
    public mutating func event<each Argument>(
      _ name: String, _ action: @escaping (repeat each Argument) throws -> Void
    ) {
      events[name] = LiveMarkupEvent(name, action)
    }

    /// Names a place that the markup reads and writes.
    public mutating func binding<Value>(
      _ path: String, _ binding: @escaping @autoclosure @MainActor () -> Binding<Value>
    ) {
      bindings[path] = binding
    }

    /// Names a component that the markup shows.
    /// - Parameters:
    ///   - name: the name of its element.
    ///   - parameters: the names that its arguments may have.
    ///   - make: makes it of the arguments that the markup gives.
    public mutating func component<Shown: NodeConvertible>(
      _ name: String, _ parameters: [String],
      _ make: @escaping @MainActor (MarkupArguments) throws -> Shown
    ) {
      components[name] = MarkupComponent(parameters: parameters) { try make($0).node }
    }

    // MARK: - Looking up

    /// A value: what was named so; else what is reached, by stored properties and through optionals, from the
    /// longest beginning of the path that was named, or from the component. `count` and `isEmpty` of a collection
    /// are found, too.
    /// - Returns: nil where nothing has that name. A value that is optional itself stays so, inside of the `Any`;
    ///   behind one that is nil everything is nil.
    public func value(at path: String) -> Any? {
      let parts = path.split(separator: ".", omittingEmptySubsequences: false)[...]
      for count in stride(from: parts.count, to: 0, by: -1) {
        if let value = values[parts.prefix(count).joined(separator: ".")] {
          // What is named here hides what is named so around.
          return Self.walk(value(), parts.dropFirst(count))
        }
      }
      if let component, let found = Self.walk(component, parts) { return found }
      return outer?().value(at: path)
    }

    /// A key that was named so, or a value that is a number or a string.
    /// - Returns: nil where there is none.
    public func key(at path: String) -> NodeKey? {
      if let key = keys[path] { return key() }
      switch value(at: path) {
      case let number as Int: return NodeKey(number)
      case let text as String: return NodeKey(text)
      default: return outer?().key(at: path)
      }
    }

    /// A list that was named so, or else any sequence that is a value of that path.
    /// - Parameters:
    ///   - path: as the markup writes it.
    ///   - variable: what the markup calls an element. In the names of a row it is a value.
    /// - Returns: nil where no list has that name.
    public func list(at path: String, as variable: String) -> MarkupList? {
      // The rows see the names where the markup stands, which may be in another row.
      func named(in names: MarkupNames) -> MarkupList? {
        names.lists[path]?(self) ?? names.outer.flatMap { named(in: $0()) }
      }
      func found(_ rows: any Sequence) -> MarkupList { MarkupList(rows, in: self) { _, _ in } }
      let list = named(in: self) ?? (value(at: path) as? any Sequence).map(found)
      return list?.naming(variable)
    }

    /// What was named so to be called.
    public func event(at name: String) -> LiveMarkupEvent? {
      events[name] ?? outer?().event(at: name)
    }

    /// A binding of whatever type that was named so, or is a stored property of the component. It can be
    /// an argument of a component.
    public func binding(at path: String) -> Any? {
      if let binding = bindings[path] { return binding() }
      if let component, let stored = Self.stored(path, in: component) {
        if let local = stored as? any MarkupBindable { return local.markupBinding }
        if stored is any MarkupBinding { return stored }
      }
      return outer?().binding(at: path)
    }

    /// A binding to a value of that type.
    /// - Returns: nil where no binding has that name.
    /// - Throws: ``LiveMarkupError/wrongType(name:expected:found:)``
    public func binding<Value>(at path: String, as type: Value.Type) throws -> Binding<Value>? {
      try binding(at: path).map { try convert($0, to: Binding<Value>.self, name: path) }
    }

    /// Makes a component that was named so.
    /// - Parameters:
    ///   - name: the name of its element.
    ///   - arguments: what the markup gives it.
    /// - Throws: ``LiveMarkupError``; and what the component's closures throw.
    public func component(_ name: String, arguments: MarkupArguments) throws -> Node {
      guard let component = components[name] else {
        guard let outer else { throw LiveMarkupError.unknownName(name) }
        return try outer().component(name, arguments: arguments)
      }
      return try component.make(arguments.checked(component.parameters, of: name))
    }

    // MARK: - Reflection

    private static func walk(_ value: Any, _ path: ArraySlice<Substring>) -> Any? {
      guard let part = path.first else { return value }
      guard let value = unwrapped(value) else { return Any?.none as Any }
      if let collection = value as? any Collection, part == "count" || part == "isEmpty" {
        let answer: Any = part == "count" ? collection.count : collection.isEmpty
        return walk(answer, path.dropFirst())
      }
      guard var next = stored(String(part), in: value) else { return nil }
      if let wrapper = next as? any MarkupReadable { next = wrapper.markupValue }
      return walk(next, path.dropFirst())
    }

    private static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return value }
      return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    /// A stored property, also one that has a wrapper or is inherited.
    private static func stored(_ name: String, in value: Any) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: value)
      while let current = mirror {
        let child = current.children.first { $0.label == name || $0.label == "_\(name)" }
        if let child { return child.value }
        mirror = current.superclassMirror
      }
      return nil
    }
  }

  private struct MarkupComponent {
    let parameters: [String]
    let make: @MainActor (MarkupArguments) throws -> Node
  }

  /// A wrapper whose value reflection cannot see.
  @MainActor private protocol MarkupReadable { var markupValue: Any { get } }

  extension Local: MarkupReadable { var markupValue: Any { wrappedValue } }
  extension Environment: MarkupReadable { var markupValue: Any { wrappedValue } }
  extension Animated: MarkupReadable { var markupValue: Any { wrappedValue } }
  extension Binding: MarkupReadable { var markupValue: Any { wrappedValue } }

  @MainActor private protocol MarkupBindable { var markupBinding: Any { get } }

  extension Local: MarkupBindable { var markupBinding: Any { projectedValue } }

  private protocol MarkupBinding {}

  extension Binding: MarkupBinding {}
#endif
