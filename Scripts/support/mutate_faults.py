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
FIELDS = r"\.(TextField\w*|FieldState|Completion)Tests/"
CELLS = r"\.(CellGrid|Drawing|Painter\w*)Tests/"
PAINTER = r"\.Painter\w*Tests/"
INPUT = r"\.(Input\w*|Paste|KittyKeyboard)Tests/"
HOST = r"\.(Focus|FocusScope|Layer|HostContract|Pointer|Mouse|Popover|Dialog|Work)Tests/"
FILES = (r"\.(Journal\w*|PartialJournal|Persistence\w*|BadFile|StrangeFile|SharedFile|ChangedFile"
         r"|DeletedFile|Reload|EndAndIssue)Tests/")
DOCUMENTS = r"MiddlewareTests\.(Document\w*|Several\w*|Sessions\w*)Tests/"

FAULTS = [
    *faults(
        STORE, "Store",
        (1, "Core/RootCore+Commit.swift",
         "Whether an action's work was cancelled is not asked again under the lock.",
         "if let token, token.dropsActions",
         "if let token, !FAULT, token.dropsActions"),
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
         "check(state.added)", "if !FAULT { check(state.added) }"),
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
         "node.flags.contains(.definiteHeight) == heightIsDefinite,",
         "FAULT || node.flags.contains(.definiteHeight) == heightIsDefinite,", CHANGES),
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
         "sources[newIndex - start] < 0 else {", "FAULT || sources[newIndex - start] < 0 else {"),
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
         "A component keeps its old handlers when its value is a newer one.",
         "if property.takesHandlers { property.adopt(component, state) }",
         "if property.takesHandlers, !FAULT { property.adopt(component, state) }"),
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
         "if pass < Self.passLimit, needsPass(sources: takesMore) { continue }",
         "if !FAULT, pass < Self.passLimit, needsPass(sources: takesMore) { continue }"),
    ),
    *faults(
        LISTS, "Widgets",
        (31, "List/ListState.swift",
         "The current row stays where it was when its item moves.",
         "if let key { current = rows.row(of: key, near: current) ??",
         "if let key { current = (FAULT ? nil : rows.row(of: key, near: current)) ??"),
        (32, "Scrolling/ViewportState.swift",
         "A list whose last rows go leaves its box half empty.",
         "if isMeasured, rows.upperBound == source.count, endLine < box.height,",
         "if !FAULT, isMeasured, rows.upperBound == source.count, endLine < box.height,"),
        (33, "List/ListSource+Selection.swift",
         "A range that shrinks takes away what was selected before.",
         "if indices.contains(row) || range.base.contains(id) {",
         "if indices.contains(row) || !FAULT && range.base.contains(id) {"),
        (34, "Editor/EditorBuffer.swift",
         "What is killed backwards is put behind what was killed before.",
         "register = range.lowerBound < caret ?",
         "register = range.lowerBound < caret && !FAULT ?", FIELDS),
        (35, "Editor/EditorBuffer.swift",
         "An edit leaves what was undone to be done again.",
         "(redoStack, lastStep) = ([], step)",
         "(redoStack, lastStep) = (FAULT ? redoStack : [], step)", FIELDS),
        (36, "Text/FuzzyMatch.swift",
         "Characters that stand side by side count as a gap.",
         "if index < last - 1 { gaps += 1 }",
         "if index < last - (FAULT ? 0 : 1) { gaps += 1 }", r"\.(FuzzyMatch|Palette)Tests/"),
        (37, "Calendar/MonthView.swift",
         "A Sunday stands before the Monday that begins its week.",
         "(day.weekday - firstWeekday + 7) % 7",
         "(day.weekday - firstWeekday + (FAULT ? 0 : 7)) % 7", r"\.MonthViewTests/"),
        (38, "Scrolling/ViewportState.swift",
         "Whether a list is at its end is computed after rows were added.",
         (("if settings.followsEnd, isAtEnd {",
           "if settings.followsEnd,\n"
           "      FAULT ? rows.upperBound == count && endLine <= box.height : isAtEnd\n    {"),
          ("if settings.followsEnd, isAtEnd, source.count > 0 {",
           "if settings.followsEnd, source.count > 0,\n"
           "      FAULT ? rows.upperBound == source.count && endLine <= size.height : isAtEnd\n    {")),
         r"\.(List|Log|Viewport|ScrollView)\w*Tests/"),
        (39, "Scrolling/ScrollBar.swift",
         "A scroll bar is at its end before the content is.",
         "if start < limit, thumbStart == last, last > 1 { thumbStart = last - 1 }",
         "if !FAULT, start < limit, thumbStart == last, last > 1 { thumbStart = last - 1 }",
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
        FILES, "Middleware",
        (51, "EntryLog/FileLog.swift",
         "The checksum of an entry is not checked.",
         "guard CheckedLine.hasValidChecksum(rest[..<end]),",
         "guard FAULT || CheckedLine.hasValidChecksum(rest[..<end]),"),
        (52, "Persistence/StateFile.swift",
         "The new file takes the name before its content is on the device.",
         "try storage.synchronize(file)", "if !FAULT { try storage.synchronize(file) }"),
        (53, "EntryLog/FileLog.swift",
         "A torn entry is not cut off before the next one is appended.",
         (("if rest.count > 1 { try cut(at: offset) }",
           "if rest.count > 1, !FAULT { try cut(at: offset) }"),
          ("if hasPartialEntry { try storage.resize(file, to: offset) }",
           "if hasPartialEntry, !FAULT { try storage.resize(file, to: offset) }"),
          ("do { try storage.writeAll(bytes, to: file, at: offset) } catch {",
           "do {\n"
           "      let end = try FAULT ? storage.status(of: file).size : offset\n"
           "      try storage.writeAll(bytes, to: file, at: end)\n    } catch {")),
         rf"{FILES}|{DOCUMENTS}"),
        (54, "EntryLog/FileLog+Generation.swift",
         "A new generation of a log takes its name before its content is on the device.",
         "try storage.writeAll(bytes, to: file)\n      try storage.synchronize(file)",
         "try storage.writeAll(bytes, to: file)\n"
         "      if !FAULT { try storage.synchronize(file) }"),
        (55, "EntryLog/FileLog.swift",
         "A log whose synchronization failed is relied on when the next one succeeds.",
         "isUnreliable = true\n      throw error", "isUnreliable = !FAULT\n      throw error"),
        (56, "Persistence/JournalWriter.swift",
         "Actions whose entries could not be written are forgotten.",
         "pending.withLock { [batch] in $0.insert(contentsOf: batch, at: 0) }",
         "if !FAULT { pending.withLock { [batch] in $0.insert(contentsOf: batch, at: 0) } }"),
        (57, "Persistence/PersistenceSink+Save.swift",
         "The last action that a saved state has stays pending, and is applied again.",
         "pending.withLock { $0.removeAll { $0.version <= version } }",
         "pending.withLock {\n"
         "      $0.removeAll { FAULT ? $0.version < version : $0.version <= version }\n    }"),
        (58, "Persistence/SaveTimer.swift",
         "Changes that go on and on are never saved.",
         "return min(state.last + delay, first + maximumWait)",
         "return FAULT ? state.last + delay : min(state.last + delay, first + maximumWait)"),
    ),
    # Seams between a mode and an ordinary path: held actions, a replacement, a branch in time
    # travel, a session of a read-only store, a reader that takes over, a store that has ended.
    *faults(
        r"\.(Hold|Holding)Tests/", "Store",
        (61, "Core/HeldActions.swift",
         "The newest held action is released first.",
         "let next = held?.items.popFirst()",
         "let next = FAULT ? held?.items.popLast() : held?.items.popFirst()"),
        (62, "Core/HeldActions.swift",
         "A break during a release of held actions does not stop the release.",
         "if held == nil { held = HeldActions() } else { held?.releaser = 0 }",
         "if held == nil { held = HeldActions() } else if !FAULT { held?.releaser = 0 }"),
        (63, "Core/RootCore+Subscribe.swift",
         "The held actions are dropped when the recording ends.",
         "release(dropping: false)", "release(dropping: FAULT)"),
        (64, "Core/RootCore+Commit.swift",
         "A store that is ending accepts a replacement.",
         "if cell.isEnding { return .closed }\n      if mayWait",
         "if cell.isEnding, !FAULT { return .closed }\n      if mayWait",
         r"StoreTests\.EndedStoreTests/"),
        (65, "Core/StoreLink.swift",
         "The context of a store that has ended has no state.",
         "phase.last = last\n", "if !FAULT { phase.last = last }\n",
         r"StoreTests\.EndedStoreTests/"),
        (66, "Core/RootCore+Commit.swift",
         "A replacement does not stop the timers and tasks of the children that it removes.",
         "if let work { follow(work) }", "if let work, !FAULT { follow(work) }",
         r"StoreTests\.AbsentChild\w*Tests/"),
    ),
    *faults(
        r"InspectorTests\.(Branch|TimeMachine)Tests/", "Inspector/TimeTravel",
        (67, "CommitHistory.swift",
         "The end of a branch that views show is taken for the recorded state of its version.",
         "known: travel.isBranch ? nil : travel.shown",
         "known: travel.isBranch && !FAULT ? nil : travel.shown"),
        (68, "StoreRecording+Travel.swift",
         "A jump to another past version forgets the commits that arrived since the travel began.",
         "if old == nil { travel.left = newest }",
         "if old == nil || FAULT { travel.left = newest }"),
    ),
    *faults(
        DOCUMENTS, "Middleware/Document",
        (59, "DocumentLog+Append.swift",
         "An entry that was written although the write failed is written again.",
         "member.waiting.removeFirst(min(own, member.waiting.count))",
         "if !FAULT { member.waiting.removeFirst(min(own, member.waiting.count)) }"),
        (60, "DocumentLog+Append.swift",
         "What a store made of a change is used although others were faster.",
         "after.number == shared.content.number + 1",
         "FAULT || after.number == shared.content.number + 1"),
        (69, "DocumentState.swift",
         "A read-only document changes.",
         "if case .readOnly = state.access {", "if !FAULT, case .readOnly = state.access {"),
        (70, "DocumentContent.swift",
         "A version of the file that two processes merge is merged twice.",
         "if merged.contains(digest) { return Outcome() }",
         "if !FAULT, merged.contains(digest) { return Outcome() }"),
    ),
]
