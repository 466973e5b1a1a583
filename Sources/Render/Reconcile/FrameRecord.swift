import MillraceLayout

/// Why a component was rendered.
public enum RenderReason: String, Codable, Sendable {
  /// The component appeared; its props, local state, source, environment or size changed; or the
  /// content of an error boundary failed.
  case appeared, props, localState, source, environment, size, failure
}

/// A change that caused the evaluation of a body.
public struct RenderCause: Codable, Equatable, Sendable {
  /// The kind of change.
  public let reason: RenderReason
  /// The name of the property, or the path in a store; may be empty.
  public var name = ""
  /// The value before the change, as text, cut after 120 characters; may be empty.
  public var old = ""
  /// The value after the change, as text, cut after 120 characters; may be empty.
  public var new = ""
}

/// A part of the work of a frame.
public enum FramePhase: String, CaseIterable, Codable, Sendable {
  /// The evaluation of bodies.
  case bodies
  /// The comparison of nodes with those of the last frame.
  case diff
  /// The layout of changed elements.
  case layout
  /// The effects of components.
  case effects
  /// Drawing damaged elements into cells. On a page, it includes the comparison of elements.
  case draw
  /// The comparison of cells with the contents of the terminal.
  case paint
  /// The output of the bytes to the terminal.
  case write
}

/// The time of a part of a frame.
public struct PhaseRecord: Codable, Equatable, Sendable {
  /// The measured phase.
  public let phase: FramePhase
  /// The duration, without the time that recording took.
  public let microseconds: Double
  /// The amount of work, as text: a number and a unit, such as `12 bodies`.
  public let work: String
}

/// One evaluation of a body.
public struct BodyRecord: Codable, Equatable, Sendable {
  /// The names of the components and elements from the root.
  public package(set) var path: String
  /// The causes of the evaluation, in order. Empty until ``FrameRecord/described()`` adds them.
  public private(set) var causes: [RenderCause] = []
  /// The time of this body, without its children.
  public let microseconds: Double
  /// The number of enclosing evaluations. Evaluations nest, because the diff of a body's nodes
  /// evaluates the bodies of changed components.
  public let depth: Int
  /// The time of this body, of the comparison of its nodes, and of the bodies inside.
  public internal(set) var total = 0.0
  /// Whether the body's nodes equal those of its previous evaluation. Elements, effects,
  /// environment values, and the props of `Equatable` components are compared; handlers and other
  /// components cannot be.
  public internal(set) var isWasted = false
  package private(set) var source = Source()

  private enum CodingKeys: CodingKey { case path, causes, microseconds, depth, total, isWasted }

  /// The data from which a record is made. Comparisons and encodings ignore it. Only the main actor
  /// reads it.
  package struct Source: Equatable, @unchecked Sendable {
    /// The number of the component.
    package var number = 0
    var changes: [RecordedChange] = []
    var describe: (Any) -> String = { "\($0)" }

    package static func == (_: Self, _: Self) -> Bool { true }
  }

  init(path: String, microseconds: Double, depth: Int, source: Source) {
    (self.path, self.microseconds, self.depth, self.source) = (path, microseconds, depth, source)
  }

  var described: BodyRecord {
    if source.changes.isEmpty { return self }
    var body = self
    body.causes = source.changes.flatMap { $0.causes(source.describe) }
    body.source.changes = []
    return body
  }
}

/// The work of one frame.
public struct FrameRecord: Codable, Equatable, Sendable {
  /// The number of the frame, from 1.
  public let number: Int
  /// The newest version of the state that the previous frame showed. An inspector sets it.
  public package(set) var from: UInt64 = 0
  /// The newest version of the state that this frame shows. An inspector sets it.
  public package(set) var to: UInt64 = 0
  /// The bodies that ran, in order.
  public package(set) var bodies: [BodyRecord]
  /// The phases of the frame, in order. Empty until ``described()`` adds them.
  public private(set) var phases: [PhaseRecord] = []
  /// The time that recording the frame took, in microseconds. The other times do not contain it.
  public package(set) var recording = 0.0
  /// The number of elements that were drawn again.
  public package(set) var boxes = 0
  /// The number of cells from the first to the last changed one of a row, summed over the rows.
  public package(set) var cells = 0
  /// The number of bytes that were written to the terminal.
  public package(set) var bytes = 0
  /// The redrawn areas, in cells of the screen.
  public package(set) var damage: [CellRect] = []
  package var source = Source()

  private enum CodingKeys: CodingKey {
    case number, from, to, bodies, phases, recording, boxes, cells, bytes, damage
  }

  /// The data from which the phases are made. Comparisons and encodings ignore it.
  package struct Source: Equatable, Sendable {
    package var times = FrameTimes()
    /// The number of nodes compared with those of the last frame.
    package var comparisons = 0
    /// The number of layout boxes that the layout visited.
    package var visitedBoxes = 0

    package init() {}
    package static func == (_: Self, _: Self) -> Bool { true }
  }

