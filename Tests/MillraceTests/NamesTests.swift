import Foundation
import Millrace
import Testing

/// Every public type beside `import Foundation`: an ambiguous name does not compile. `Foundation` is larger
/// on Apple's platforms; the names that are known to clash there are looked for in the sources.
@Suite("Public names")
struct NamesTests {
  @Test("are not ambiguous beside Foundation")
  func besideFoundation() {
    let types: [Any.Type] = [
      Store<Int, Int>.self, Reducer<Int, Int>.self, Middleware<Int, Int>.self, Command<Int>.self,
      ActionSource<Int>.self, CasePath<Int, Int>.self, StatePath<Int, Int>.self, Change<Int>.self,
      Commit<Int, Int>.self, Snapshot<Int>.self, Subscription.self, Lifetime.self,
      StateSelector<Int, Int>.self, StoreContext<Int, Int>.self, StoreIssue.self,
      Issues<StoreIssue>.self, Dependencies.self, RandomNumbers.self, Replacement.self,
      StoreValues<Int>.self, ValueBuffering.self, CallSite.self, Send<Int>.self,
      ScheduledWork.self, MiddlewareIssue.self, PersistenceError.self, LoggingError.self,
      LogDestination.self, LogLevel.self, LogFormat.self, LogField.self, Redaction<Int>.self,
      ThunkPolicy.self, ThunkRetry.self, ThunkError.self, CommitInterest.self,
      PersistenceEvent.self, ObservableStore<Int, Int>.self, IdentifiedList<Row>.self,
      FilteredList<Row>.self, SortedList<Row>.self, CountedList<Int, Row>.self,
      GroupedList<Int, Row>.self, Dispatcher<Int>.self, TerminalApp<Int, Int>.self, Node.self,
      Text.self, Button.self, TextSpan.self, Theme.self, Recording<Int, Int>.self,
      Replay<Int, Int>.self, RecordingDestination.self, RecordingRing.self, RecordingError.self,
      RecordingDifference.self, UndoHistory<Int>.self, UndoLimits<Int>.self, UndoRole.self,
      Durability<Int>.self, FileAccess.self, Migration.self, SavedAction.self, SavedFile.self,
      PersistedPart<Int, Int>.self, PersistenceLocation.self, UnreadablePolicy.self,
      SystemFiles.self,
    ]
    #expect(types.count == 68)
    let host: (any RenderHost)? = nil
    #expect(host == nil)
  }

  private struct Row: Identifiable, Equatable { let id: Int }

  @Test("are none of those that Apple's Foundation has")
  func ofApple() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let taken = [
      "Selector", "Host", "Scanner", "Stream", "Thread", "Timer", "Operation", "Port", "Process",
      "Unit",
    ]
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for name in taken {
        for kind in ["struct", "class", "enum", "protocol", "typealias"] {
          #expect(
            text.firstRange(of: try Regex("(?m)^public (final )?\(kind) \(name)\\b")) == nil,
            "\(name) in \(file.lastPathComponent)")
        }
      }
    }
  }
}
