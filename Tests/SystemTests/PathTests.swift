import MillraceSystem
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "a path has a folder and a name",
    arguments: [
      ("items.json", ".", "items.json", ".items.lock"),
      ("a/items.json", "a", "items.json", "a/.items.lock"),
      ("/items.json", "/", "items.json", "/.items.lock"),
      ("/a/b/", "/a", "b", "/a/.items.lock"),
      ("a/\u{301}x", "a", "\u{301}x", "a/.items.lock"),
    ])
  func parts(text: String, folder: String, name: String, sibling: String) {
    let path = Path(text)
    #expect(path.folder == folder)
    #expect(path.name == name)
    #expect(path.sibling(".items.lock") == sibling)
  }

  @Test("a link's target is relative to the link's folder unless it is absolute")
  func joining() {
    #expect(Path.join("a", "../b") == "a/../b")
    #expect(Path.join("/", "b") == "/b")
    #expect(Path.join(".", "b") == "b")
    #expect(Path.join("a", "/b") == "/b")
  }
}
