/// A checked component, with styles applied.
public struct CheckedComponent: Equatable, Sendable {
  /// A property, a state or an event of a component.
  public struct Property: Equatable, Sendable {
    public var name: String
    public var type: String
    /// The initial or default value, as Swift code.
    public var value: String?
    public var offset: Int
  }

  /// The name of the component's type.
  public var name: String
  public var offset: Int
  public var isRootView = false
  /// The screen edges to which a root view extends.
  public var extend: Set<String> = []
  /// Whether the program declares the type: then only the body is generated.
  public var isDeclaredByProgram = false
  public var isEquatable = true
  public var imports: [String] = []
  public var properties: [Property] = []
  public var states: [Property] = []
  /// An event's type is a list of its values' types, separated by commas; empty for no values.
  public var events: [Property] = []
  /// The fields that are focus handles.
  public var handles: [String] = []
  /// The fields that are overrides of constraints.
  public var overrides: [String] = []
  /// Whether constraints place the component's children.
  public var isConstrained = false
  /// Whether a condition depends on the component's size.
  public var usesSize = false
  public var content: [CheckedNode] = []
  /// The components written inside this one.
  public var nested: [CheckedComponent] = []
}

/// A part of a component's content.
public indirect enum CheckedNode: Equatable, Sendable {
  case element(CheckedElement)
  /// The text between the tags of a Text.
  case text([MarkupTextPart], offset: Int)
  /// The first branch whose condition is true; the last may have no condition.
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
  public var key: MarkupPath
  public var content: [CheckedNode]
  public var offset: Int
}

/// An element with its attributes, in the order of the registry.
public struct CheckedElement: Equatable, Sendable {
  public var type: MarkupElementType
  public var attributes: [CheckedAttribute] = []
  public var content: [CheckedNode] = []
  /// The element's name in constraints.
  public var anchor: String?
  public var field: String?
  /// The field, if it is a focus handle.
  public var handle: String?
  public var constraints: [MarkupConstraint] = []
  /// Whether the element's children have constraints.
  public var isConstrained = false
  public var offset: Int

  /// The attributes of every node: modifiers, in the order in which they are written.
  public var commonAttributes: ArraySlice<CheckedAttribute> {
    attributes.drop { $0.position < type.attributes.count }
  }

  public subscript(_ name: String) -> MarkupValue? {
    attributes.first { $0.type.name == name }?.value
  }
}

public struct CheckedAttribute: Equatable, Sendable {
  public var type: MarkupAttributeType
  /// The index among all attributes of the element's type.
  public var position: Int
  public var value: MarkupValue
  public var offset: Int
}

/// The use of another component.
public struct CheckedComponentUse: Equatable, Sendable {
  public struct Argument: Equatable, Sendable {
    public var name: String
    public var value: MarkupValue
    public var offset: Int
  }

  public var name: String
  public var arguments: [Argument]
  /// Modifiers, a field and constraints.
  public var element: CheckedElement
}
