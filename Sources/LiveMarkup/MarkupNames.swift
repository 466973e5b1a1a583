#if DEBUG
  import MillraceRender

  /// The names that the markup of a component, or of one of its rows, can refer to: values, lists,
  /// events, bindings and components. Debug builds only.
  ///
  /// Compiled code registers the names that its markup uses. A registered value is evaluated only
  /// when it is looked up. Values that are not registered are looked up among the stored properties
  /// by reflection.
  @MainActor
  public struct MarkupNames {
    private var values: [String: (get: @MainActor () -> Any, key: (@MainActor () -> NodeKey)?)] =
      [:]
    private var lists: [String: MarkupList.Source] = [:]
    private var events: [String: LiveMarkupEvent] = [:]
    private var bindings: [String: @MainActor () -> Any] = [:]
    private var components:
      [String: (parameters: [String], make: @MainActor (MarkupArguments) throws -> Node)] = [:]
    /// The enclosing names. This is a closure, because a struct cannot contain its own type.
    private let outer: (@MainActor () -> MarkupNames)?
    private let component: Any?

    /// Makes the names of a component. Before names are registered, these are its stored
    /// properties.
    public init(_ component: some Component) { (self.component, outer) = (component, nil) }

    /// Makes the names in a row. A name in the row hides the same name outside the row.
    init(around outer: MarkupNames) { (component, self.outer) = (nil, { outer }) }

    // MARK: - Naming

    /// Registers a value.
    /// - Parameters:
    ///   - path: The path as in markup, for example `items.count`.
    ///   - value: Evaluated at each lookup.
    public mutating func value<Value>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      values[path] = (value, nil)
    }

    /// Registers a value that can be a node's key.
    /// - Parameters:
    ///   - path: The path as in markup.
    ///   - value: Evaluated at each lookup.
    public mutating func value<Value: Hashable & Sendable>(
      _ path: String, _ value: @escaping @autoclosure @MainActor () -> Value
    ) {
      values[path] = (value, { NodeKey(value()) })
    }

    /// Registers a sequence of rows. If the path is registered already, the rows have the names of
    /// both registrations.
    /// - Parameters:
    ///   - path: The path as in markup.
    ///   - rows: Evaluated at each lookup.
    ///   - row: Registers the names that depend on one element.
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
    ///   - path: The path as in markup.
    ///   - rows: Evaluated at each lookup.
    ///   - row: Registers the names that depend on one element.
    public mutating func list<Rows: RandomAccessCollection>(
      _ path: String, _ rows: @escaping @autoclosure @MainActor () -> Rows,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void = { _, _ in }
    ) where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
      list(path, AnySequence(rows()), row: row)
      lists[path]?.identified = { IdentifiedRows(rows: rows()) }
    }

    /// Registers an event.
    /// - Parameters:
    ///   - name: The name as in markup.
    ///   - action: A closure with any number of parameters, or a method of the component, which
    ///     need not be Sendable. Evaluated at each call.
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
    ///   - name: The name of the component's element in markup.
    ///   - parameters: The names of the component's parameters.
    ///   - make: Makes the component from the arguments in the markup.
    public mutating func component<Shown: NodeConvertible>(
      _ name: String, _ parameters: [String],
      _ make: @escaping @MainActor (MarkupArguments) throws -> Shown
    ) {
      components[name] = (parameters, { try make($0).node })
    }

    // MARK: - Looking up

    /// Looks up a value by the longest registered prefix of the path. The rest of the path is
    /// looked up among stored properties, also through optionals. If no prefix is registered, the
    /// path begins with a stored property of the component, or else the enclosing names are
    /// searched. Collections also have `count` and `isEmpty`.
    /// - Returns: Nil if nothing has that name. An optional value stays optional inside the `Any`,
    ///   and a path through nil leads to nil.
    public func value(at path: String) -> Any? {
      if let (value, rest) = registered(path) { return Self.walk(value(), rest) }
      if let component, let found = Self.walk(component, Self.parts(of: path)) { return found }
      return outer?().value(at: path)
    }

    /// Returns the value of the longest registered prefix of a path, and the rest of the path. A
    /// name registered here hides the same name of the enclosing scope.
    private func registered(
      _ path: String
    ) -> (get: @MainActor () -> Any, rest: ArraySlice<Substring>)? {
      let parts = Self.parts(of: path)
      for count in stride(from: parts.count, to: 0, by: -1) {
        if let value = values[parts.prefix(count).joined(separator: ".")] {
          return (value.get, parts.dropFirst(count))
        }
      }
      return nil
    }

    private static func parts(of path: String) -> ArraySlice<Substring> {
      path.split(separator: ".", omittingEmptySubsequences: false)[...]
    }

    /// Looks up the key of a registered value or, without one, a value that is an `Int` or a
    /// `String`.
    /// - Returns: Nil if there is no such value, or if it has no key and is neither an `Int` nor a
    ///   `String`.
    public func key(at path: String) -> NodeKey? {
      if let key = values[path]?.key { return key() }
      if let outer, registered(path) == nil { return outer().key(at: path) }
      switch value(at: path) {
      case let number as Int: return NodeKey(number)
      case let text as String: return NodeKey(text)
      default: return nil
      }
    }

    /// Looks up a registered list, or any sequence that is the value of the path.
    /// - Parameters:
    ///   - path: The path as in markup.
    ///   - variable: The name of an element in the markup of a row.
    /// - Returns: Nil if no list has that name.
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

    /// Looks up a binding of any type: a registered binding, or a stored property of the component.
    /// The result can be passed as an argument of a component.
    public func binding(at path: String) -> Any? {
      if let binding = bindings[path] { return binding() }
      if let component, let stored = Self.stored(path, in: component) {
        if let binding = (stored as? any MarkupWrapper)?.markupBinding { return binding }
      }
      return outer?().binding(at: path)
    }

    /// Looks up a binding to a value of a type.
    /// - Returns: Nil if no binding has that name.
    /// - Throws: ``LiveMarkupError/wrongType(name:expected:found:)``
    public func binding<Value>(at path: String, as type: Value.Type) throws -> Binding<Value>? {
      try binding(at: path).map { try convert($0, to: Binding<Value>.self, name: path) }
    }

    /// Creates a registered component.
    /// - Parameters:
    ///   - name: The name of the component's element in markup.
    ///   - arguments: The arguments from the markup.
    /// - Throws: A ``LiveMarkupError``, or an error of the closure that makes the component.
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

    /// Returns a stored property, also one with a property wrapper.
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
