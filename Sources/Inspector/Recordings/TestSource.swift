extension CommitHistory {
  /// Returns commits as a test: see `Inspector.testSource(from:through:reducer:module:)`.
  func test(
    _ first: UInt64, _ last: UInt64, _ reducer: String?, _ module: String?
  ) throws(InspectorError) -> String {
    let range = try range(first, last)
    let type = SwiftSource.name(of: context.types.state) ?? "\(context.types.state)"
    let actionType = SwiftSource.name(of: context.types.action) ?? "\(context.types.action)"
    let reducer = reducer ?? type.prefix(1).lowercased() + type.dropFirst().prefix { $0 != "<" }
    let module = module ?? String(String(reflecting: context.types.state).prefix { $0 != "." })
    var (source, body, names) = (SwiftSource(), "", [String]())
    var (before, name) = (Any?.none, "store")
    try forEach(in: range) { version, action, state in
      let origin = line(of: version)?.cells.last ?? ""
      if let action, let before {
        let changes = try source.changes(before, state, "$0").map { "    " + $0 + "\n" }
        let change = changes.isEmpty ? "" : " {\n" + changes.joined() + "  }"
        body += """
            // Version \(version)\(origin.isEmpty ? "" : ", " + origin)
            try await \(name).send(\(try source.text(action)))\(change)

          """
        names.append(String(reader.text(of: action).prefix { $0 != "(" }))
      } else {
        // A replacement cannot be sent, so the test continues with a new store.
        if before != nil {
          body += "  try await \(name).finish()\n  // Version \(version), a replacement\n"
          name = "store\(version)"
        }
        body += """
            let \(name) = TestStore(
              initial: \(try source.text(state)),
              reducer: Reducer<\(type), \(actionType)> { state, action in
                _ = \(reducer).reduce(&state, action)
              })

          """
      }
      before = state
      if body.utf8.count > 4 << 20 { throw InspectorError.tooLong(4 << 20) }
    }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    let title =
      "replays \(names.prefix(3).joined(separator: ", "))\(more), from version \(range.lowerBound) to \(range.upperBound)"
    let json = """

      private func decoded<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
      }

      """
    return """
      \(source.usesJSON ? "import Foundation\n" : "")import MillraceStore
      import MillraceStoreTesting
      import Testing

      @testable import \(module)

      @Test(\(String(reflecting: title)))
      func versions\(range.lowerBound)To\(range.upperBound)() async throws {
      \(body)  try await \(name).finish()
      }
      \(source.usesJSON ? json : "")
      """
  }
}
