import MillraceRender

/// The time of a part of a frame.
public struct PhaseAnswer: Codable, Equatable, Sendable {
  /// A case of `FramePhase`.
  public var phase: String
  /// The time that it took.
  public var microseconds: Double
  /// The work of the phase: a number and a unit.
  public var work: String

  init(_ phase: FramePhase, in frame: FrameRecord) {
    self.phase = phase.rawValue
    microseconds = (frame.times[phase] ?? .zero) / .microseconds(1)
    work =
      switch phase {
      case .bodies: "\(frame.bodies.count) bodies"
      case .diff: "\(frame.comparisons) nodes compared"
      case .layout: "\(frame.visitedBoxes) boxes visited"
      case .effects: ""
      case .draw: "\(frame.drawnNodes) boxes drawn"
      case .paint: "\(frame.changedCells) cells changed"
      case .write: "\(frame.bytes) bytes"
      }
  }
}

/// A time, and its percentage of another one.
private func shareText(_ time: Double, of whole: Double) -> String {
  let percent = whole > 0 ? Int((time / whole * 100).rounded()) : 0
  return "\(durationText(microseconds: time)) (\(percent) %)"
}

/// The time that the inspector took, beside the time of the program's frames.
public struct CostAnswer: InspectorAnswer {
  /// The number of the program's frames since a viewer was opened first.
  public var frames = 0
  /// The time of these frames, in microseconds.
  public var program = 0.0
  /// The time of recording these frames, in microseconds.
  public var recording = 0.0
  /// The time of the inspector's bodies and frames, and of making the texts of the program's
  /// frames, in microseconds.
  public var own = 0.0

  public var text: String {
    "\(frames) frames: \(durationText(microseconds: program)), recording "
      + "\(shareText(recording, of: program)), the inspector's own frames "
      + "\(shareText(own, of: program))\n"
  }
}

extension FrameAnswer {
  /// The phases, with the bodies as an indented tree: times, percentages, and work.
  var profileLines: [String] {
    let tree = zip(bodies, names).map { body, name in
      [
        String(repeating: "  ", count: body.depth + 1) + name,
        shareText(body.microseconds, of: microseconds), body.why,
      ]
    }
    var rows = phases.map {
      [$0.phase, shareText($0.microseconds, of: microseconds), $0.work]
    }
    rows.insert(contentsOf: tree, at: min(1, rows.count))
    rows.append(["recording", shareText(recording, of: microseconds)])
    return [String].columns(rows)
  }

  /// The paths of the bodies, each relative to the body that contains it.
  private var names: [Substring] {
    var around: [String] = []
    return bodies.map { body in
      around.removeLast(max(0, around.count - body.depth))
      let start = around.last.map { $0 + "/" } ?? ""
      around.append(body.path)
      return body.path.dropFirst(body.path.hasPrefix(start) ? start.count : 0)
    }
  }
}
