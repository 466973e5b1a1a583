import MillraceLayout
import MillraceRender

/// Renders a tree as plain text, for pipes, logs and tests.
///
/// The text of a widget follows from its `Semantics`: a choice or a slider shows its value, and a
/// button, which nobody can press in a text, is left out. The text of other content is its
/// `plainText`.
///
/// Columns put their children below each other, rows side by side.
@MainActor
public final class PlainTextHost: RenderHost {
  private final class Item {
    var plainText: PlainText
    var style: LayoutStyle
    var children: [ElementID] = []

    init(_ element: Element) {
      plainText = PlainTextHost.text(of: element)
      style = element.style
    }
  }

  private var items: [ElementID: Item] = [:]
  private var layers: [Layer: [ElementID]] = [:]

  /// Makes a host without elements.
  public init() {}

  public var isInteractive: Bool { false }

  public func columns(of text: String) -> Int { displayWidth(of: SafeText.visible(text)) }

  /// The lines of the tree, without added spaces at their ends. Only the base layer is included:
  /// the other layers are for users who can respond. Control characters are made visible.
  public var lines: [String] { layers[.base, default: []].flatMap(lines(of:)) }

  private func lines(of id: ElementID) -> [String] {
    items[id].map { lines($0.plainText, $0.style, around: $0.children.map(lines(of:))) } ?? []
  }

  public func lines(of element: Element, around blocks: [[String]]) -> [String] {
    lines(Self.text(of: element), element.style, around: blocks)
  }

  private nonisolated static func text(of element: Element) -> PlainText {
    element.semantics?.plainText ?? element.content.plainText
  }

  private func lines(
    _ plainText: PlainText, _ style: LayoutStyle, around blocks: [[String]]
  ) -> [String] {
    if style.display == .none { return [] }
    switch plainText {
    case .control: return []
    case .titled(let title):
      return lines(.text(title), style, around: []) + lines(.container, style, around: blocks)
    case .text(let text):
      let text = SafeText.visible(text)
      if !text.utf8.contains(0x0A) { return [text] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .container:
      let blocks = blocks.filter { !$0.isEmpty }
      switch style.direction {
      case .row: return sideBySide(blocks)
      case .rowReverse: return sideBySide(blocks.reversed())
      case .column: return blocks.flatMap(\.self)
      case .columnReverse: return blocks.reversed().flatMap(\.self)
      }
    }
  }

  private func sideBySide(_ blocks: [[String]]) -> [String] {
    let height = blocks.map(\.count).max() ?? 0
    let widths = blocks.map { $0.map { displayWidth(of: $0) }.max() ?? 0 }
    return (0..<height).map { row in
      var line = ""
      var column = 0
      for (block, width) in zip(blocks, widths) where width > 0 {
        if row < block.count, !block[row].isEmpty {
          let gap = max(0, column - displayWidth(of: line))
          line += String(repeating: " ", count: gap) + block[row]
        }
        column += width + 1
      }
      return line
    }
  }

  public func create(_ id: ElementID, _ element: Element) { items[id] = Item(element) }

  public func update(
    _ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges
  ) {
    items[id]?.plainText = Self.text(of: new)
    items[id]?.style = new.style
  }

  public func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    changeChildren(of: parent) { children in
      children.insert(id, at: sibling.flatMap(children.firstIndex(of:)) ?? children.endIndex)
    }
  }

  public func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    changeChildren(of: parent) { $0.removeAll { $0 == id } }
    insert(id, into: parent, before: sibling)
  }

  public func remove(_ id: ElementID, from parent: HostParent) {
    changeChildren(of: parent) { $0.removeAll { $0 == id } }
    var removed = [id]
    while let next = removed.popLast() {
      removed += items.removeValue(forKey: next)?.children ?? []
    }
  }

  private func changeChildren(of parent: HostParent, _ change: (inout [ElementID]) -> Void) {
    switch parent {
    case .element(let id): items[id].map { change(&$0.children) }
    case .layer(let layer): change(&layers[layer, default: []])
    }
  }
}
