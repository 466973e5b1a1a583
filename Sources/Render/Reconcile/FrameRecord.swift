import MillraceLayout

/// Why a component was rendered.
public enum RenderReason: String, Sendable {
  case appeared, props, localState, source, environment, size, failure
}

/// A change that caused the evaluation of a body.
public struct RenderCause: Equatable, Sendable {
  public let reason: RenderReason
  /// The name of the property, or the path in a store; may be empty.
  public internal(set) var name = ""
  /// The value before and after, as text.
  public internal(set) var old = ""
  public internal(set) var new = ""
  /// The storage of the local state.
  var place: ObjectIdentifier?
}

/// One evaluation of a body.
public struct BodyRecord: Sendable {
  /// The names of the components and elements from the root.
  public let path: String
  public let causes: [RenderCause]
  /// The duration of the evaluation, without descendants.
  public let duration: Duration
  let number: Int
}

/// The work of one frame.
public struct FrameRecord: Sendable {
  public let number: Int
  /// In order of evaluation.
  public let bodies: [BodyRecord]
  /// The redrawn areas, in cells of the screen.
  public package(set) var damage: [CellRect] = []
  /// The number of elements drawn inside the damage.
  public package(set) var drawnNodes = 0
  /// The sum over the rows of the cells from the first changed one to the last.
  public package(set) var changedCells = 0
  /// The number of bytes written to the terminal.
  public package(set) var bytes = 0

  package init(number: Int, bodies: [BodyRecord]) { (self.number, self.bodies) = (number, bodies) }
}

/// Records what is rendered and why, during inspection.
@MainActor
final class FrameRecorder {
  private(set) var bodies: [BodyRecord] = []
  /// The causes of later evaluations, by component number. Changes between two frames belong to the
  /// next one.
  private var causes: [Int: [RenderCause]] = [:]

  func begin() { bodies = [] }

  /// Records a change. Repeated changes of one value keep the first old and the last new value.
  func note(_ cause: RenderCause, at number: Int) {
    var all = causes[number, default: []]
    let same = all.firstIndex {
      $0.reason == cause.reason && $0.name == cause.name && $0.place == cause.place
    }
    if let same { all[same].new = cause.new } else { all.append(cause) }
    causes[number] = all
  }

  /// Records a reason without details.
  func note(_ reason: RenderReason, at number: Int) {
    if causes[number]?.contains(where: { $0.reason == reason }) == true { return }
    note(RenderCause(reason: reason), at: number)
  }

  func noteProps(at number: Int, from old: ComponentBox, to new: ComponentBox) {
    for (old, new) in zip(old.props, new.props) where "\(old.value)" != "\(new.value)" {
      let (before, after) = ("\(old.value)", "\(new.value)")
      note(RenderCause(reason: .props, name: old.name, old: before, new: after), at: number)
    }
    note(.props, at: number)
  }

  func noteEnvironment(of reader: Instance, from old: ProviderBox, to new: ProviderBox) {
    guard case .component(let box) = reader.node.content,
      let property = box.links.firstIndex(where: { $0.reads(new.key) })
    else { return }
    let name = box.wrappedNames[property]
    let cause = RenderCause(reason: .environment, name: name, old: old.text, new: new.text)
    note(cause, at: reader.number)
  }

  /// Names the part of a store that caused an evaluation, if a store did.
  func noteSource(_ name: String, old: String, new: String, at number: Int) {
    if let index = causes[number]?.firstIndex(where: { $0.reason == .source }) {
      causes[number]?[index] = RenderCause(reason: .source, name: name, old: old, new: new)
    }
  }

  func note(_ duration: Duration, for instance: Instance, _ box: ComponentBox) {
    var causes = causes.removeValue(forKey: instance.number) ?? []
    for index in causes.indices {
      guard let place = causes[index].place,
        let property = instance.propertyStates.firstIndex(where: {
          $0.map(ObjectIdentifier.init) == place
        })
      else { continue }
      causes[index].name = box.wrappedNames[property]
    }
    bodies.append(
      BodyRecord(path: instance.path, causes: causes, duration: duration, number: instance.number))
  }

  /// Drops the causes of components that no longer exist.
  func end() { causes = [:] }
}
