import MillraceIdentifiedList
import MillraceWeb

/// A request to the inspector whose parameters fit its `InspectorResource`.
struct InspectorRequest: Sendable {
  let resource: InspectorResource
  private let values: [String: JSONTree]

  /// - Throws: ``HTTPRefusal``, which says what is wrong and what to send instead.
  init(_ request: HTTPRequest, _ permission: PagePermission?) throws(HTTPRefusal) {
    let steps = request.path.split(separator: "/").dropFirst().map(String.init)
    let needed: PagePermission = steps == ["do"] ? .drive : .view
    if needed == .drive {
      if request.method != .post { throw HTTPRefusal(405, "send operations with POST") }
      if permission != .drive { throw HTTPRefusal(403, "this link permits only viewing") }
    }
    var given = try Self.parameters(of: request, needed)
    var name = steps.first ?? ""
    if needed == .drive { name = given.removeValue(forKey: "op")?.plain ?? "a body without op" }
    let rows = InspectorResource.all.filter { $0.permission == needed }
    guard let resource = rows.first(where: { $0.name == name }),
      steps.count == 1 || steps.count == 2 && resource.argument != nil
    else {
      let known = rows.map(\.name).joined(separator: ", ")
      throw needed == .drive
        ? HTTPRefusal(400, "\(name.prefix(100)) is not an operation: write op, one of \(known)")
        : HTTPRefusal(404, "there is no \(request.path): ask for \(known)")
    }
    self.resource = resource
    if let unknown = Set(given.keys).subtracting(resource.parameters).min() {
      let known = resource.parameters.isEmpty ? ["none"] : resource.parameters
      let problem = "\(resource.name) has no parameter \(unknown.prefix(100))"
      throw HTTPRefusal(400, "\(problem): it has \(known.joined(separator: ", "))")
    }
    if steps.count == 2, let argument = resource.argument { given[argument] = .text(steps[1]) }
    for (name, value) in given {
      let form = InspectorResource.form(of: name, value.plain)
      if form.fits { continue }
      throw HTTPRefusal(400, "\(name)=\(value.plain.prefix(100)) is not \(form.words)")
    }
    values = given
    if let missing = resource.required.subtracting(values.keys).min() {
      let start = missing == resource.argument ? "write /api/\(name)/ and" : "\(name) needs"
      let form = InspectorResource.form(of: missing).words
      throw HTTPRefusal(400, "\(start) the parameter \(missing), \(form)")
    }
    if resource.isExclusive, values.count > 1 {
      throw HTTPRefusal(400, "use only one of \(values.keys.sorted().joined(separator: " and "))")
    }
  }

  /// The parameters in the query, or in the JSON object of the body.
  private static func parameters(
    of request: HTTPRequest, _ permission: PagePermission
  ) throws(HTTPRefusal) -> [String: JSONTree] {
    // The values in a query are not percent-decoded; only a plus becomes a space. Clients send
    // other characters in a JSON body.
    if request.method == .get {
      return request.query.mapValues { .text($0.replacing("+", with: " ")) }
    }
    if !request.query.isEmpty { throw HTTPRefusal(400, "a POST has its parameters in the body") }
    // Only operations may have a long body, because only they contain values of the state.
    guard permission == .drive || request.body.count <= 16 * 1024 else {
      throw HTTPRefusal(413, "the body is too long")
    }
    let body = try? JSONTree(text: String(decoding: request.body, as: UTF8.self))
    guard case .object(let members)? = body else {
      throw HTTPRefusal(400, "the body is a JSON object")
    }
    return members
  }

  // MARK: - Values

  func text(_ name: String) -> String? { values[name]?.plain }
  func json(_ name: String) -> JSONTree { values[name] ?? .null }
  func flag(_ name: String) -> Bool { ["1", "true"].contains(text(name)) }
  func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }
  subscript(name: String) -> UInt64? { text(name).flatMap { UInt64($0) } }
  func count(_ name: String, _ standard: Int = 0) -> Int {
    self[name].map { Int(clamping: $0) } ?? standard
  }
  func limit(_ standard: Int) -> Int { count("limit", standard) }
  var path: String { text("path") ?? "" }

  /// The versions that a branch skips; nil without the parameter `skip`.
  var skipped: Set<UInt64>? {
    text("skip") == nil ? nil : Set(list("skip").compactMap { UInt64($0) })
  }
}

/// The answer to an operation that succeeded.
struct DoneAnswer: InspectorAnswer {
  var ok = true
  var position: UInt64?

  var text: String { position.map { "ok, showing version \($0)\n" } ?? "ok, live\n" }
}

/// A value or an action in the JSON encoding of its type.
struct JSONAnswer: InspectorAnswer {
  var value: JSONTree

  var text: String { value.text }
}

/// The answer to a request that failed.
struct ErrorAnswer: InspectorAnswer {
  /// The name of an `InspectorError`'s case, or `refused`.
  var error: String
  var what: String

  var text: String { what + "\n" }

  init(_ error: any Error) {
    let parts = Self.parts(of: error)
    // The text can quote the request, which must not add lines or control sequences to it.
    (self.error, what) = (parts.name, onOneLine(parts.text))
  }

  static func parts(of error: any Error) -> (name: String, status: Int, text: String) {
    if let error = error as? InspectorError { return error.parts }
    let refusal = error as? HTTPRefusal
    return ("refused", refusal?.status ?? 500, refusal?.reason ?? "\(error)")
  }
}
