import MillraceRender

extension RenderCause {
  var text: String {
    let name = name.isEmpty ? "" : " \(name)"
    return reason.rawValue + name + (old.isEmpty && new.isEmpty ? "" : ": \(old) → \(new)")
  }
}

extension BodyRecord {
  var why: String {
    (causes.isEmpty ? ["with its parent"] : causes.map(\.text)).joined(separator: "; ")
      + (isWasted ? "; wasted, nodes are equal" : "")
  }
}

extension FrameRecord: InspectorAnswer, Identifiable {
  public var id: Int { number }
  /// The time of the frame, from the bodies to the written bytes.
  public var microseconds: Double { phases.reduce(0) { $0 + $1.microseconds } }

  public var text: String {
    let versions = from + 1 >= to ? "version \(to)" : "versions \(from + 1)…\(to)"
    let head =
      "frame \(number): \(versions), \(bodies.count) bodies, \(boxes) boxes, \(cells) cells, "
      + "\(bytes) bytes in \(durationText(microseconds: microseconds))"
    return ([head] + profileLines).asLines
  }

  /// The phases, with the bodies as an indented tree: times, percentages, and work.
  var profileLines: [String] {
    func row(_ name: String, _ time: Double, _ work: String = "") -> [String] {
      [name, shareText(time, of: microseconds), work]
    }
    let tree = zip(bodies, names).map {
      row(String(repeating: "  ", count: $0.depth + 1) + $1, $0.microseconds, $0.why)
    }
    let all = phases.map { row($0.phase.rawValue, $0.microseconds, $0.work) }
    return .columns(all.prefix(1) + tree + all.dropFirst() + [row("recording", recording)])
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

/// Returns a time, and its percentage of another time.
private func shareText(_ time: Double, of whole: Double) -> String {
  let percent = whole > 0 ? Int((time / whole * 100).rounded()) : 0
  return "\(durationText(microseconds: time)) (\(percent) %)"
}

/// The time that the inspector took, and the time of the program's frames.
public struct CostAnswer: InspectorAnswer {
  /// The number of the program's frames since a viewer was first opened.
  public var frames = 0
  /// The time of these frames, in microseconds.
  public var program = 0.0
  /// The time of recording these frames, in microseconds.
  public var recording = 0.0
  /// The time of the inspector's bodies and frames, and of creating the texts of the program's
  /// frames, in microseconds.
  public var own = 0.0

  public var text: String {
    "\(frames) frames: \(durationText(microseconds: program)), recording "
      + "\(shareText(recording, of: program)), the inspector's own frames "
      + "\(shareText(own, of: program))\n"
  }
}
