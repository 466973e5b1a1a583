import Synchronization

/// A complete response.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  package var type: String
  package var body: [UInt8]

  package init(_ status: Int, type: String = "text/plain; charset=utf-8", _ body: String = "") {
    self.init(status, type: type, bytes: Array(body.utf8))
  }

  package init(_ status: Int, type: String, bytes: [UInt8]) {
    (self.status, self.type, body) = (status, type, bytes)
  }

  package init(_ refusal: HTTPRefusal) { self.init(refusal.status, refusal.reason + "\n") }

  /// The bytes of the response.
  /// - Parameter policy: The Content-Security-Policy.
  func bytes(policy: String) -> [UInt8] {
    Self.head(status, type: type, policy: policy, length: body.count) + body
  }

  /// The head of a response. Its headers forbid caching, content sniffing, framing and use by other
  /// sites.
  /// - Parameter length: The length of the body; nil if the body ends with the connection.
  static func head(_ status: Int, type: String, policy: String, length: Int?) -> [UInt8] {
    var lines = [
      "HTTP/1.1 \(status) \(reasons[status] ?? "Status")", "Connection: close",
      "Content-Type: \(type)", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin", "Content-Security-Policy: \(policy)",
    ]
    if let length { lines.append("Content-Length: \(length)") }
    if status == 405 { lines.append("Allow: GET, POST") }
    if status == 503 { lines.append("Retry-After: 5") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 417: "Expectation Failed", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}

/// A response that another thread completes later, once.
package final class PendingResponse: Sendable {
  private struct State {
    var response: HTTPResponse?
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  package func complete(_ response: HTTPResponse) {
    let wake = state.withLock { state in
      state.response = response
      return state.wake
    }
    wake?()
  }

  var response: HTTPResponse? { state.withLock(\.response) }

  func attach(wake: @escaping @Sendable () -> Void) {
    let isComplete = state.withLock { state in
      state.wake = wake
      return state.response != nil
    }
    if isComplete { wake() }
  }
}
