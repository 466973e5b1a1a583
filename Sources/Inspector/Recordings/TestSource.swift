extension TimeMachine {
  func test(
    _ first: UInt64, _ last: UInt64, _ reducer: String?, _ module: String?, _ reader: ValueReader
  ) throws(InspectorError) -> String {
    let history = shownHistory
    let range = try history.range(first, last)
    return try InspectorError.of { try history.test(range, reducer, module, reader) }
  }
}

extension CommitHistory {
  fileprivate func test(
    _ range: ClosedRange<UInt64>, _ reducer: String?, _ module: String?, _ reader: ValueReader
  ) throws -> String {
    let type = SwiftSource.name(of: State.self) ?? "\(State.self)"
    let actionType = SwiftSource.name(of: Action.self) ?? "\(Action.self)"
    let reducer = reducer ?? type.prefix(1).lowercased() + type.dropFirst().prefix { $0 != "<" }
    let module = module ?? String(String(reflecting: State.self).prefix { $0 != "." })
    var (source, body, names) = (SwiftSource(), "", [String]())
    var (before, store) = (State?.none, "store")
    try forEach(in: range, reader) { version, action, state in
      let origin = line(of: version, reader)?.cells.last ?? ""
      if let action, let before {
        let changes = try source.changes(before, state, "$0").map { "    " + $0 + "\n" }
        let change = changes.isEmpty ? "" : " {\n" + changes.joined() + "  }"
        body += """
            // Version \(version)\(origin.isEmpty ? "" : ", " + origin)
            try await \(store).send(\(try source.text(action)))\(change)

          """
        names.append(String(reader.text(of: action).prefix { $0 != "(" }))
      } else {
        // A replacement cannot be sent: the test goes on with another store.
        if before != nil {
          body += "  try await \(store).finish()\n  // Version \(version), a replacement\n"
          store = "store\(version)"
        }
        body += """
            let \(store) = TestStore(
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
      \(body)  try await \(store).finish()
      }
      \(source.usesJSON ? json : "")
      """
  }
}
