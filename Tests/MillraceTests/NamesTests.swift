import Foundation
import Millrace
import MillraceDocument
import MillraceInspector
import MillraceWeb
import TestSupport
import Testing

/// Names every public type beside `import Foundation`, because an ambiguous name does not compile.
/// On Apple's platforms `Foundation` is larger; names known to clash there are searched for in the
/// sources.
@Suite("Public names")
struct NamesTests {
  @Test("public types are unambiguous beside Foundation")
  func besideFoundation() {
    var types: [Any.Type] = [
      Store<Int, Int>.self, Reducer<Int, Int>.self, Middleware<Int, Int>.self, Command<Int>.self,
      ActionSource<Int>.self, CasePath<Int, Int>.self, StatePath<Int, Int>.self, Change<Int>.self,
      Commit<Int, Int>.self, Snapshot<Int>.self, Subscription.self, Lifetime.self,
      StateSelector<Int, Int>.self, StoreContext<Int, Int>.self, StoreIssue.self,
      Issues<StoreIssue>.self, Dependencies.self, RandomNumbers.self, Replacement.self,
      StoreValues<Int>.self, ValueBuffering.self, CallSite.self, Send<Int>.self, ScheduledWork.self,
      MiddlewareIssue.self, PersistenceError.self, LoggingError.self, LogDestination.self,
      LogLevel.self, LogFormat.self, LogField.self, Redaction<Int>.self,
      InFlight.self, SelectorFamily<Int, Int, Int>.self, ScreenStack<Int>.self,
      StackAction<Int, Int>.self,
      Retry.self, EffectTimeout.self, ThunkError.self, CommitInterest.self, PersistenceEvent.self,
      ObservableStore<Int, Int>.self, IdentifiedList<Item>.self, MergeConflict<Item>.self,
      (any Mergeable).self, FilteredList<Item>.self,
      FlattenedTree<Item>.self,
      SortedList<Item>.self, CountedList<Int, Item>.self, GroupedList<Int, Item>.self,
      DateWords.self, Dispatched.self, Dispatcher<Int>.self, EffectID.self,
      TerminalApp<Int, Int>.self, Node.self,
      LoadState<Int>.self, LoadView<Int>.self, ScreenStackView<Int>.self, WidgetKeys.self,
      RowOptions<Item>.self, (any RowsView).self, (any LinearRowsView).self,
      Text.self, Button.self,
      CommitDetail.self,
      CommitLine.self, CommitList.self, CommitQuery.self, CostAnswer.self,
      DifferenceAnswer.self,
      Inspector.self, (any InspectorAnswer).self, InspectorError.self, InspectorServer.self,
      CommitLine.self, CommitList.self, CommitQuery.self, DifferenceAnswer.self,
      HoldAnswer.self, Inspector.self, (any InspectorAnswer).self, InspectorError.self,
      InspectorServer.self,
      InspectorView.self, PathChange.self, PathHistory.self,
      InspectorView.self, OpenedRecording.self, PathChange.self, PathHistory.self,
      RecordingFit.self,
      PathHistoryEntry.self, ScreenAnswer.self, FileAnswer.self, SearchAnswer.self, SearchHit.self,
      TimeMachine<Int, Int>.self,
      TreeAnswer.self, ValueAnswer.self, ValuePart.self,
      PageServer.self, PageOptions.self, PageServerError.self, PagePermission.self,
      TextSpan.self, Theme.self, Recording<Int, Int>.self, Replay<Int, Int>.self,
      RecordingDestination.self, RecordingRing.self, RecordingError.self, RecordingDifference.self,
      UndoHistory<Int>.self, UndoLimits<Int>.self, UndoRole.self, Durability<Int>.self,
      FileAccess.self, Migration.self, SavedAction.self, (any SavedFile).self,
      PersistedPart<Int, Int>.self, PersistenceLocation.self, UnreadablePolicy.self,
      DocumentState<Memos>.self, DocumentAction<Memos>.self, DocumentLog<Memos>.self,
      DocumentPatch<Memos>.self, DocumentConflict<Memos>.self, DocumentAccess.self,
      DocumentDialog.self, DocumentMessage.self, DocumentStep.self, DocumentDifference<Memo>.self,
      OtherFields.self, DocumentOffline.self, (any DocumentServer).self,
      (any ServerConnection).self, ServerEntry.self, ServerError.self, ServerBatch.self,
      ServerSnapshot.self, PostgresServer.self,
      (any DocumentModel).self, (any DocumentElement).self, (any Durable).self,
      SystemFiles.self, Connect<Int, Int, Int>.self, (any Feature).self, (any TerminalProgram).self,
      FrameLoop.self,
      (any IdentifiedCollection).self, (any MaterializedView).self, AlignContent.self,
      AlignItems.self, AvailableSpace.self, BoxSizing.self, CellPoint.self,
      CellRect.self, CellSize.self, ConstraintAxis.self, ConstraintConflict.self,
      ConstraintOverride.self, ConstraintPriority.self, ConstraintRelation.self,
      ConstraintBuilder.self, Constrained.self,
      Display.self,
      Edges.self, FlexDirection.self, FlexWrap.self, FrameChange.self, JustifyContent.self,
      LayoutAnchor.self, LayoutAttribute.self, LayoutConstraint.self,
      BoxReport.self, LayoutAnchors.self,
      LayoutDirection.self, LayoutItem.self, LayoutNode.self,
      LayoutSize.self, LayoutStyle.self, Length.self, RowStates.self, MeasureFunction.self,
      Overflow.self,
      PositionType.self, FileChange.self, FileWatchError.self, ThunkContext<Int, Int>.self,
      Ending.self, TerminalControl.self, TerminalSession.self, StoreBinding<Int>.self,
      BodyRecord.self, FramePhase.self, FrameRecord.self, PhaseRecord.self, RenderCause.self,
      Animated<Int>.self,
      AnimationCurve.self,
      (any Interpolatable).self, Attributes.self,
      Binding<Int>.self, Color.self, (any Component).self, Container.self,
      EditedText.self, Element.self, ElementChanges.self, (any ElementContent).self, ElementID.self,
      ElementTable<Renderer>.self,
      Environment<Int>.self, EnvironmentValues.self, ErrorBoundary.self, EventContext.self,
      FocusHandle.self, FocusPolicy.self, FrameClock.self, Handler<Int>.self, Handlers.self,
      HostParent.self,
      InspectedNode.self, Invalidation.self, Key.self, KeyBinding.self, KeyCode.self,
      KeyModifiers.self, KeyedDiff.self, Layer.self, LayoutReport.self, (any LiveComponent).self,
      Local<Int>.self, LocaleIdentifier.self, ElementProperties.self, MouseEvent.self,
      NodeBuilder.self,
      (any NodeConvertible).self,
      NodeKey.self, PlainText.self, PointerEvent.self, PointerInterest.self, Portal.self,
      RenderContext.self, (any RenderHost).self, RenderIssue.self, RenderReason.self,
      RenderStatistics.self, Renderer.self, SemanticRole.self, SemanticStates.self,
      Semantics.self, SizeClass.self, Static.self, Style.self,
      UnderlineKind.self,
      ClockScheduler<ContinuousClock>.self, (any CommitSink).self, (any DependencyKey).self,
      MainActorRunner.self, (any RuntimeIssue).self, (any Scheduler).self, TaskScheduler.self,
      FileStatus.self, OpenMode.self, (any Storage).self, SystemError.self, Brush.self, Canvas.self,
      ColorDepth.self, DeviceEvent.self, InputDecoder.self, InputEvent.self, PlainTextHost.self,
      SafeText.self, ScreenMode.self, (any TerminalContent).self, (any TerminalDevice).self,
      TerminalError.self,
      TerminalProgress.self, TerminalReply.self, TerminalSize.self, TerminalTraits.self,
      TextExtent.self, TextLayout.self,
      Tty.self, WidthRules.self, Bind.self, BorderStyle.self, Box.self, Breadcrumbs.self,
      CalendarDay.self, Checkbox.self, Column.self, Completion.self, Dialog.self, Divider.self,
      FileEntry.self, FileLocation.self, FilePicker.self, FolderSource.self,
      Tty.self, WidthRules.self, Badge.self, Bind.self, BorderStyle.self, Box.self,
      CalendarDay.self, Checkbox.self, Column.self, Completion.self, DateField.self, Dialog.self,
      Divider.self,
      Form.self, FormBuilder.self, FormField.self, FuzzyMatch.self, FuzzyPattern.self,
      HelpDialog.self, KeyChord.self, KeyHelp.self, KeyHints.self, KeyMap.self, KeyMapError.self,
      KeysBuilder.self,
      List<[Item]>.self, Log.self, LogFilter.self, LogLine.self, LogLines.self,
      Menu.self, MenuBar.self, MenuBuilder.self, MenuItem.self, MonthView.self,
      NumberField<Int>.self, Palette.self, ProgressBar.self, Radio<Int>.self, Row.self,
      ScrollAxes.self,
      ScrollView.self, Select<Int>.self, SizeReader.self, Slider<Int>.self,
      Spacer.self, Spinner.self, (any SteppedNumber).self, (any PartsBuilder).self, Switch.self,
      Tty.self, WidthRules.self, BarChart.self, Bind.self, BorderStyle.self, Box.self,
      CalendarDay.self, ChartAxis.self, ChartBar.self, ChartPoints.self, ChartSeries.self,
      ChartSymbols.self, Checkbox.self, Column.self, Completion.self, Dialog.self, Divider.self,
      Form.self, FormBuilder.self, FormField.self, FuzzyMatch.self, FuzzyPattern.self,
      Gauge.self, Grid.self, GridBuilder.self, GridCell.self, GridTrack.self,
      HelpDialog.self, KeyHelp.self, KeyHints.self, KeyMap.self, KeyMapError.self, KeysBuilder.self,
      LazyGrid<[Item]>.self, LineChart.self,
      List<[Item]>.self, Log.self, LogFilter.self, LogLine.self, LogLines.self,
      MonthView.self, Palette.self, ProgressBar.self, ProgressEstimate.self, Row.self,
      ScrollAxes.self,
      ScrollView.self, Select<Int>.self, SizeReader.self, Spacer.self, Sparkline.self, Spinner.self,
      Split.self, SplitBuilder.self, SplitPane.self, SplitState.self,
      Markdown.self, MarkdownBlock.self, MarkdownDocument.self, MarkdownInline.self,
      MarkdownList.self, MarkdownTable.self,
      MonthView.self, Palette.self, ProgressBar.self, Row.self, ScrollAxes.self,
      ScrollView.self, Select<Int>.self, SizeReader.self, Spacer.self, Spinner.self,
      TabItem<Int>.self, Table<[Never]>.self, TableColumn<Int>.self,
      TableFormat.self, TableState.self, TableWidth.self, Tabs<Int>.self, TextAlignment.self,
      TextEdit.self, TextEditor.self, TextField.self, TextHighlight.self, TextHighlighter.self,
      TextFormat.self, TextSpanBuilder.self,
      TextTruncation.self, TextWrap.self, Toast.self, Toaster.self, Toasts.self, Tree<Item>.self,
      TreeChildren<Item>.self, WordBoundary.self,
      TextTruncation.self, TextWrap.self, Toast.self, Toaster.self, Toasts.self, Wizard.self,
      WizardBuilder.self,
      WizardStep.self, WordBoundary.self,
    ]
    #if DEBUG
      types += [
        (any LiveMarkup).self, LiveMarkupError.self, LiveMarkupSlot.self, MarkupArguments.self,
        LiveMarkupEvent.self, MarkupList.self, (any MarkupRows).self, MarkupNames.self,
      ]
    #endif
    #expect(!types.isEmpty)
  }