  package init(number: Int, bodies: [BodyRecord]) { (self.number, self.bodies) = (number, bodies) }

  /// Returns the record with its phases and causes. The original record keeps only the values of
  /// the causes, because creating their texts takes longer than the frame.
  /// - Complexity: That of the values' descriptions.
  @MainActor public func described() -> FrameRecord {
    if !phases.isEmpty { return self }
    var record = self
    record.bodies = bodies.map(\.described)
    record.phases = FramePhase.allCases.map { phase in
      let work =
        switch phase {
        case .bodies: "\(bodies.count) bodies"
        case .diff: "\(source.comparisons) nodes compared"
        case .layout: "\(source.visitedBoxes) boxes visited"
        case .effects: ""
        case .draw: "\(boxes) boxes drawn"
        case .paint: "\(cells) cells changed"
        case .write: "\(bytes) bytes"
        }
      let time = source.times.all.reduce(.zero) { $1.phase == phase ? $0 + $1.time : $0 }
      return PhaseRecord(phase: phase, microseconds: time / .microseconds(1), work: work)
    }
    record.source = Source()
    return record
  }
}

/// The times of a frame's phases, without the recording. A phase can occur several times.
package struct FrameTimes: Sendable {
  fileprivate(set) var all: [(phase: FramePhase, time: Duration)] = []

  package var sum: Duration { all.reduce(.zero) { $0 + $1.time } }
}

/// A change whose values have no texts yet.
struct RecordedChange {
  let reason: RenderReason
  var name = ""
  /// The key path or type whose text is the name; nil if `name` is the name.
  var path: Any?
  /// The values before and after the change; nil for a reason without details.
  var values: (old: Any, new: Any)?
  /// Identifies the storage of the changed local state; nil for other changes.
  var storage: ObjectIdentifier?

  /// The cause, or one cause for each changed property if the values are components.
  ///
  /// A value that is not `Equatable` counts as changed if its text changed.
  func causes(_ describe: (Any) -> String) -> [RenderCause] {
    func cause(_ name: String, _ old: Any, _ new: Any) -> RenderCause {
      func text(_ value: Any) -> String { String(describe(value).prefix(120)) }
      return RenderCause(reason: reason, name: name, old: text(old), new: text(new))
    }
    guard let values else { return [RenderCause(reason: reason)] }
    guard let old = values.old as? ComponentBox, let new = values.new as? ComponentBox else {
      return [cause(path.map { "\($0)" } ?? name, values.old, values.new)]
    }
    let changed = zip(old.props, new.props).compactMap { old, new -> RenderCause? in
      let isEqual =
        areEqual(old.value, new.value) ?? (describe(old.value) == describe(new.value))
      return isEqual ? nil : cause(old.name, old.value, new.value)
    }
    return changed.isEmpty ? [RenderCause(reason: .props)] : changed
  }
}

