import MillraceLayout
import MillraceRender

/// Shows a tree of nodes on a grid of cells: keeps the boxes, lays them out, draws what is damaged.
///
/// It knows no device: ``TerminalScreen`` turns the grid into bytes.
@MainActor
package final class TerminalHost: RenderHost {
  package var isInteractive: Bool { true }

  let canvas: Canvas
  let root: TerminalNode
  private(set) var nodes: [ElementID: TerminalNode] = [:]
  /// Gives an element as it was described last, handlers included.
  var element: (ElementID) -> Element? = { _ in nil }

  private var damage = Damage()
  private var layoutObservers: Set<ElementID> = []
  /// Observers whose children came, went or moved since the last layout.
  private var touchedObservers: Set<ElementID> = []
  private(set) var needsLayout = true
  /// Elements drawn so far: the work counter of drawing.
  private(set) var drawnNodes = 0

  package var focused: ElementID? { focusState.focused }
  var focusState = FocusState()
  /// The element on which a mouse button went down.
  var pressed: ElementID?

  package init(width: Int, height: Int) {
    canvas = Canvas(width: width, height: height)
    var style = LayoutStyle.element
    style.direction = .column
    style.alignItems = .stretch
    root = TerminalNode(id: TerminalNode.rootID, element: Element(BoxContent(), style: style))
    nodes[root.id] = root
    resize(width: width, height: height)
  }

  package func resize(width: Int, height: Int) {
    canvas.grid.resize(width: width, height: height)
    damage.removeAll()
    damage.add(CellRect(x: 0, y: 0, width: width, height: height))
    root.box.style.width = .cells(Double(width))
    root.box.style.height = .cells(Double(height))
    needsLayout = true
  }

  // MARK: - Mutations

  package func create(_ id: ElementID, _ element: Element) {
    nodes[id] = TerminalNode(id: id, element: element)
    if element.terminalHandlers?.laidOut != nil { layoutObservers.insert(id) }
    if element.terminal.takesFocus == true { focusState.wanting = id }
  }

  package func update(_ id: ElementID, from old: Element, to new: Element) {
    guard let node = nodes[id] else { return }
    damage.add(node.bounds)
    node.update(to: new)
    if new.terminal.takesFocus == true, old.terminal.takesFocus != true { focusState.wanting = id }
    needsLayout = true
  }

  package func insert(_ id: ElementID, into parent: ElementID?, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = nodes[parent ?? root.id] else { return }
    let index = position(of: sibling, in: parent)
    parent.children.insert(node, at: index)
    parent.box.insert(node.box, at: index)
    node.placed(in: parent)
    childrenChanged(of: parent)
  }

  package func move(_ id: ElementID, in parent: ElementID?, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = nodes[parent ?? root.id],
      let from = parent.children.firstIndex(where: { $0 === node })
    else { return }
    damage.add(node.bounds)
    parent.children.remove(at: from)
    let to = position(of: sibling, in: parent)
    parent.children.insert(node, at: to)
    parent.box.move(from: from, to: to)
    childrenChanged(of: parent)
  }

  package func remove(_ id: ElementID, from parent: ElementID?) {
    guard let node = nodes[id], let parent = node.parent,
      let index = parent.children.firstIndex(where: { $0 === node })
    else { return }
    damage.add(node.bounds)
    if let focused, node.contains(focused) {
      focusState.willRemove(node, path: focusListeners)
    }
    parent.children.remove(at: index)
    _ = parent.box.remove(at: index)
    node.placed(in: nil)
    forget(node)
    childrenChanged(of: parent)
  }

  private func childrenChanged(of parent: TerminalNode) {
    parent.siblingsChanged()
    if layoutObservers.contains(parent.id) { touchedObservers.insert(parent.id) }
    needsLayout = true
  }

  private func forget(_ node: TerminalNode) {
    nodes[node.id] = nil
    layoutObservers.remove(node.id)
    for child in node.children { forget(child) }
  }

  private func position(of sibling: ElementID?, in parent: TerminalNode) -> Int {
    guard let sibling else { return parent.children.count }
    return parent.children.firstIndex { $0.id == sibling } ?? parent.children.count
  }

  // MARK: - Layout

  /// Lays out what changed and tells those who asked.
  package func layOut() {
    guard needsLayout else { return }
    needsLayout = false
    let changes = root.box.layout(
      width: .definite(Double(canvas.grid.width)), height: .definite(Double(canvas.grid.height)))
    var told = touchedObservers
    touchedObservers = []
    // Where a frame was depends on where the parent's was, too.
    if !changes.isEmpty {
      damage.add(CellRect(x: 0, y: 0, width: canvas.grid.width, height: canvas.grid.height))
    }
    for change in changes {
      guard let node = change.node.owner as? TerminalNode else { continue }
      if layoutObservers.contains(node.id) { told.insert(node.id) }
      if let parent = node.parent, layoutObservers.contains(parent.id) { told.insert(parent.id) }
    }
    for id in told {
      guard let node = nodes[id] else { continue }
      let content = node.box.contentFrame
      let rows = node.children.map { (y: $0.box.frame.y - content.y, height: $0.box.frame.height) }
      element(id)?.terminalHandlers?.laidOut?(
        LayoutReport(width: content.width, height: content.height, children: rows))
    }
  }

  /// Marks an element as looking different, though its description did not change.
  func markDamaged(_ id: ElementID) {
    if let node = nodes[id] { damage.add(node.bounds) }
  }

  // MARK: - Drawing

  /// Draws what is damaged into the grid.
  /// - Returns: whether anything was.
  package func draw() -> Bool {
    guard !damage.isEmpty else { return false }
    let screen = CellRect(x: 0, y: 0, width: canvas.grid.width, height: canvas.grid.height)
    for rect in damage.rects {
      let clip = rect.intersection(screen)
      guard !clip.isEmpty else { continue }
      canvas.grid.clear(
        x: clip.x, y: clip.y, width: clip.width, height: clip.height, style: Style())
      draw(root, clip: clip, inherited: Style())
    }
    damage.removeAll()
    return true
  }

  private func draw(_ node: TerminalNode, clip: CellRect, inherited: Style) {
    guard !node.isHidden else { return }
    let frame = node.box.absoluteFrame
    let clipsChildren = node.element.style.overflow != .visible
    let isTouched = !frame.intersection(clip).isEmpty
    if !isTouched, clipsChildren || node.children.isEmpty { return }

    let attributes = node.element.terminal
    var style = attributes.style.over(inherited)
    let isFocused = node.id == focused
    if isFocused, let focusStyle = attributes.focusStyle { style = focusStyle.over(style) }
    let content = node.box.absoluteContentFrame
    if isTouched {
      drawnNodes += 1
      let brush = Brush(
        frame: frame, contentFrame: content, clip: clip.intersection(frame), style: style,
        isFocused: isFocused, canvas: canvas)
      // Only a background that the node itself asks for is filled in: one that is inherited
      // has been filled by the ancestor.
      if attributes.style.background != .default
        || isFocused && attributes.focusStyle?.background ?? .default != .default
      {
        brush.fill(frame)
      }
      node.content.draw(node, with: brush)
    }
    let inner = clipsChildren ? clip.intersection(content) : clip
    guard !inner.isEmpty else { return }
    for child in node.childrenInOrder { draw(child, clip: inner, inherited: style) }
  }

  /// Where the terminal's cursor belongs; nil: nowhere.
  package var cursor: CellPoint? {
    guard let id = focused, let node = nodes[id], let point = node.content.cursor(in: node) else {
      return nil
    }
    let content = node.box.absoluteContentFrame
    let place = CellPoint(x: content.x + point.x, y: content.y + point.y)
    var ancestor: TerminalNode? = node
    while let visible = ancestor {
      guard !visible.isHidden, visible.box.absoluteFrame.contains(x: place.x, y: place.y) else {
        return nil
      }
      ancestor = visible.parent
    }
    return place
  }
}
