import MillraceWeb

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The name and the parameters of a request, from the query or from a JSON body.
struct Asked: Sendable {
  /// The name, such as `commits`, or `commit` with the argument `12`.
  let name: String
  let argument: String?
  private var parameters: [String: String] = [:]
  private var body: [String: JSONTree] = [:]
  /// Whether the client asked for text instead of JSON.
  let wantsText: Bool

  /// - Throws: ``HTTPRefusal``.
  init(_ request: HTTPRequest) throws(HTTPRefusal) {
    let steps = request.path.split(separator: "/").map(String.init)
    guard steps.count >= 2, steps.count <= 3 else {
      throw HTTPRefusal(404, "there is no \(request.path)")
    }
    (name, argument) = (steps[1], steps.count > 2 ? steps[2] : nil)
    wantsText = request.header("accept")?.hasPrefix("text/plain") == true
    // A query has no percent-encoding, except a plus for a space. Clients send other characters in
    // a JSON body.
    for (name, value) in request.query { parameters[name] = value.replacing("+", with: " ") }
    guard request.method == .post else { return }
    // Only operations contain values of the state.
    guard name == "do" || request.body.count <= 16 * 1024 else {
      throw HTTPRefusal(413, "the body is too long")
    }
    guard let body = try? JSONDecoder().decode([String: JSONTree].self, from: Data(request.body))
    else { throw HTTPRefusal(400, "the body is a JSON object") }
    for (name, value) in body { parameters[name] = value.plain }
    self.body = body
  }

  var parameterNames: [String] { Array(parameters.keys) }

  subscript(name: String) -> String? { parameters[name] }

  /// The JSON value of a member of the body.
  func json(_ name: String) throws(InspectorError) -> JSONTree {
    guard let value = body[name] else { throw .request("add \(name), as JSON in the body") }
    return value
  }

  /// - Parameter other: Another word that the parameter knows.
  func flag(_ name: String, or other: String? = nil) throws(InspectorError) -> Bool {
    switch parameters[name] {
    case nil, "0", "false": return false
    case "1", "true": return true
    default:
      throw .request("\(name) is 1 or 0\(other.map { ", or \($0)" } ?? "")")
    }
  }

  func list(_ name: String) -> [String] {
    parameters[name]?.split(separator: ",").map(String.init) ?? []
  }

  func number(_ name: String) throws(InspectorError) -> UInt64? {
    try parameters[name].map { text throws(InspectorError) in try number(text, name) }
  }

  func number(_ text: String?, _ name: String) throws(InspectorError) -> UInt64 {
    guard let number = text.flatMap({ UInt64($0) }) else {
      throw .request("\(name) is a whole number, not \(text ?? "nothing")")
    }
    return number
  }

  func count(_ name: String) throws(InspectorError) -> Int? {
    try number(name).map { Int(clamping: $0) }
  }

  /// A version that the request must name.
  func version(_ name: String) throws(InspectorError) -> UInt64 {
    guard let version = try number(name) else { throw .request("add \(name)=, a version") }
    return version
  }

  /// The versions in a text such as `3,4`.
  func versions(_ name: String) throws(InspectorError) -> Set<UInt64>? {
    guard parameters[name] != nil else { return nil }
    let all = list(name)
    if all.count > 1_000 { throw .request("\(name) has at most 1,000 versions") }
    return Set(try all.map { text throws(InspectorError) in try number(text, name) })
  }

  /// The limit of an answer, at most 1,000.
  func limit(default value: Int) throws(InspectorError) -> Int {
    min(1_000, try count("limit") ?? value)
  }

  /// The frame in the path, as in `/api/display/12`.
  func frame() throws(InspectorError) -> Int? {
    try argument.map { text throws(InspectorError) in
      Int(clamping: try number(text, "the frame"))
    }
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

  var text: String { value.json + "\n" }
}

/// The answer to a request that failed.
struct ErrorAnswer: InspectorAnswer {
  var error: String
  var what: String

  init(_ error: InspectorError) {
    self.error =
      switch error {
      case .ended: "ended"
      case .slow: "slow"
      default: Mirror(reflecting: error).children.first?.label ?? ""
      }
    what = error.description
  }

  var text: String { what + "\n" }
}

extension InspectorError {
  var status: Int {
    switch self {
    case .notRecorded, .noValue, .notFound: 404
    case .invalidPath, .invalidValue, .request: 400
    case .ended, .notCodable, .file: 409
    case .tooLong: 413
    case .hidden: 403
    case .slow: 503
    }
  }
}
