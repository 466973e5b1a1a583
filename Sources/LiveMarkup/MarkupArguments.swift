#if DEBUG
  import MillraceRender

  /// A function that markup calls with values whose types are known only at run time. Debug builds
  /// only.
  ///
  /// It throws a ``LiveMarkupError`` if the number or types of the values are wrong.
  public typealias LiveMarkupEvent = @MainActor (_ values: [Any]) throws -> Void

  /// The arguments that markup passes to a component.
  @MainActor
  public struct MarkupArguments {
    private let values: [String: Any]
    private let events: [String: LiveMarkupEvent]
    private var component = ""

    /// - Parameters:
    ///   - values: The values and bindings, by name.
    ///   - events: The closures that the component calls, by name.
    public init(_ values: [String: Any] = [:], events: [String: LiveMarkupEvent] = [:]) {
      (self.values, self.events) = (values, events)
    }

    /// Returns a value or a binding. If the argument is missing and its type is optional, returns
    /// nil.
    public subscript<Value>(name: String) -> Value {
      get throws {
        if let value = values[name] {
          return try convert(value, to: Value.self, name: "\(component).\(name)")
        }
        if let none = (Any?.none as Any) as? Value { return none }
        throw LiveMarkupError.missingArgument(
          component: component, name: name, expected: "\(Value.self)")
      }
    }

    /// Returns a closure that the component calls, with any number of arguments.
    public func event<each Argument>(
      _ name: String
    ) throws -> @MainActor (repeat each Argument) throws -> Void {
      guard let action = events[name] else {
        throw LiveMarkupError.missingArgument(
          component: component, name: name, expected: "an event")
      }
      return { (arguments: repeat each Argument) in
        var all: [Any] = []
        repeat all.append(each arguments)
        try action(all)
      }
    }

    /// Returns a closure that does not throw. Its errors are dropped.
    @_disfavoredOverload
    public func event<each Argument>(
      _ name: String
    ) throws -> @MainActor (repeat each Argument) -> Void {
      let action: @MainActor (repeat each Argument) throws -> Void = try event(name)
      return { (arguments: repeat each Argument) in try? action(repeat each arguments) }
    }

    func checked(_ parameters: [String], of component: String) throws -> MarkupArguments {
      let given = Set(values.keys).union(events.keys).subtracting(parameters)
      if let name = given.min() { throw LiveMarkupError.unknownName("\(component).\(name)") }
      var arguments = self
      arguments.component = component
      return arguments
    }
  }

  func convert<Value>(_ value: Any, to type: Value.Type, name: String) throws -> Value {
    if let value = value as? Value { return value }
    // A whole number in markup is an Int. Compiled code also accepts the literal as a Double.
    if let whole = value as? Int, let number = Double(whole) as? Value { return number }
    throw LiveMarkupError.wrongType(
      name: name, expected: "\(type)", found: "\(Swift.type(of: value))")
  }
#endif
