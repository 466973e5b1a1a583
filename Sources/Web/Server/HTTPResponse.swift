/// A complete response.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  package var type: String
  package var body: [UInt8]

  package init(_ status: Int, type: String = "text/plain; charset=utf-8", _ body: String = "") {
    (self.status, self.type, self.body) = (status, type, Array(body.utf8))
  }

  package init(_ refusal: HTTPRefusal) { self.init(refusal.status, refusal.reason + "\n") }

  var bytes: [UInt8] { Self.head(status, type: type, length: body.count) + body }

  /// The head of a stream of events, which ends with the connection.
  static let streamHead = head(200, type: "text/event-stream", length: nil)

  /// The head of a response. Its headers forbid caching, content sniffing, framing and use by other
  /// sites.
  /// - Parameter length: The length of the body; nil if the body ends with the connection.
  private static func head(_ status: Int, type: String, length: Int?) -> [UInt8] {
    var lines = [
      // Clients ignore the words after the status, so there are none (RFC 9112, 4).
      "HTTP/1.1 \(status) ", "Connection: close",
      "Content-Type: \(type)", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin", "Content-Security-Policy: " + policy,
    ]
    if let length { lines.append("Content-Length: \(length)") }
    if status == 405 { lines.append("Allow: GET, POST") }
    if status == 503 { lines.append("Retry-After: 5") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Permits the page to connect only to its own server, and to run only the script and the styles
  /// of the server.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; worker-src 'none'"
}
