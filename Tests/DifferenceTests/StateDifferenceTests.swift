import MillraceIdentifiedList
import Testing

@testable import MillraceDifference

@Suite("State differences")
struct StateDifferenceTests {
  struct State: Equatable, Sendable {
    var name = ""
    var tags: Set<Int> = []
    var route = Route.home
    var sizes: [Double] = []
  }

  enum Route: Equatable, Sendable {
    case home
    case detail(Detail)
    case search(text: String, Int)
    case named(title: String)
    indirect case next(Route)
  }

  struct Detail: Equatable, Sendable {
    var id = 1
    var text = ""
  }

  private func lines(_ change: (inout State) -> Void, from old: State = State()) -> [String] {
    var new = old
    change(&new)
    return StateDifference.lines(old, new)
  }

  @Test("long texts are shown from shortly before their first difference")
  func lateDifference() {
    let start = String(repeating: "p", count: 130)
    #expect(
      lines({ $0.name = start + "b" }, from: State(name: start + "a")) == [
        #"name: …ppppppppppppppppppppa" → …ppppppppppppppppppppb""#
      ])
    #expect(
      lines({ $0.name = start + "\n\u{1B}" }, from: State(name: start)) == [
        #"name: …pppppppppppppppppppp" → …pppppppppppppppppppp\n\u{1B}""#
      ])
  }

  @Test("long text after a late difference is truncated")
  func lateAndLong() throws {
    let (start, end) = (String(repeating: "p", count: 130), String(repeating: "q", count: 500))
    let line = try #require(
      lines({ $0.name = start + "b" + end }, from: State(name: start + "a" + end)).first)
    #expect(line.hasPrefix("name: …ppppppppppppppppppppaqq"))
    #expect(line.contains("q… → …ppppppppppppppppppppbqq"))
    #expect(line.count < 270)
  }

  @Test("a set shows its removed and added elements")
  func sets() {
    #expect(
      lines({ $0.tags = Set(1..<21) }, from: State(tags: Set(0..<20))) == [
        "tags: − 0", "tags: + 20",
      ])
    #expect(
      StateDifference.lines(Set(["b"]), Set(["c", "a"])) == [
        #"state: − "b""#, #"state: + "a""#, #"state: + "c""#,
      ])
  }

  @Test("for the same enum case, the difference of the payloads is shown in detail")
  func payloads() {
    #expect(
      lines({ $0.route = .detail(Detail(text: "b")) }, from: State(route: .detail(Detail()))) == [
        #"route.detail.text: "" → "b""#
      ])
    #expect(
      lines({ $0.route = .search(text: "a", 2) }, from: State(route: .search(text: "a", 1))) == [
        "route.search.1: 1 → 2"
      ])
    #expect(
      lines({ $0.route = .named(title: "b") }, from: State(route: .named(title: "a"))) == [
        #"route.named.title: "a" → "b""#
      ])
    #expect(
      lines(
        { $0.route = .next(.detail(Detail(id: 2))) },
        from: State(route: .next(.detail(Detail())))) == ["route.next.detail.id: 1 → 2"])
  }

  @Test("for a different enum case, whole values are shown")
  func otherCase() {
    #expect(
      lines { $0.route = .named(title: "a") } == [#"route: home → named(title: "a")"#])
  }

  @Test("the difference of long collections that are no arrays is their first different element")
  func longList() {
    let old = ContiguousArray(0..<20)
    var new = old
    new[18] = 50
    #expect(StateDifference.lines(old, new) == ["[18]: 18 → 50"])
  }

  @Test("a hidden value whose type is not Equatable appears only if it changed")
  func hiddenValues() {
    struct Secret { var text = "one" }
    struct Account { var (name, secret) = ("a", Secret()) }
    struct Hiding: Redactor {
      func hides(_ value: Any, at path: String) -> Bool { path == "secret" }
      func text(of value: Any, at path: String) -> String? { nil }
    }
    let old = Account()
    var new = old
    new.name = "b"
    #expect(StateDifference.lines(old, new, hiding: Hiding()) == [#"name: "a" → "b""#])
    new.secret.text = "two"
    #expect(
      StateDifference.lines(old, new, hiding: Hiding()) == [
        #"name: "a" → "b""#, "secret: ‹redacted›",
      ])
  }

  @Test("unequal values with the same description are reported as unequal")
  func sameText() {
    enum Holder: Equatable, Sendable, CustomStringConvertible {
      case one, two
      var description: String { "one of two" }
    }
    #expect(
      StateDifference.lines(Holder.one, .two) == [
        "state: one of two → one of two (the values differ, but their descriptions are equal)"
      ])
  }
}
