"""The faults that mutate.py inserts into the library.

A replacement contains both the right and the faulty code: `FAULT` is true if the fault is selected.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    number: int
    file: str
    sentence: str
    # A regular expression for the names of the tests that should find the fault.
    tests: str
    # Pairs of code that is in the file exactly once, and its replacement.
    edits: tuple


def faults(tests, folder, *records):
    """Creates faults from records: number, file in the folder, sentence, original, replacement; or a
    tuple of pairs instead of the last two. A record may end with its own tests.
    """
    return [Fault(number, f"Sources/{folder}/{file}", sentence, *rest(edits, tests))
            for number, file, sentence, *edits in records]


def rest(edits, tests):
    if isinstance(edits[0], tuple):
        return (edits[1:] or [tests])[0], edits[0]
    return (edits[2:] or [tests])[0], ((edits[0], edits[1]),)


STORE = r"StoreTests\."
# Without tests of random trees, except the browser's.
LAYOUT = r"LayoutTests\.(?!Incremental|RoundingProperty|Tiling|Depth)"
CHANGES = r"LayoutTests\.(Incremental|Change|FrameChange|Work)Tests/"
RENDER = r"RenderTests\."
LISTS = r"\.List\w*Tests/"
FIELDS = r"\.(TextField\w*|LineEditor\w*|Completion)Tests/"
CELLS = r"\.(CellGrid|Drawing|Painter\w*)Tests/"
PAINTER = r"\.Painter\w*Tests/"
INPUT = r"\.(Input\w*|Paste|KittyKeyboard)Tests/"
HOST = r"\.(Focus|FocusScope|Layer|HostContract|Pointer|Mouse|Popover|Dialog|Work)Tests/"
FILES = (r"\.(Journal\w*|Persistence\w*|BadFile|StrangeFile|SharedFile|ChangedFile|DeletedFile"
         r"|Reload|MergeRandom|EndAndIssue)Tests/")

FAULTS = [
    *faults(
        STORE, "Store",
        (1, "Core/RootCore+Commit.swift",
         "Whether an action's work was cancelled is not asked again under the lock.",
         "if let token, token.dropsActions, token.isCancelled",
         "if let token, !FAULT, token.dropsActions, token.isCancelled"),
        (2, "Core/RootCore+Delivery.swift",
         "A delivery ends though a subscriber came that has not seen the newest state.",
         "|| plan.hasPending.load(ordering: .relaxed)",
         "|| !FAULT && plan.hasPending.load(ordering: .relaxed)"),
        (3, "Command/Runner/JobTable+Cancel.swift",
         "The parts of a command that is cancelled go on.",
         "for (_, child) in job.children.sorted(by: { $0.key < $1.key }) { cancelNow(child) }",
         "for (_, child) in job.children.sorted(by: { $0.key < $1.key }) where !FAULT {"
         " cancelNow(child) }"),
        (4, "Delivery/PlanNode.swift",
         "Of the parts around a subscriber that saw another value only the innermost is marked.",
         "node = part.parent", "node = FAULT ? nil : part.parent"),
        (5, "Selectors/StateSelector.swift",
         "Of a selector made of selectors only the inputs of the last are watched.",
         "inputs = known + more.filter", "inputs = (FAULT ? [] : known) + more.filter"),
        (6, "Command/Runner/ChildTracker.swift",
         "Whether a child is there is not asked when its work is registered.",
         "check(added)", "if !FAULT { check(added) }"),
        (7, "Command/Runner/JobTable+Register.swift",
         "The command at the end of a throttle's interval opens no interval.",
         "job.throttle?.held = nil\n    steps.append(.wait(duration, job))",
         "job.throttle?.held = nil\n    if !FAULT { steps.append(.wait(duration, job)) }"),
        (8, "Reducer/Reducer+Combine.swift",
         "The commands of combined reducers are in the wrong order.",
         ".merge([first, second])", ".merge(FAULT ? [second, first] : [first, second])"),
        (9, "Core/RootCore+Delivery.swift",
         "A state is delivered before the sinks have written it.",
         "if hasSinks { flush(through: batchVersion) }",
         "if hasSinks, !FAULT { flush(through: batchVersion) }"),
        (10, "Delivery/PlanNode.swift",
         "A subscriber is notified of the version that it has seen.",
         "if $0.seen < version,", "if $0.seen < version || FAULT && $0.seen == version,"),
    ),
    *faults(
        LAYOUT, "Layout",
        (11, "Engine/FlexItem.swift",
         "What an item shrinks in proportion to has its padding in it.",
         "max(0, base - mainSides)", "max(0, base - (FAULT ? 0 : mainSides))"),
        (12, "Engine/FlexibleLengths.swift",
         "All items are frozen when the first meets its minimum or maximum.",
         "guard stays else { continue }", "guard stays || FAULT else { continue }"),
        (13, "Engine/AspectRatios.swift",
         "The width that a ratio gives ignores the limits of the height.",
         "return style.ratioWidth(height: item.clampedCross(cross), sides: item.sides)",
         "return style.ratioWidth(\n"
         "      height: FAULT ? cross : item.clampedCross(cross), sides: item.sides)"),
        (14, "Engine/Rounding.swift",
         "Widths are rounded instead of right edges.",
         "let right = x + node.pointee.width",
         "let right = (FAULT ? x.rounded() : x) + node.pointee.width"),
        (15, "Engine/ChangePropagation.swift",
         "A container does not learn that a child's narrowest content is another.",
         "if !old.minWidth.isNaN, contentWidth",
         "if !FAULT, !old.minWidth.isNaN, contentWidth", CHANGES),
        (16, "Storage/SizeCache.swift",
         "For the width before the last, the height for the last is remembered.",
         "widths.1 == width ? heights.1 : .nan",
         "widths.1 == width ? (FAULT ? heights.0 : heights.1) : .nan", CHANGES),
        (17, "Engine/Placement.swift",
         "A box of the same size is not placed again when its height becomes definite.",
         "node.marks.contains(.definiteHeight) == heightIsDefinite,",
         "FAULT || node.marks.contains(.definiteHeight) == heightIsDefinite,", CHANGES),
        (18, "Engine/AbsoluteAxis.swift",
         "The margin is left out where an absolute box stands at the far side.",
         "case (true, false): return room - after - marginAfter - size",
         "case (true, false): return room - after - (FAULT ? 0 : marginAfter) - size"),
        (19, "Engine/BaseSizes.swift",
         "Gaps are not counted where a line wraps.",
         "length += container.mainGap + item.pointee.hypothetical",
         "length += (FAULT ? 0 : container.mainGap) + item.pointee.hypothetical"),
        (20, "Engine/ConstraintPlacement.swift",
         "A constrained child's minimum and maximum width do not limit its content's.",
         "width = width.clamped(min: limits.minWidth, max: limits.maxWidth).clampedSize",
         "width = (FAULT ? width : width.clamped(min: limits.minWidth, max: limits.maxWidth))"
         ".clampedSize"),
    ),
    *faults(
        RENDER, "Render",
        (21, "Reconcile/KeyedDiff.swift",
         "A key that comes twice in the old list is matched twice.",
         "sources[place - start] < 0 else {", "FAULT || sources[place - start] < 0 else {"),
        (22, "Reconcile/Renderer+Reconcile.swift",
         "The effects of parents run before those of children.",
         (("instance.saved = parent.savedStates?.take(node.key) ?? parent.saved?.children[slot]",
           "instance.saved = parent.savedStates?.take(node.key)\n"
           "      ?? parent.saved?.children[slot]\n"
           "    if FAULT { mountEffects(of: instance) }"),
          ("invalidateBindings(for: node)\n    mountEffects(of: instance)",
           "invalidateBindings(for: node)\n    if !FAULT { mountEffects(of: instance) }"))),
        (23, "Reconcile/Renderer+Effects.swift",
         "A task goes on when its id changes.",
         "instance.effects[index].task?.cancel()",
         "if !FAULT { instance.effects[index].task?.cancel() }"),
        (24, "Reconcile/Renderer+Components.swift",
         "A component that is skipped keeps its old handlers.",
         "old.adoptHandlers(of: new)", "if !FAULT { old.adoptHandlers(of: new) }"),
        (25, "Components/SavedStates.swift",
         "One state less than the limit is kept of what disappeared.",
         "while states.count > limit {", "while states.count > limit - (FAULT ? 1 : 0) {",
         r"RenderTests\.|\.ListRowTests/"),
        (26, "Reconcile/Renderer+Reconcile.swift",
         "What comes before a child without an element is put at the end.",
         "anchor = child.firstElement ?? anchor",
         "anchor = child.firstElement ?? (FAULT ? nil : anchor)"),
        (27, "Reconcile/Renderer+Reconcile.swift",
         "Keys are ignored while the number of children is the same.",
         "case .key(let key): if nodes[index].key != key { return false }",
         "case .key(let key): if !FAULT, nodes[index].key != key { return false }"),
        (28, "Reconcile/Renderer+Components.swift",
         "A second error inside a boundary goes to the boundary around.",
         "if boundary.isDirty { return }", "if boundary.isDirty, !FAULT { return }"),
        (29, "Reconcile/Renderer+Reconcile.swift",
         "What a portal shows stays when what is around it goes.",
         "removeElements(of: child, from: .layer(layer))",
         "if !FAULT { removeElements(of: child, from: .layer(layer)) }"),
        (30, "Reconcile/Renderer.swift",
         "Effects run though the layout has asked for another tree.",
         "guard dirty.isEmpty, invalidations.isEmpty, nextRoot == nil, !needsUnmount else { continue }",
         "guard FAULT || dirty.isEmpty && invalidations.isEmpty && nextRoot == nil && !needsUnmount\n"
         "else { continue }"),
    ),
    *faults(
        LISTS, "Widgets",
        (31, "List/ListModel.swift",
         "The current row stays where it was when its item moves.",
         "current = rows.row(of: currentKey, near: current) ??",
         "current = (FAULT ? nil : rows.row(of: currentKey, near: current)) ??"),
        (32, "Scrolling/ViewportState.swift",
         "A list whose last rows go leaves its box half empty.",
         "if isMeasured, rows.upperBound == source.count, endLine < box.height,",
         "if !FAULT, isMeasured, rows.upperBound == source.count, endLine < box.height,"),
        (33, "List/ListSource+Selection.swift",
         "A range that shrinks takes away what was selected before.",
         "if indices.contains(place) || range.base.contains(id) {",
         "if indices.contains(place) || !FAULT && range.base.contains(id) {"),
        (34, "Text/LineEditor.swift",
         "What is killed backwards is put behind what was killed before.",
         "killed = range.lowerBound < line.cursor ?",
         "killed = range.lowerBound < line.cursor && !FAULT ?", FIELDS),
        (35, "Text/LineEditor.swift",
         "An edit leaves what was undone to be done again.",
         "(future, lastStep, chosen) = ([], step, 0)",
         "(future, lastStep, chosen) = (FAULT ? future : [], step, 0)",
         FIELDS),
        (36, "Text/FuzzyMatch.swift",
         "Characters that stand side by side count as a gap.",
         "if place < last - 1 { gaps += 1 }",
         "if place < last - (FAULT ? 0 : 1) { gaps += 1 }", r"\.(FuzzyMatch|Palette)Tests/"),
        (37, "Calendar/MonthView.swift",
         "A Sunday stands before the Monday that begins its week.",
         "(day.weekday - firstWeekday + 7) % 7",
         "(day.weekday - firstWeekday + (FAULT ? 0 : 7)) % 7", r"\.MonthViewTests/"),
        (38, "Scrolling/ViewportState.swift",
         "Whether a list is at its end is computed after rows were added.",
         "if followsEnd, isAtEnd {",
         "if followsEnd, FAULT ? rows.upperBound == count && endLine <= box.height : isAtEnd {"),
        (39, "Scrolling/ScrollBar.swift",
         "A scroll bar is at its end before the content is.",
         "if start < limit, place == last, last > 1 { place = last - 1 }",
         "if !FAULT, start < limit, place == last, last > 1 { place = last - 1 }",
         r"\.(ScrollView|List)Tests/"),
        (40, "Choices/Select.swift",
         "One letter again stays on the choice that it led to.",
         "(letter, row + 1)", "(letter, row + (FAULT ? 0 : 1))", r"\.SelectTests/"),
    ),
    *faults(
        HOST, "Terminal",
        (41, "Cells/CellGrid+Drawing.swift",
         "The right half of a wide glyph that is overwritten stays.",
         "blank(high)", "if !FAULT { blank(high) }", CELLS),
        (42, "Host/Damage.swift",
         "What is damaged stays where it was when its rows scroll.",
         "? old.rows[source].clamped(to: columns) : 0..<0",
         "? old.rows[FAULT ? row : source].clamped(to: columns) : 0..<0",
         r"\.(Drawing|ScrollView|List\w*|Work)Tests/|TerminalTests\.RandomProgramTests/"),
        (43, "Paint/ShownScreen+Rows.swift",
         "The cursor is believed to be known after a glyph in the last column.",
         "wanted: wanted, into: &out)\n"
         "      cursor = x + count < width ? .at(x: x + count, y: row) : .row(row)",
         "wanted: wanted, into: &out)\n"
         "      cursor = x + count < width || FAULT ? .at(x: x + count, y: row) : .row(row)",
         PAINTER),
        (44, "Paint/Painter.swift",
         "A cursor that was hidden is not shown again.",
         'if isCursorShown != true { out.appendControl("?25h") }',
         'if isCursorShown == nil || isCursorShown == false && !FAULT {'
         ' out.appendControl("?25h") }', PAINTER),
        (45, "Input/PasteCollector.swift",
         "The end of a paste is not found where it comes in two pieces.",
         "if start + match == input.endIndex { return (start, false) }",
         "if start + match == input.endIndex, !FAULT { return (start, false) }", INPUT),
        (46, "Input/UTF8Collector.swift",
         "Overlong UTF-8 of three bytes is a character.",
         "if byte == 0xE0 { next = 0xA0...0xBF }",
         "if byte == 0xE0, !FAULT { next = 0xA0...0xBF }", INPUT),
        (47, "Host/Focus.swift",
         "When the last control goes, the focus goes to the first instead of the nearest.",
         "+ parent.children[..<index].reversed() {",
         "+ (FAULT ? Array(parent.children[..<index]) : parent.children[..<index].reversed()) {"),
        (48, "Host/Pointer.swift",
         "A button that went down elsewhere and comes up on an element clicks it.",
         "guard let target, target == pointer.pressed else { return isCaptured }",
         "guard let target, FAULT || target == pointer.pressed else { return isCaptured }"),
        (49, "Host/Overlays.swift",
         "A key that is pressed in a popover goes to what is around it, too.",
         "path.firstIndex { nodes[$0]?.drawn.overlay != nil }",
         "path.firstIndex {\n      FAULT ? nodes[$0]?.drawn.overlay == .dialog"
         " : nodes[$0]?.drawn.overlay != nil\n    }"),
        (50, "Paint/Pen.swift",
         "Text that is bold and dim loses both when it loses one.",
         "gained.formUnion(new.attributes.intersection([.bold, .dim]))",
         "if !FAULT { gained.formUnion(new.attributes.intersection([.bold, .dim])) }", PAINTER),
    ),
    *faults(
        FILES, "Middleware/Persistence",
        (51, "JournalScan.swift",
         "The checksum of a line is not looked at.",
         "guard let end, CheckedLine.hasValidChecksum(line), note",
         "guard let end, FAULT || CheckedLine.hasValidChecksum(line), note"),
        (52, "StateFile.swift",
         "The new file takes the name before its content is on the device.",
         "try storage.synchronize(file)", "if !FAULT { try storage.synchronize(file) }"),
        (53, "PersistenceSink+Merge.swift",
         "After a merge that leaves the file, lines follow a file that is gone.",
         "writing.needsState = true", "if !FAULT { writing.needsState = true }"),
        (54, "Journal.swift",
         "The state takes its name before the journal's word of it is on the device.",
         "try synchronize()\n    lastRecorded = mark",
         "if !FAULT { try synchronize() }\n    lastRecorded = mark"),
        (55, "Journal.swift",
         "What a failed write left is not cut off before the next line.",
         "guard let file else { return }\n    try cutPartialLine()",
         "guard let file else { return }\n    if !FAULT { try cutPartialLine() }"),
        (56, "LineWriting.swift",
         "Actions whose lines could not be written are forgotten.",
         "pending.withLock { $0.lines.insert(contentsOf: batch, at: 0) }",
         "if !FAULT { pending.withLock { $0.lines.insert(contentsOf: batch, at: 0) } }"),
        (57, "Loader.swift",
         "The last action that the state has is applied again.",
         "where line.version > loaded.commit {",
         "where line.version > loaded.commit || FAULT && line.version == loaded.commit {"),
        (58, "SaveTimer.swift",
         "Changes that go on and on are never saved.",
         "return min(state.last + delay, first + maximumWait)",
         "return FAULT ? state.last + delay : min(state.last + delay, first + maximumWait)"),
        (59, "PersistenceSink+Inbox.swift",
         "An entry of the inbox is removed before its line is on the device.",
         "(try? own.journal.synchronize()) != nil else",
         "FAULT || (try? own.journal.synchronize()) != nil else"),
        (60, "PersistenceSink+Merge.swift",
         "Whether another thread's commit came after a merge's answer is not asked.",
         "if store.snapshot.version != version { return false }",
         "if !FAULT, store.snapshot.version != version { return false }"),
    ),
]
