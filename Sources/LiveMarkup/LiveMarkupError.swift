#if DEBUG
  /// An error of live markup. Each case describes itself in one line.
  public enum LiveMarkupError: Error, Equatable, Sendable {
    /// The running program does not contain this name, or uses it for something else, such as a
    /// value instead of an event.
    case unknownName(String)
    /// A value has another type than the code expects.
    case wrongType(name: String, expected: String, found: String)
    /// An event is called with a wrong number of values.
    case wrongArgumentCount(name: String, expected: [String], found: Int)
    /// Markup does not set a property that a component requires.
    case missingArgument(component: String, name: String, expected: String)
  }

  extension LiveMarkupError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .unknownName(let name):
        "\(name) needs a rebuild: the running program does not contain it."
      case .wrongType(let name, let expected, let found):
        "\(name) has type \(found), but type \(expected) is required. Pass a value of type \(expected)."
      case .wrongArgumentCount(let name, let expected, let found):
        "\(name) takes the arguments (\(expected.joined(separator: ", "))), but the markup passes \(found). Pass exactly those arguments."
      case .missingArgument(let component, let name, let expected):
        "\(component) needs \(name): \(expected). Add it to the element."
      }
    }
  }
#endif