  private struct Item: Identifiable, Mergeable {
    enum Field: CaseIterable { case none }
    let id: Int
    mutating func assign(_ field: Field, from other: Item) {}
  }

  /// The source files that `import Millrace` brings.
  private static func sources() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    // The names in these modules are not checked.
    let others = [
      "Testing", "StoreTesting", "Emulator", "TodoExample", "Examples", "LayoutConformance",
      "Markup", "MarkupLoader", "Document",
    ]
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { path in
        path.hasSuffix(".swift") && !others.contains { path.hasPrefix($0 + "/") }
      }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  /// The names of public types, for two tests: most of their time is that of reading the sources.
  private static let publicNames: Result<Set<String>, any Error> = Result {
    try Self.readPublicNames()
  }

  private static func readPublicNames() throws -> Set<String> {
    let names = try Regex<(Substring, Substring)>(
      #"(?m)^(?:@\w+ )?public (?:final )?(?:struct|class|enum|protocol|typealias) (\w+)"#)
    return try Set(sources().flatMap { $0.matches(of: names).map { String($0.output.1) } })
  }

  @Test("every public type is in the list of checked names")
  func isComplete() throws {
    let text = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let tried = Set(text.matches(of: /\w+/).map { String($0.output) })
    #expect(try Self.publicNames.get().subtracting(tried).sorted() == [])
  }

  @Test("no public type has the name of a type in Apple's Foundation")
  func ofApple() throws {
    let taken: Set = [
      "Selector", "Host", "Scanner", "Stream", "Thread", "Timer", "Operation", "Port", "Process",
      "Unit",
    ]
    #expect(try Self.publicNames.get().isDisjoint(with: taken))
  }
}
