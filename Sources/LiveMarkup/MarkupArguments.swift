#if DEBUG
  import MillraceRender

  /// A closure that markup calls for an event, with types known only at run time. Debug builds
  /// only.
  @MainActor
  public struct LiveMarkupEvent {
    /// The parameter types.
    public let parameters: [Any.Type]
    private let action: @MainActor ([Any]) throws -> Void

    init<each Argument>(
      _ name: String, _ action: @escaping (repeat each Argument) throws -> Void
    ) {
      var types: [Any.Type] = []
      repeat types.append((each Argument).self)
      let parameters = types
      self.parameters = parameters
      self.action = { arguments in
        guard arguments.count == parameters.count else {
          throw LiveMarkupError.wrongArgumentCount(
            name: name, expected: parameters.map { "\($0)" }, found: arguments.count)
        }
        var index = 0
        func next<Value>(_ type: Value.Type) throws -> Value {
          defer { index += 1 }
          return try convert(arguments[index], to: type, name: "\(name), argument \(index + 1)")
        }
        try action(repeat try next((each Argument).self))
      }
    }

    /// Calls the closure.
    /// - Throws: ``LiveMarkupError`` if the number or types of the arguments are wrong; and the
    ///   errors of the closure.
    public func callAsFunction(_ arguments: [Any]) throws { try action(arguments) }
  }

  /// The arguments that markup passes to a component.
  @MainActor
  public struct MarkupArguments {
    /// Called for an event of the component.
    public typealias Action = @MainActor ([Any]) throws -> Void

    private let values: [String: Any]
    private let events: [String: Action]
    private let onError: @MainActor (any Error) -> Void
    private var component = ""

    /// - Parameters:
    ///   - values: the values and bindings.
    ///   - events: the closures that the component calls.
    ///   - onError: receives errors of an event whose closure type does not throw.
    public init(
      _ values: [String: Any] = [:], events: [String: Action] = [:],
      onError: @escaping @MainActor (any Error) -> Void = { _ in }
    ) {
      (self.values, self.events, self.onError) = (values, events, onError)
    }

    /// Whether the markup passes an argument of this name.
    public func contains(_ name: String) -> Bool { values[name] != nil || events[name] != nil }

    /// A value or binding. A missing optional is nil.
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

    /// A closure that the component calls, with any number of arguments.
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

    /// A closure that does not throw; errors go to `onError`.
    @_disfavoredOverload
    public func event<each Argument>(
      _ name: String
    ) throws -> @MainActor (repeat each Argument) -> Void {
      let action: @MainActor (repeat each Argument) throws -> Void = try event(name)
      return { [onError] (arguments: repeat each Argument) in
        do { try action(repeat each arguments) } catch { onError(error) }
      }
    }

    func checked(_ parameters: [String], of component: String) throws -> MarkupArguments {
      let given = Set(values.keys).union(events.keys).subtracting(parameters)
      if let name = given.min() {
        throw LiveMarkupError.unknownArgument(
          component: component, name: name, expected: parameters)
      }
      var arguments = self
      arguments.component = component
      return arguments
    }
  }

  func convert<Value>(_ value: Any, to type: Value.Type, name: String) throws -> Value {
    if let value = value as? Value { return value }
    // A whole number in markup is an Int; compiled code would accept the literal as a Double.
    if let whole = value as? Int, let number = Double(whole) as? Value { return number }
    throw LiveMarkupError.wrongType(
      name: name, expected: "\(type)", found: "\(Swift.type(of: value))")
  }

  /// An error of live markup. Each case describes itself in one line.
  public enum LiveMarkupError: Error, Equatable, Sendable {
    /// The component's code does not provide this name.
    case unknownName(String)
    /// A value has another type than the code expects.
    case wrongType(name: String, expected: String, found: String)
    /// An event is called with a wrong number of values.
    case wrongArgumentCount(name: String, expected: [String], found: Int)
    /// A component lacks a property.
    case missingArgument(component: String, name: String, expected: String)
    /// A component has no such property.
    case unknownArgument(component: String, name: String, expected: [String])
  }

  extension LiveMarkupError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .unknownName(let name):
        "\(name) is unknown here. Correct the name, or add it to the component."
      case .wrongType(let name, let expected, let found):
        "\(name) has type \(found), but type \(expected) is required. Pass a value of type \(expected)."
      case .wrongArgumentCount(let name, let expected, let found):
        "\(name) takes the arguments (\(expected.joined(separator: ", "))), but the markup passes \(found). Pass exactly those arguments."
      case .missingArgument(let component, let name, let expected):
        "\(component) needs \(name): \(expected). Add it to the element."
      case .unknownArgument(let component, let name, let expected):
        """
        \(component) has no \(name). It takes \
        \(expected.isEmpty ? "no arguments" : expected.joined(separator: ", ")).
        """
      }
    }
  }
#endif