/// Records what is rendered and why, during inspection, and measures its own duration.
///
/// Accesses to properties that hold no values of the program are not checked for overlaps, because
/// they run no code of the program.
@MainActor
package final class FrameRecorder {
  private(set) var bodies: [BodyRecord] = []
  /// The causes of the next evaluations, by component number. A change between two frames counts
  /// for the later frame.
  private var changes: [Int: [RecordedChange]] = [:]
  /// The bodies whose nodes are being compared, outermost first: the index in `bodies`, the start,
  /// and a correction to the number of changes that the comparison makes (see ``close(_:)``).
  @exclusivity(unchecked) private var open: [(index: Int, start: PhaseStart, changes: Int)] = []
  /// The number of changes that the renderer's statistics do not count.
  @exclusivity(unchecked) private var others = 0
  @exclusivity(unchecked) private var times = FrameTimes()
  @exclusivity(unchecked) private var recording = Duration.zero
  /// The paths of components by number, cached because they are slow to make and rarely change.
  @exclusivity(unchecked) private var paths: [Int: String] = [:]
  private let describe: (Any) -> String
  private let clock: () -> Duration

  init(_ describe: @escaping (Any) -> String, _ clock: @escaping () -> Duration) {
    (self.describe, self.clock) = (describe, clock)
  }

  /// The start of a phase or a body, with the recording time and the number of changes until then.
  struct PhaseStart {
    let time: Duration
    let recording: Duration
    let changes: Int
  }

  func begin() { (bodies, open) = ([], []) }

  func phaseStart(_ mutations: Int = 0) -> PhaseStart {
    PhaseStart(time: clock(), recording: recording, changes: mutations + others)
  }

  private func elapsed(since start: PhaseStart, until end: Duration) -> Duration {
    end - start.time - (recording - start.recording)
  }

  func record(_ phase: FramePhase, since start: PhaseStart) {
    times.all.append((phase, elapsed(since: start, until: clock())))
  }

  /// Returns the times since the last call.
  package func takeTimes() -> (phases: FrameTimes, recording: Duration) {
    defer { (times, recording) = (FrameTimes(), .zero) }
    // The duration measured as diff includes that of the bodies.
    for (phase, time) in times.all where phase == .bodies {
      times.all.append((.diff, .zero - time))
    }
    return (times, recording)
  }

  /// Records a change, and measures how long that takes. Repeated changes of one value keep the
  /// first old and the last new value.
  private func record(_ change: @autoclosure () -> RecordedChange, at number: Int) {
    let start = clock()
    let change = change()
    let isBare = change.values == nil
    let same = changes[number]?.firstIndex {
      $0.reason == change.reason
        && (isBare || $0.name == change.name && $0.storage == change.storage)
    }
    if let same {
      if let new = change.values?.new { changes[number]?[same].values?.new = new }
    } else {
      changes[number, default: []].append(change)
    }
    recording += clock() - start
  }

  private func appears(_ number: Int) -> Bool {
    changes[number]?.contains { $0.reason == .appeared } == true
  }

  /// Records a reason without details, unless the same reason is recorded already.
  func record(_ reason: RenderReason, at number: Int) {
    if reason == .appeared { others += 1 }
    record(RecordedChange(reason: reason), at: number)
  }

  /// Records a change of local state.
  func record(
    _ reason: RenderReason, of storage: AnyObject, from old: Any, to new: Any, at number: Int
  ) {
    let storage = ObjectIdentifier(storage)
    record(RecordedChange(reason: reason, values: (old, new), storage: storage), at: number)
  }

  func recordProps(at number: Int, from old: ComponentBox, to new: ComponentBox) {
    // A component in a reused row has no old props: it counts as one that appears.
    if appears(number) { return }
    if new.isEquatable { others += 1 }
    record(RecordedChange(reason: .props, values: (old, new)), at: number)
  }

  /// Counts a changed environment value, whether or not a component reads it.
  func countEnvironmentChange() { others += 1 }

  func recordEnvironment(of reader: Instance, _ cell: AnyEnvironmentCell, from old: Any) {
    if appears(reader.number) { return }
    let property = reader.propertyStates.firstIndex { $0 === cell }
    let name =
      property.flatMap { reader.properties?.all[$0].name }
      ?? reader.extraReads.first { $0.cell === cell }?.name
    guard let name else { return }
    record(
      RecordedChange(reason: .environment, name: name, values: (old, cell.shown)),
      at: reader.number)
  }

  /// Names the part of a store that caused an evaluation, if a store did.
  func recordSource(_ path: () -> Any, old: () -> Any, new: () -> Any, at number: Int) {
    guard let index = changes[number]?.firstIndex(where: { $0.reason == .source }) else { return }
    let start = clock()
    changes[number]?[index] = RecordedChange(
      reason: .source, path: path(), values: (old(), new()))
    recording += clock() - start
  }

  /// Records an evaluated body. The diff of its nodes follows.
  func open(_ instance: Instance, _ box: ComponentBox, since start: PhaseStart) {
    let end = clock()
    let duration = elapsed(since: start, until: end)
    times.all.append((.bodies, duration))
    var changes = changes.removeValue(forKey: instance.number) ?? []
    for index in changes.indices {
      guard let storage = changes[index].storage,
        let property = instance.propertyStates.firstIndex(where: {
          $0.map(ObjectIdentifier.init) == storage
        })
      else { continue }
      changes[index].name = instance.properties?.all[property].name ?? ""
    }
    let path: String
    if let known = paths[instance.number] {
      path = known
    } else {
      path = instance.path
      if paths.count > 10_000 { paths = [:] }
      paths[instance.number] = path
    }
    bodies.append(
      BodyRecord(
        path: path, microseconds: duration / .microseconds(1), depth: open.count,
        source: .init(number: instance.number, changes: changes, describe: describe)))
    open.append((bodies.count - 1, start, 0))
    recording += clock() - end
  }

  /// Records the end of the diff of the body that was opened last.
  func close(_ mutations: Int) {
    guard let (index, start, before) = open.popLast() else { return }
    bodies[index].total = elapsed(since: start, until: clock()) / .microseconds(1)
    let changes = before + mutations + others - start.changes
    bodies[index].isWasted = changes == 0
    // If no outer body caused this evaluation, outer bodies do not count its changes.
    let isCaused = bodies[index].source.changes.contains {
      $0.reason == .appeared || $0.reason == .props
    }
    if !isCaused { for around in open.indices { open[around].changes -= changes } }
  }

  /// Drops the causes that are left when nothing remains to render: those of components that no
  /// longer exist.
  func end() { if !changes.isEmpty { changes = [:] } }
}

/// Compares two values of any type.
/// - Returns: Nil if their type is not `Equatable`.
private func areEqual(_ old: Any, _ new: Any) -> Bool? {
  func compare<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
  return (old as? any Equatable).map { compare($0) }
}
