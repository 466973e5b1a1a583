import Millrace

@testable import todo

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

func day(_ text: String) -> CalendarDay { CalendarDay(text)! }

/// A Wednesday.
let today = day("2026-11-25")

/// A moment of that day.
func at(_ seconds: Double = 0) -> Moment {
  Moment(day: today, minute: 600, milliseconds: Int(seconds * 1_000))
}

func id(_ number: UInt64) -> TodoID { TodoID(number) }

func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

extension TodoList {
  /// Items from lines, with the ids 1, 2, …
  init(_ lines: [String]) {
    self.init(
      items: IdentifiedList(
        lines.enumerated().map { Todo(line: $1, id: id(UInt64($0 + 1)), today: today)! }))
  }

  /// The items as lines, without the days of creation.
  var lines: [String] {
    items.map {
      var todo = $0
      todo.created = nil
      return todo.line
    }
  }
}

extension TodoState {
  init(_ lines: String...) {
    self.init()
    list = TodoList(lines)
  }

  var lines: [String] { list.lines }

  mutating func run(_ actions: TodoAction...) {
    for action in actions { _ = todoReducer.reduce(&self, action) }
  }
}
