/// A checked component, with styles applied.
public struct CheckedComponent: Equatable, Sendable {
  /// A property of the component's type.
  public struct Member: Equatable, Sendable {
    /// The cases are in the order of the properties in the generated type.
    public enum Kind: String, CaseIterable, Sendable {
      case state, property, event
      /// A focus handle, which gives the focus to an element. It has the name of the element's
      /// `field`.
      case handle
      /// A property that overrides a constraint. It has the name of the constraint's `field`.
      case override
    }

    /// The purpose of the property.
    public var kind: Kind
    /// The name of the property in markup and in Swift.
    public var name: String
    /// The type in Swift. For an event, the types of its values, separated by commas; empty for an
    /// event without values.
    public var type: String
    /// The initial or default value, as Swift code.
    public var value: String?
    /// The offset of the property's declaration in the file, in bytes.
    public var offset: Int

    /// Whether markup can show the value of the property.
    var isValue: Bool { kind == .state || kind == .property }
    var isSettable: Bool { kind == .state || isGivenBinding }
    var isGivenBinding: Bool { kind == .property && type.hasPrefix("Binding<") }
  }

  /// The name of the component's type.
  public var name: String
  public var offset: Int
  public var isRootView = false
  /// Whether the program declares the type. If so, only extensions of the type are generated.
  public var isDeclaredByProgram = false
  public var isEquatable = true
  public var imports: [String] = []
  public var members: [Member] = []
  /// Whether a condition depends on the component's size.
  public var usesSize = false
  public var content: [CheckedNode] = []
  /// The components written inside this one.
  public var nested: [CheckedComponent] = []

  /// Returns the member with a name; nil if there is none.
  /// - Complexity: O(*n*) in the number of members.
  public func member(_ name: String) -> Member? { members.first { $0.name == name } }
}

/// A part of a component's content.
public indirect enum CheckedNode: Equatable, Sendable {
  case element(CheckedElement)
  /// The text between the tags of a Text.
  case text([MarkupTextPart], offset: Int)
  /// Shows the first branch whose condition is true. The last branch may have no condition.
  case branches([CheckedBranch], offset: Int)
  case loop(CheckedLoop)
  /// Another component, with its properties and events.
  case component(CheckedComponentUse)
}

public struct CheckedBranch: Equatable, Sendable {
  public var test: MarkupCondition?
  public var content: [CheckedNode]
}

public struct CheckedLoop: Equatable, Sendable {
  public var variable: String
  public var collection: MarkupPath
  /// The content for one element of the collection: one node, with a key.
  public var content: [CheckedNode]
  public var offset: Int
}

/// An element with its attributes, in the order of the registry.
public struct CheckedElement: Equatable, Sendable {
  public var type: MarkupElementType
  public var attributes: [CheckedAttribute] = []
  public var content: [CheckedNode] = []
  /// The constraints of the element's children.
  public var constraints: [MarkupConstraint] = []
  public var offset: Int

  /// The arguments of the element's initializer in Swift, in order.
  public var arguments: [CheckedAttribute] {
    attributes.filter { if case .argument = $0.type.role { true } else { false } }
  }

  /// The calls in Swift that modify the element, in order. Adjacent attributes that are labeled
  /// arguments of the same modifier become one call.
  public var modifiers: [CheckedModifier] {
    attributes.reduce(into: []) { calls, attribute in
      guard case .modifier(let name, let label) = attribute.type.role else { return }
      if label != nil, calls.last?.name == name, calls.last?.arguments[0].label != nil {
        calls[calls.count - 1].arguments.append(attribute)
      } else {
        calls.append(CheckedModifier(name: name, arguments: [attribute]))
      }
    }
  }

  public subscript(_ name: String) -> MarkupValue? {
    attributes.first { $0.type.name == name }?.value
  }
}

public struct CheckedAttribute: Equatable, Sendable {
  public var type: MarkupAttributeType
  public var value: MarkupValue

  /// The label of the attribute's argument in Swift.
  public var label: String? {
    switch type.role {
    case .argument(let label), .modifier(_, let label): label
    case .trailingClosure, .special: nil
    }
  }
}

/// The call of a modifier in Swift.
public struct CheckedModifier: Equatable, Sendable {
  public var name: String
  public var arguments: [CheckedAttribute]
}

/// The use of another component.
public struct CheckedComponentUse: Equatable, Sendable {
  public struct Argument: Equatable, Sendable {
    public var name: String
    public var value: MarkupValue
  }

  public var name: String
  public var arguments: [Argument]
  /// An element with the attributes that apply to the component's node: modifiers, and the names
  /// that a field or a constraint gives it.
  public var element: CheckedElement
}
