import MillraceDocument
import MillraceInspector
import MillraceTesting
import Testing

@testable import TodoExample

@MainActor
@Suite("A to-do list in the inspector")
struct TodoInspectorTests {
  private struct Field {
    let path: String
    let right: String
    let wrong: [String]
    let isSet: (TodoState) -> Bool
  }

  private static let item = "list.document.content.version.value.items[id: 0000000000000001]"

  private static func first(
    _ name: String, _ right: String, _ wrong: [String], _ isSet: @escaping (Todo) -> Bool
  ) -> Field {
    Field(path: "\(item).\(name)", right: right, wrong: wrong) { isSet($0.list.items[0]) }
  }

  private static func view(
    _ name: String, _ right: String, _ wrong: [String],
    _ isSet: @escaping (ListPresentation) -> Bool
  ) -> Field {
    Field(path: "list.view.\(name)", right: right, wrong: wrong) { isSet($0.list.view) }
  }

  private static func fields() throws -> [Field] {
    let edit = EditState(TodoList(["Call Ada"]).items[0], isForm: false)
    return [
      first("title", #""pear""#, ["3", "[]"]) { $0.title == "pear" },
      first("isDone", "true", [#""yes""#, "1.5"]) { $0.isDone },
      first("priority", #""B""#, [#""BB""#, "2"]) { $0.priority == Priority("B") },
      first("due", #""2026-12-01""#, [#""soon""#, "{}"]) { $0.due == Due("2026-12-01") },
      first("created", #""2026-11-01""#, [#""2026-13-01""#, "1"]) {
        $0.created == day("2026-11-01")
      },
      first("completed", #""2026-11-02""#, [#""x""#]) { $0.completed == day("2026-11-02") },
      first("notes", #""a\nb""#, ["[]"]) { $0.notes == "a\nb" },
      first("subtasks", #"["x one", "two"]"#, [#""x one""#, "[1]"]) {
        $0.subtasks == [Subtask(title: "one", isDone: true), Subtask(title: "two")]
      },
      first("threshold", #""2026-12-02""#, [#""later""#]) { $0.threshold == day("2026-12-02") },
      first("recurrence", #""+1w""#, [#""often""#, "7"]) { $0.recurrence == Recurrence("+1w") },
      first("id", #""00000000000000ff""#, [#""zz""#, "1"]) { $0.id == id(255) },
      view("tab", #""done""#, [#""none""#, "1"]) { $0.tab == .done },
      view("sort", #""title""#, [#""size""#]) { $0.sort == .title },
      view("filter.projects", #"["home"]"#, [#""home""#]) { $0.filter.projects == ["home"] },
      view("filter.tags", #"["phone"]"#, ["[1]"]) { $0.filter.tags == ["phone"] },
      view("filter.priority", #""A""#, [#""AA""#]) { $0.filter.priority == Priority("A") },
      view("filter.words", #"["call"]"#, ["{}"]) { $0.filter.words == ["call"] },
      view("search", #""ada""#, ["3"]) { $0.search == "ada" },
      Field(path: "draft", right: #""Buy figs""#, wrong: ["null", "[]"]) { $0.draft == "Buy figs" },
      Field(path: "dialog", right: #"{"help":{}}"#, wrong: [#""help""#, #"{"sky":{}}"#]) {
        $0.dialog == .help
      },
      Field(path: "edit", right: try json(edit), wrong: ["{}", "3"]) { $0.edit == edit },
      view("newest", #""0000000000000001""#, [#""zz""#]) { $0.newest == id(1) },
      Field(path: "problem", right: #""none""#, wrong: ["{}"]) { $0.problem == "none" },
    ]
  }

  @Test("the inspector edits every field of the state, and refuses values that do not fit")
  func everyField() throws {
    for field in try Self.fields() {
      let stage = try TodoStage("Call Ada", "Visit Grace")
      // An undo step is not part of the JSON, and is kept.
      stage.store.dispatch(.change(.add(["Ask Alan"], ids: [id(9)], at: at())))
      let inspector = Inspector(stage.store)
      let before = stage.store.snapshot
      for wrong in field.wrong {
        do throws(InspectorError) {
          try inspector.edit(field.path, json: wrong)
          Issue.record("\(field.path) was set to \(wrong)")
        } catch {
          guard case .invalidValue = error else {
            Issue.record("\(field.path): \(error)")
            continue
          }
        }
        #expect(stage.store.snapshot.version == before.version)
        #expect(stage.state == before.state)
      }
      do {
        try inspector.edit(field.path, json: field.right)
      } catch { Issue.record("\(field.path): \(error)") }
      #expect(field.isSet(stage.state), "\(field.path)")
      // A change of the document is a step, and one of the process is none.
      let isStep = stage.state.document.value != before.state.document.value
      #expect(
        stage.state.undoNames == (isStep ? ["changed by a tool"] : []) + before.state.undoNames)
      try inspector.resume(at: before.version)
      #expect(stage.state.document.value == before.state.document.value)
      #expect(stage.state.kept == before.state.kept)
    }
  }

  @Test("an edit of a part that the state does not have is refused")
  func missingPart() throws {
    let stage = try TodoStage("Call Ada")
    let inspector = Inspector(stage.store)
    let before = stage.store.snapshot
    #expect(throws: InspectorError.noValue("missing")) {
      try inspector.edit("missing", json: "5")
    }
    #expect(stage.store.snapshot.version == before.version)
  }

  @Test("the inspector dispatches an action that is written as JSON")
  func dispatch() throws {
    let stage = try TodoStage("Call Ada")
    let inspector = Inspector(stage.store)
    try inspector.dispatch(
      json:
        #"{"list":{"_0":{"document":{"_0":{"change":{"_0":{"prioritize":{"_0":["0000000000000001"],"_1":"A"}}}}}}}}"#
    )
    #expect(stage.state.list.items[0].priority == Priority("A"))
    #expect(
      try inspector.json(ofAction: 2)
        == #"{"list":{"_0":{"document":{"_0":{"change":{"_0":{"prioritize":{"_0":["0000000000000001"],"_1":"A"}}}}}}}}"#
    )
    #expect(try inspector.json(at: "list.view.tab") == #""all""#)
  }
}
