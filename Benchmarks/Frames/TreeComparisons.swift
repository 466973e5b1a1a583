import Millrace
import MillraceStoreTesting
import TodoBench

/// An item of a tree of two levels.
private struct TreeNode: Identifiable, Equatable, Sendable {
  let id: Int
}

/// Ten open nodes with the given number of rows in total.
@MainActor
private func tree(rows count: Int) -> Node {
  let part = count / 10
  let top = IdentifiedList((0..<10).map(TreeNode.init))
  let parts = top.map { node in
    IdentifiedList(
      ((node.id + 1) * 10_000_000..<(node.id + 1) * 10_000_000 + part).map(TreeNode.init))
  }
  return TreeOfTwoLevels(top: top, parts: parts).node
}

private struct TreeOfTwoLevels: Component {
  let top: IdentifiedList<TreeNode>
  let parts: [IdentifiedList<TreeNode>]
  @Local private var open = Set(0..<10)

  var body: Node {
    let parts = parts
    return Tree(.known(top), text: { "#\($0.id)" }, open: $open) { node in
      parts.indices.contains(node.id) ? .known(parts[node.id]) : .none
    }
    .node
  }
}

/// The time of a key in a tree of many rows, compared with few rows. The key moves to the next row,
/// or opens and closes a node that contains a tenth of the rows.
@MainActor
func treeComparisons() -> [Comparison] {
  func key(
    _ name: String, n count: Int, against baseline: String?, opens: Bool
  ) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds),
      repeating: .asNeeded(atMost: 80)
    ) {
      let (clock, device) = (ManualClock(), CountingDevice())
      let view = tree(rows: count)
      let app = TerminalApp(Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })) { view }
      let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
      let (down, home, enter) = (Array("\u{1B}[B".utf8), Array("\u{1B}[H".utf8), [UInt8(0x0D)])
      return { iterations in
        @MainActor func send(_ input: [UInt8]) {
          clock.advance(by: .seconds(1))
          device.type(input)
        }
        send(home)
        if opens {
          // The keys close and open the node in turn.
          let time = timed { for _ in 0..<iterations { send(enter) } }
          let isOpen = device.readScreen().first?.hasPrefix("› ▾ #0") ?? false
          try check(
            isOpen == iterations.isMultiple(of: 2), "the node is not open or closed as expected")
          if !isOpen { send(enter) }
          withExtendedLifetime(session) {}
          return Sample(time: time)
        }
        let time = timed { for _ in 0..<iterations { send(down) } }
        let current = device.readScreen().first { $0.hasPrefix("›") } ?? ""
        let (node, remainder) = iterations.quotientAndRemainder(dividingBy: count / 10 + 1)
        let number = remainder == 0 ? node : (node + 1) * 10_000_000 + remainder - 1
        try check(current.contains("#\(number) "), "\(current), not #\(number)")
        withExtendedLifetime(session) {}
        return Sample(time: time)
      }
    }
  }
  return [
    Comparison(
      key("tree: Down, 100 rows", n: 100, against: nil, opens: false),
      key("tree: Down, many rows", n: 1_000_000, against: "tree: Down, 100 rows", opens: false)),
    Comparison(
      key("tree: open a node of 10", n: 100, against: nil, opens: true),
      key(
        "tree: open a node of many", n: 1_000_000, against: "tree: open a node of 10", opens: true)),
  ]
}
