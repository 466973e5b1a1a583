import MillraceDocument
import Testing

@testable import TodoExample

@Suite("Filters")
struct TodoFilterTests {
  @Test("a filter is parsed into projects, tags, a priority and words")
  func parsing() {
    let filter = TodoFilter(parsing: " +home  @phone (a) call mom + @ ")
    #expect(filter.projects == ["home"])
    #expect(filter.tags == ["phone"])
    #expect(filter.priority == Priority("A"))
    #expect(filter.words == ["call", "mom", "+", "@"])
    #expect(filter.description == "+home @phone (A) call mom + @")
    #expect(TodoFilter(parsing: filter.description) == filter)
    #expect(TodoFilter(parsing: "(1) (AB) (B (").words == ["(1)", "(AB)", "(B", "("])
    #expect(TodoFilter(parsing: " ").isEmpty)
    #expect(!filter.isEmpty)
  }

  @Test(
    "a filter matches items that have all its projects, tags and words, ignoring case",
    arguments: [
      ("", true), ("+home", true), ("+HOME", true), ("@phone", true), ("(A)", true), ("(B)", false),
      ("+hom", false), ("+homes", false), ("home", true), ("ALL", true), ("mom call", true),
      ("mom dad", false), ("+home @phone (A) call", true), ("+home @desk", false), ("@home", false),
      ("über", true), ("ÜBER", true), ("+ärger", true), ("+ärge", false), ("+b", false),
      ("phon", true), ("phonee", false), ("+", true),
    ])
  func matches(text: String, isFound: Bool) throws {
    let todo = try #require(Todo(line: "(A) Call Mom +Home a+b Über +Ärger @phone", id: id(1)))
    #expect(TodoFilter(parsing: text).matches(todo) == isFound)
  }

  @Test("a filter of an empty word matches everything, and an empty project nothing")
  func emptyWord() {
    for title in ["", "a"] {
      #expect(TodoFilter(words: [""]).matches(Todo(id: id(1), title: title)))
    }
    #expect(!TodoFilter(projects: [""]).matches(Todo(id: id(1), title: "a")))
  }

  @Test("the tabs show all, due, upcoming and done items")
  func tabs() {
    let list = TodoList([
      "plain", "late due:yesterday", "now due:today", "soon due:tom", "x done due:today",
    ])
    func titles(_ tab: TodoTab) -> [String] {
      list.items.filter { tab.shows($0, on: today) }.map(\.title)
    }
    #expect(titles(.all) == ["plain", "late", "now", "soon", "done"])
    #expect(titles(.today) == ["late", "now"])
    #expect(titles(.upcoming) == ["soon"])
    #expect(titles(.done) == ["done"])
    #expect(TodoTab.allCases.map(\.title) == ["All", "Today", "Upcoming", "Done"])
  }

  @Test("each sort order puts items without its field last, and keeps the order of equal items")
  func sorts() {
    let list = TodoList(["b", "(B) A due:fri", "(A) c", "(A) a due:\"fri 9am\"", "B due:today"])
    func titles(_ sort: TodoSort) -> [String] {
      list.items.sorted(by: sort.areInIncreasingOrder).map(\.title)
    }
    #expect(titles(.manual) == ["b", "A", "c", "a", "B"])
    #expect(titles(.priority) == ["c", "a", "A", "b", "B"])
    #expect(titles(.due) == ["B", "a", "A", "b", "c"])
    #expect(titles(.title) == ["A", "a", "b", "B", "c"])
  }
}
