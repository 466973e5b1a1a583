// Compiled by Scripts/fuzz.sh with the layers of the library.

import Millrace
import MillraceMarkup
import MillraceMarkupLoader
import MillraceRender
import MillraceTerminal
import MillraceTesting

/// Builds nodes from bytes, as from an untrusted document, shows them as plain text and on a
/// terminal, and sends keys and clicks. Stops if the loader or the host traps, if an error has no
/// position in the document, or if a frame sends unsafe characters to the terminal.
///
/// The first byte selects the format of the document, the allowed elements and the size of the
/// terminal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated { LoaderFuzz(mode: bytes.first ?? 0).run(Array(bytes.dropFirst())) }
  return 0
}

@MainActor
private struct LoaderFuzz {
  let mode: UInt8
  private let sizes = [(40, 12), (80, 24), (1, 1), (7, 3)]

  func run(_ document: [UInt8]) {
    let elements =
      mode & 4 == 0
      ? NodeLoader.passiveElements.union(["Button", "Checkbox"])
      : Set(MarkupRegistry.elements.map(\.name))
    let loader = NodeLoader(
      elements: elements,
      actions: [
        "go": NodeAction { () in },
        "open": NodeAction { (id: Int) in require(id != .min, "\(id) is no number of a document") },
        "say": NodeAction { (text: String) in _ = text },
        "set": NodeAction { (isOn: Bool) in _ = isOn },
        "move": NodeAction { (x: Double, y: Double, name: String) in
          require(x.isFinite && y.isFinite, "\(x) and \(y), \(name)")
        },
      ])
    do throws(NodeLoaderError) {
      switch mode & 3 {
      case 0: show(try loader.node(xml: document))
      case 1: show(try loader.node(json: document))
      case 2: show(try loader.items(xml: document))
      default: show(try loader.items(json: document))
      }
    } catch {
      require(!error.issues.isEmpty, "an error without an issue")
      require(error.issues.count <= 100, "\(error.issues.count) issues")
      for issue in error.issues {
        require(issue.position.line >= 1 && issue.position.column >= 1, "\(issue)")
        require(issue.position.line <= document.count + 1, "\(issue)")
        require(!issue.message.isEmpty, "an issue has no message")
      }
    }
  }

  private func show(_ items: [NodeItem]) {
    require(Set(items.map(\.id)).count == items.count, "two items have an id")
    show(List(items) { $0.node }.node)
  }

  private func show(_ node: Node) {
    let host = PlainTextHost()
    Renderer(host: host).render(node)
    require(host.lines.allSatisfy { $0.unicodeScalars.allSatisfy(isSafe) }, "\(host.lines)")
    let (columns, rows) = sizes[Int(mode >> 3) % sizes.count]
    let stage = NodeStage(columns: columns, rows: rows, node)
    stage.terminal.send(.tab, .enter, .character(" "), .down, .end, .pageUp)
    stage.terminal.click(x: columns / 2, y: rows / 2)
    stage.terminal.wheel(up: false, x: 0, y: 0)
    stage.terminal.resize(columns: rows, rows: columns)
    stage.show(node)
    require(stage.rows.joined().unicodeScalars.allSatisfy(isSafe), "\(stage.rows)")
  }

  /// Whether a character is neither a control character nor a bidirectional control.
  private func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}
