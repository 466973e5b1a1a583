import MillraceLayout

/// Why a component was rendered.
public enum RenderReason: String, Sendable {
  case appeared, props, localState, source, environment, size, failure
}

/// One thing that changed, and had a body evaluated.
public struct RenderCause: Equatable, Sendable {
  public let reason: RenderReason
  /// Of the property, or the path in a store; empty where there is none.
  public internal(set) var name = ""
  /// The value before and after, as text.
  public internal(set) var old = ""
  public internal(set) var new = ""
  /// Where local state is kept.
  var place: ObjectIdentifier?
}

/// One evaluation of a body.
public struct BodyRecord: Sendable {
  /// The names of the components and elements from the root on.
  public let path: String
  public let causes: [RenderCause]
  /// What it took, without what is in it.
  public let duration: Duration
  let number: Int
}

/// What a frame did.
public struct FrameRecord: Sendable {
  public let number: Int
  /// In the order in which they were evaluated.
  public let bodies: [BodyRecord]
  /// What was drawn again, in cells of the screen.
  public package(set) var damage: [CellRect] = []
  /// The elements that were drawn in the damage.
  public package(set) var drawnNodes = 0
  /// In each row, the cells from the first to the last that changed.
  public package(set) var changedCells = 0
  /// What was written to the terminal.
  public package(set) var bytes = 0

  package init(number: Int, bodies: [BodyRecord]) { (self.number, self.bodies) = (number, bodies) }
}

/// Notes what is rendered and why, while somebody looks.
@MainActor
final class FrameRecorder {
  private(set) var bodies: [BodyRecord] = []
  /// Of bodies to come, by the number of the component. What changes between two frames belongs to the next.
  private var causes: [Int: [RenderCause]] = [:]

  func begin() { bodies = [] }

  /// Notes a change. Of several of one thing, the first old value and the last new one count.
  func note(_ cause: RenderCause, at number: Int) {
    var all = causes[number, default: []]
    let same = all.firstIndex {
      $0.reason == cause.reason && $0.name == cause.name && $0.place == cause.place
    }
    if let same { all[same].new = cause.new } else { all.append(cause) }
    causes[number] = all
  }

  /// Notes a reason of which nothing more is known.
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

  /// Says what of a store had a body evaluated, if one had.
  func noteSource(_ name: String, old: String, new: String, at number: Int) {
    if let index = causes[number]?.firstIndex(where: { $0.reason == .source }) {
      causes[number]?[index] = RenderCause(reason: .source, name: name, old: old, new: new)
    }
  }

  func note(_ duration: Duration, for instance: Instance, _ box: ComponentBox) {
    var causes = causes.removeValue(forKey: instance.number) ?? []
    for index in causes.indices {
      guard let place = causes[index].place,
        let property = instance.kept.firstIndex(where: { $0.map(ObjectIdentifier.init) == place })
      else { continue }
      causes[index].name = box.wrappedNames[property]
    }
    bodies.append(
      BodyRecord(path: instance.path, causes: causes, duration: duration, number: instance.number))
  }

  /// Forgets the changes of components that are gone.
  func end() { causes = [:] }
}
