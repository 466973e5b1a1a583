import MillraceLayout
import Testing
import TestSupport

@Suite("Incremental layout")
struct IncrementalTests {
  /// Each block tests several trees.
  @Test(
    "an incremental layout equals that of a new tree, and reports exactly the changes",
    arguments: 0..<rounds(6, long: 100) as Range<UInt64>)
  func equalsFresh(block: UInt64) {
    let trees: UInt64 = rounds(6, long: 100)
    for seed in block * 100 + 1...block * 100 + trees { change(seed: seed) }
  }

  private func change(seed: UInt64) {
    var random = RandomTree(seed: seed)
    // A deep tree takes several times as long.
    let root = random.tree(depth: seed % 4 == 0 ? 4 : 3)
    root.style.display = .flex
    var space = (width: AvailableSpace.definite(60), height: AvailableSpace.definite(25))
    var history: [String] = []
    for step in 0..<4 {
      let before = Snapshot(root)
      let changes = root.layout(width: space.width, height: space.height)
      let trail = "seed \(seed), step \(step): \(history)"
      if let wrong = root.differenceFromNewTree(space.width, space.height) {
        Issue.record("\(trail): \(wrong)")
        return
      }
      if let wrong = before.disagreement(with: changes, root) {
        Issue.record("\(trail): \(wrong)")
        return
      }
      for _ in 0..<Int.random(in: 1...3, using: &random.random) {
        history.append(random.change(root))
      }
      if random.random.chance(20) {
        space.width = random.random.pick([.definite(40), .definite(60.5), .maxContent, .minContent])
        space.height = random.random.pick([.definite(10), .definite(25), .maxContent])
        history.append("\(space)")
      }
    }
  }

  /// Each block tests several pairs of trees.
  @Test(
    "incremental layouts of two trees that exchange boxes equal those of new trees",
    arguments: 0..<rounds(6, long: 3_000) as Range<UInt64>)
  func pairs(block: UInt64) {
    let pairs: UInt64 = rounds(1, long: 10)
    for seed in block * 10 + 1...block * 10 + pairs { changePair(seed: seed) }
  }

  private func changePair(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let roots = [random.tree(depth: 3), random.tree(depth: 3)]
    for root in roots { root.style.display = .flex }
    var history: [String] = []
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...4, using: &random.random) {
        let (from, to) = random.random.chance(50) ? (0, 1) : (1, 0)
        history.append(
          random.random.chance(30)
            ? random.transplant(from: roots[from], to: roots[to]) : random.change(roots[from]))
      }
      let root = random.random.pick(roots)
      let before = Snapshot(root)
      let changes = root.layout(width: .definite(60), height: .definite(25))
      let trail = "seed \(seed), step \(step): \(history)"
      let wrong =
        root.differenceFromNewTree(.definite(60), .definite(25))
        ?? before.disagreement(with: changes, root)
      if let wrong {
        Issue.record("\(trail): \(wrong)")
        return
      }
    }
  }
}

/// The frames before a layout.
private struct Snapshot {
  private var frames: [ObjectIdentifier: (CellRect, CellRect)] = [:]

  init(_ root: LayoutNode) {
    for node in root.all { frames[ObjectIdentifier(node)] = (node.frame, node.contentFrame) }
  }

  /// Describes the first fault of the reported changes: one is missing, duplicate or unnecessary,
  /// or comes before its parent's.
  func disagreement(with changes: [FrameChange], _ root: LayoutNode) -> String? {
    var reported: [ObjectIdentifier: FrameChange] = [:]
    for change in changes {
      if reported.updateValue(change, forKey: ObjectIdentifier(change.node)) != nil {
        return "reported \(change.new) twice"
      }
    }
    var seen: Set<ObjectIdentifier> = []
    for change in changes {
      seen.insert(ObjectIdentifier(change.node))
      guard let parent = change.node.parent.map(ObjectIdentifier.init) else { continue }
      if reported[parent] != nil, !seen.contains(parent) { return "reported before its parent" }
    }
    for node in root.all {
      let old = frames[ObjectIdentifier(node)] ?? (.zero, .zero)
      guard let change = reported.removeValue(forKey: ObjectIdentifier(node)) else {
        if old == (node.frame, node.contentFrame) { continue }
        return "did not report \(old) to \(node.frame)"
      }
      if change.new != node.frame { return "reported \(change.new) for \(node.frame)" }
      guard let reportedOld = change.old else { continue }
      if reportedOld != old.0 { return "reported as old \(reportedOld), was \(old.0)" }
      if old == (node.frame, node.contentFrame) { return "reported an equal frame \(old)" }
    }
    return reported.isEmpty ? nil : "reported \(reported.count) that are not in the tree"
  }
}
