import MillraceWeb

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request to the inspector: a name and parameters, from the query or from a JSON body.
struct InspectorRequest: Sendable {
  /// The name, such as `commits`, or `commit` with the argument `12`.
  let name: String
  let argument: String?
  private let parameters: [String: String]
  private let body: [String: JSONTree]
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
    var parameters: [String: String] = [:]
    for (name, value) in request.query {
      parameters[name] = value.split(separator: "+", omittingEmptySubsequences: false)
        .joined(separator: " ")
    }
    if request.method == .post {
      // Only operations contain values of the state.
      guard name == "do" || request.body.count <= 16 * 1024 else {
        throw HTTPRefusal(413, "the body is too long")
      }
      guard
        let body = try? JSONDecoder().decode([String: JSONTree].self, from: Data(request.body))
      else { throw HTTPRefusal(400, "the body is a JSON object") }
      for (name, value) in body { parameters[name] = value.plain }
      self.body = body
    } else {
      body = [:]
    }
    self.parameters = parameters
  }

  func text(_ name: String) -> String? { parameters[name] }

  /// Returns the JSON value of a member of the body.
  func json(_ name: String) throws(HTTPRefusal) -> JSONTree {
    guard let value = body[name] else { throw HTTPRefusal(400, "say \(name)") }
    return value
  }

  func flag(_ name: String) -> Bool { parameters[name] == "1" || parameters[name] == "true" }

  /// - Throws: ``HTTPRefusal`` if the parameter exists and is not a number.
  func number(_ name: String) throws(HTTPRefusal) -> UInt64? {
    guard let text = parameters[name] else { return nil }
    guard let number = UInt64(text) else { throw HTTPRefusal(400, "\(name) is a whole number") }
    return number
  }

  func count(_ name: String, default value: Int) throws(HTTPRefusal) -> Int {
    try number(name).map { Int(clamping: $0) } ?? value
  }

  /// The limit of an answer, at most 1,000.
  func limit(default value: Int) throws(HTTPRefusal) -> Int {
    min(1_000, try count("limit", default: value))
  }

  /// The versions in a text such as `3,4`.
  func versions(_ name: String) throws(HTTPRefusal) -> Set<UInt64>? {
    guard let text = text(name) else { return nil }
    let all = text.split(separator: ",").map { UInt64($0) }
    guard !all.contains(nil), all.count <= 1_000 else {
      throw HTTPRefusal(400, "\(name) is at most 1,000 versions, as in \(name)=3,4")
    }
    return Set(all.compactMap(\.self))
  }

  /// The number in the path, as in `/api/commit/12`.
  func place() throws(HTTPRefusal) -> UInt64 {
    guard let argument, let number = UInt64(argument) else {
      throw HTTPRefusal(400, "write a number behind /api/\(name)/")
    }
    return number
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
    self.error = String("\(error.code)")
    what = error.description
  }

  var text: String { what + "\n" }
}

extension InspectorError {
  var code: String {
    switch self {
    case .notRecorded: "notRecorded"
    case .noValue: "noValue"
    case .invalidPath: "invalidPath"
    case .notFound: "notFound"
    case .tooLong: "tooLong"
    case .notCodable: "notCodable"
    case .invalidValue: "invalidValue"
    case .ended: "ended"
    case .hidden: "hidden"
    case .file: "file"
    }
  }

  var status: Int {
    switch self {
    case .notRecorded, .noValue, .notFound: 404
    case .invalidPath, .invalidValue: 400
    case .ended, .notCodable, .file: 409
    case .tooLong: 413
    case .hidden: 403
    }
  }
}
