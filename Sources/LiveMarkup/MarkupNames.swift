#if DEBUG
  import MillraceRender

  /// The names that the markup of a component, or of one of its rows, can refer to: values, lists,
  /// events, bindings and components. Debug builds only.
  ///
  /// Compiled code registers the names that its markup uses; a value is evaluated only on lookup.
  /// Unregistered values are looked up among the stored properties by reflection.
  @MainActor
  public struct MarkupNames {
    private var values: [String: (get: @MainActor () -> Any, key: (@MainActor () -> NodeKey)?)] =
      [:]
    private var lists: [String: MarkupList.Source] = [:]
    private var events: [String: LiveMarkupEvent] = [:]
    private var bindings: [String: @MainActor () -> Any] = [:]
    private var components:
      [String: (parameters: [String], make: @MainActor (MarkupArguments) throws -> Node)] = [:]
    /// The enclosing names; a closure because a struct cannot contain its own type.
    private let outer: (@MainActor () -> MarkupNames)?
    private let component: Any?

    /// Makes the names of a component: at first its stored properties.
    public init(_ component: some Component) { (self.component, outer) = (component, nil) }

    /// The names in a row: the row's own names hide the enclosing ones.
    init(around outer: MarkupNames) { (component, self.outer) = (nil, { outer }) }

    // MARK: - Naming

    /// Registers a value.
    /// - Parameters:
    ///   - path: as written in markup, for example `items.count`.
    ///   - value: evaluated on each lookup.
    public mutating func value<Value>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      values[path] = (value, nil)
    }

    /// Registers a value that can be a node's key.
    /// - Parameters:
    ///   - path: as written in markup.
    ///   - value: evaluated on each lookup.
    public mutating func value<Value: Hashable & Sendable>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      values[path] = (value, { NodeKey(value()) })
    }

    /// Registers a sequence of rows. The names of its rows add to those registered before.
    /// - Parameters:
    ///   - path: as written in markup.
    ///   - rows: evaluated on each lookup.
    ///   - row: registers the names that depend on one element.
    public mutating func list<Rows: Sequence>(
      _ path: String, _ rows: @escaping @autoclosure @MainActor () -> Rows,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void = { _, _ in }
    ) {
      let earlier = lists[path]?.row
      lists[path] = .init(
        elements: { Array(rows()) },
        row: { element, names in
          earlier?(element, &names)
          if let element = element as? Rows.Element { row(element, &names) }
        })
    }

    /// Registers a collection of elements with ids, which markup can also show in a `List`.
    /// - Parameters:
    ///   - path: as written in markup.
    ///   - rows: evaluated on each lookup.
    ///   - row: registers the names that depend on one element.
    public mutating func list<Rows: RandomAccessCollection>(
      _ path: String, _ rows: @escaping @autoclosure @MainActor () -> Rows,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void = { _, _ in }
    ) where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
      list(path, AnySequence(rows()), row: row)
      lists[path]?.identified = { IdentifiedRows(rows: rows()) }
    }

    /// Registers an event.
    /// - Parameters:
    ///   - name: as written in markup.
    ///   - action: takes any number of parameters: a closure, or a method of the component, which
    ///     need not be Sendable. Evaluated on each call.
    public mutating func event<each Argument>(
      _ name: String,
      _ action: @escaping @autoclosure @MainActor () -> (repeat each Argument) throws -> Void
    ) {
      var types: [Any.Type] = []
      repeat types.append((each Argument).self)
      events[name] = { [types] values in
        guard values.count == types.count else {
          throw LiveMarkupError.wrongArgumentCount(
            name: name, expected: types.map { "\($0)" }, found: values.count)
        }
        var index = 0
        func next<Value>(_ type: Value.Type) throws -> Value {
          defer { index += 1 }
          return try convert(values[index], to: type, name: "\(name), argument \(index + 1)")
        }
        try action()(repeat try next((each Argument).self))
      }
    }

    /// Registers a binding.
    public mutating func binding<Value>(
      _ path: String, _ binding: @escaping @autoclosure @MainActor () -> Binding<Value>
    ) {
      bindings[path] = binding
    }

    /// Registers a component.
    /// - Parameters:
    ///   - name: the name of its markup element.
    ///   - parameters: the names of its parameters.
    ///   - make: creates it from the markup's arguments.
    public mutating func component<Shown: NodeConvertible>(
      _ name: String, _ parameters: [String],
      _ make: @escaping @MainActor (MarkupArguments) throws -> Shown
    ) {
      components[name] = (parameters, { try make($0).node })
    }

    // MARK: - Looking up

    /// Looks up a value: the longest registered prefix of the path, then stored properties, also
    /// through optionals; otherwise a path of stored properties that starts at the component.
    /// Collections also have `count` and `isEmpty`.
    /// - Returns: nil if nothing has that name. An optional value stays optional inside the `Any`;
    ///   a path through nil is nil.
    public func value(at path: String) -> Any? {
      let parts = path.split(separator: ".", omittingEmptySubsequences: false)[...]
      for count in stride(from: parts.count, to: 0, by: -1) {
        if let value = values[parts.prefix(count).joined(separator: ".")] {
          // A name registered here hides the same name of the enclosing scope.
          return Self.walk(value.get(), parts.dropFirst(count))
        }
      }
      if let component, let found = Self.walk(component, parts) { return found }
      return outer?().value(at: path)
    }

    /// Looks up a registered key, or a value that is a number or a string.
    /// - Returns: nil if there is none.
    public func key(at path: String) -> NodeKey? {
      if let key = values[path]?.key { return key() }
      switch value(at: path) {
      case let number as Int: return NodeKey(number)
      case let text as String: return NodeKey(text)
      default: return outer?().key(at: path)
      }
    }

    /// Looks up a registered list, or any sequence that is the value of the path.
    /// - Parameters:
    ///   - path: as written in markup.
    ///   - variable: the markup's name for an element; a value in the names of each row.
    /// - Returns: nil if no list has that name.
    public func list(at path: String, as variable: String) -> MarkupList? {
      func registered(in names: MarkupNames) -> MarkupList.Source? {
        names.lists[path] ?? names.outer.flatMap { registered(in: $0()) }
      }
      func found(_ rows: any Sequence) -> MarkupList.Source { .init { all(rows) } }
      func all(_ rows: some Sequence) -> [Any] { Array(rows) }
      let source = registered(in: self) ?? (value(at: path) as? any Sequence).map(found)
      // The rows inherit the names in scope where the markup uses the list, perhaps inside another
      // row.
      return source.map { MarkupList(source: $0, outer: self, variable: variable) }
    }

    /// Looks up a registered event.
    public func event(at name: String) -> LiveMarkupEvent? {
      events[name] ?? outer?().event(at: name)
    }

    /// Looks up a binding of any type: a registered one, or a stored property of the component. It
    /// can be passed as a component's argument.
    public func binding(at path: String) -> Any? {
      if let binding = bindings[path] { return binding() }
      if let component, let stored = Self.stored(path, in: component) {
        if let binding = (stored as? any MarkupWrapper)?.markupBinding { return binding }
      }
      return outer?().binding(at: path)
    }

    /// Looks up a binding to a value of a type.
    /// - Returns: nil if no binding has that name.
    /// - Throws: ``LiveMarkupError/wrongType(name:expected:found:)``
    public func binding<Value>(at path: String, as type: Value.Type) throws -> Binding<Value>? {
      try binding(at: path).map { try convert($0, to: Binding<Value>.self, name: path) }
    }

    /// Creates a registered component.
    /// - Parameters:
    ///   - name: the name of its markup element.
    ///   - arguments: the arguments from the markup.
    /// - Throws: ``LiveMarkupError``; and the errors of the component's closures.
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
      if let wrapper = next as? any MarkupWrapper { next = wrapper.markupValue }
      return walk(next, path.dropFirst())
    }

    private static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return value }
      return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    /// A stored property, including wrapped ones.
    private static func stored(_ name: String, in value: Any) -> Any? {
      Mirror(reflecting: value).children.first { $0.label == name || $0.label == "_\(name)" }?.value
    }
  }

  /// A property wrapper whose value reflection cannot read.
  @MainActor private protocol MarkupWrapper {
    var markupValue: Any { get }
    /// A `Binding` to the value.
    var markupBinding: Any? { get }
  }

  extension MarkupWrapper { var markupBinding: Any? { nil } }

  extension Local: MarkupWrapper {
    var markupValue: Any { wrappedValue }
    var markupBinding: Any? { projectedValue }
  }

  extension Binding: MarkupWrapper {
    var markupValue: Any { wrappedValue }
    var markupBinding: Any? { self }
  }

  extension Environment: MarkupWrapper { var markupValue: Any { wrappedValue } }
  extension Animated: MarkupWrapper { var markupValue: Any { wrappedValue } }
#endif
