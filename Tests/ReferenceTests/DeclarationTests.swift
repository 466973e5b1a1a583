import Testing

@Suite("A declaration on a page")
struct DeclarationTests {
  @Test("each parameter has its name, its type and its default")
  func parameters() throws {
    let declaration = Declaration(
      "init<A>(_ text: String, at range: Range<A> = (0, 1), onEdit: @escaping @Sendable (A, A) -> Void, where words: [String : [A]] = [\"a, b\" : []])"
    )
    let parameters = try #require(declaration.parameters)
    #expect(parameters.map(\.name) == ["text", "range", "onEdit", "words"])
    #expect(
      parameters.map(\.type) == [
        "String", "Range<A>", "@escaping @Sendable (A, A) -> Void", "[String : [A]]",
      ])
    #expect(parameters.map(\.standard) == [nil, "(0, 1)", nil, "[\"a, b\" : []]"])
    #expect(declaration.head == "init<A>")
  }

  @Test("a long list has a line for each parameter, and none for the source location")
  func lines() {
    let declaration = Declaration(
      "func run(_ first: String, second: Dictionary<String, Set<Int>>, third: Int, fileID: StaticString = #fileID, line: UInt = #line) async throws -> Int"
    )
    #expect(
      declaration.text == """
        func run(
          _ first: String,
          second: Dictionary<String, Set<Int>>,
          third: Int
        ) async throws -> Int
        """)
  }

  @Test("a default value may contain an operator")
  func operators() throws {
    let declaration = Declaration("init(bytes: Int = 64 << 20, hiding parts: [Set<Int>] = [])")
    #expect(declaration.parameters?.map(\.standard) == ["64 << 20", "[]"])
  }

  @Test("a name has no labels of the parameters for the source location")
  func names() {
    let declaration = Declaration(
      "func send(_ text: String, line: UInt = #line, _ change: (Int) -> Void)")
    #expect(declaration.shown("send(_:line:_:)") == "send(_:_:)")
    let other = Declaration("func draw(line: Int)")
    #expect(other.shown("draw(line:)") == "draw(line:)")
  }

  @Test(
    "the address of a file in an article is seen from the other folder, and code stays as it is")
  func article() {
    let article = Article(
      name: "Effects", folder: "Sources/Store",
      text: "# Effects\n\n![A list](list.svg)\n\n```swift\nself[Client.self](name)\n```\n")
    #expect(
      article.lines(from: "Documentation/Articles") == [
        "# Effects", "", "![A list](../../Sources/Store/list.svg)", "", "```swift",
        "self[Client.self](name)", "```", "",
      ])
  }

  @Test("a property, an operator and a case keep their declarations")
  func others() {
    for source in [
      "var text: String { get }", "static func == (first: Self, second: Self) -> Bool",
      "case row(Int)", "case none", "struct Table<Data> where Data : Sequence",
      "let onEdit: @Sendable (Int) -> Void",
    ] { #expect(Declaration(source).text == source) }
  }

  @Test("a doc comment is parted into text, parameters and fields")
  func comment() {
    let comment = DocComment([
      "Edits a text.", "", "More.", "- Parameters:", "  - text: the text,", "    in a line.",
      "  - size: in cells.", "- Returns: a view.", "- Throws: what it", "  throws.",
    ])
    #expect(comment.text == ["Edits a text.", "", "More."])
    #expect(comment.parameters.map(\.name) == ["text", "size"])
    #expect(comment.parameters.map(\.text) == ["the text, in a line.", "in cells."])
    #expect(comment.fields.map(\.name) == ["Returns", "Throws"])
    #expect(comment.fields.map(\.text) == ["a view.", "what it throws."])
  }
}
