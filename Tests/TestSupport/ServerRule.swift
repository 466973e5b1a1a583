/// A request, its status, and for most refused requests the reason: an attack that used such a
/// request, a specification, or a rule of the server. `PORT` and `TOKEN` stand for the server's
/// port and token.
public struct ServerRule: CustomStringConvertible, Sendable {
  public let description: String
  public let reason: String
  public let request: String
  public let status: Int

  init(_ description: String, _ reason: String, _ status: Int, _ request: String) {
    (self.description, self.reason, self.status) = (description, reason, status)
    self.request = request
  }

  /// Returns the request with the server's port and token.
  public func request(port: UInt16, token: String) -> String {
    request.replacing("PORT", with: "\(port)").replacing("TOKEN", with: token)
  }

  /// Makes a request with these header lines.
  private static func get(_ target: String = "/api/state", _ lines: String...) -> String {
    let head = ["GET \(target) HTTP/1.1"] + lines
    return head.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func post(_ body: String, _ lines: String...) -> String {
    let head =
      ["POST /api/do HTTP/1.1", "Host: 127.0.0.1:PORT", "Content-Length: \(body.utf8.count)"]
      + lines
    return head.map { $0 + "\r\n" }.joined() + "\r\n" + body
  }

  private static let host = "Host: 127.0.0.1:PORT"
  private static let token = "Authorization: Bearer TOKEN"
  private static let json = "Content-Type: application/json"

  public static let all = [
    ServerRule("a request as it should be", "", 200, get("/api/state", host, token)),
    ServerRule("a page without a token", "", 200, get("/", host)),
    ServerRule(
      "another name for this machine", "CVE-2021-22884", 403, get("/", "Host: localhost:PORT")),
    ServerRule("a name of an attacker", "CVE-2018-7160", 403, get("/", "Host: evil.example:PORT")),
    ServerRule(
      "a name that ends as ours", "CVE-2025-66414", 403, get("/", "Host: a.127.0.0.1:PORT")),
    ServerRule(
      "the address written in octal", "CVE-2022-43548", 403, get("/", "Host: 0177.0.0.1:PORT")),
    ServerRule("the address of all", "CVE-2022-43548", 403, get("/", "Host: 0.0.0.0:PORT")),
    ServerRule("no port in Host", "", 403, get("/", "Host: 127.0.0.1")),
    ServerRule("no Host", "RFC 9112, 3.2", 400, get("/")),
    ServerRule("two Hosts", "RFC 9112, 3.2", 400, get("/", host, host)),
    ServerRule(
      "another origin", "CVE-2025-24010", 403, get("/", host, "Origin: http://evil.example")),
    ServerRule("the origin null", "CVE-2018-14732", 403, get("/", host, "Origin: null")),
    ServerRule("the origin of a file", "CVE-2026-27977", 403, get("/", host, "Origin: file://")),
    ServerRule(
      "the origin by another name", "CVE-2025-30360", 403,
      get("/", host, "Origin: http://localhost:PORT")),
    ServerRule("our origin", "", 200, get("/", host, "Origin: http://127.0.0.1:PORT")),
    ServerRule(
      "a fetch by another site", "CVE-2025-30359", 403, get("/", host, "Sec-Fetch-Site: cross-site")
    ),
    ServerRule("no token", "CVE-2025-49596", 401, get("/api/state", host)),
    ServerRule(
      "a wrong token", "CVE-2025-49596", 401, get("/api/state", host, "Authorization: Bearer 00")),
    ServerRule("a token in the query", "rule 5", 401, get("/api/state?token=TOKEN", host)),
    ServerRule(
      "a token in a cookie", "rule 5", 401, get("/api/state", host, "Cookie: token=TOKEN")),
    ServerRule(
      "a POST as a form", "webpack #5691", 415, post("{}", token, "Content-Type: text/plain")),
    ServerRule("a POST as JSON", "", 200, post("{}", token, json)),
    ServerRule(
      "a code that is none", "rule 5", 403,
      "POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
        + "Content-Length: 13\r\n\r\n{\"code\":\"00\"}"),
    ServerRule("a file of the machine", "CVE-2025-30208", 404, get("/etc/passwd", host)),
    ServerRule("a path upwards", "CVE-2025-31125", 400, get("/../etc/passwd", host)),
    ServerRule("a path upwards, encoded", "CVE-2025-31125", 400, get("/%2e%2e/etc", host)),
    ServerRule("another site as target", "RFC 9112, 3.2.2", 400, get("http://evil.example/", host)),
    ServerRule("a fragment in the target", "", 400, get("/#a", host)),
    ServerRule("OPTIONS", "no Access-Control", 403, "OPTIONS / HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("PUT", "", 405, "PUT / HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("HTTP/1.0", "", 505, "GET / HTTP/1.0\r\n\(host)\r\n\r\n"),
    ServerRule("HTTP/2", "", 505, "PRI * HTTP/2.0\r\n\r\n"),
    ServerRule("no HTTP", "", 400, "hello\r\n\r\n"),
    ServerRule(
      "a body in chunks", "RFC 9112, 6.1", 501, get("/", host, "Transfer-Encoding: chunked")),
    ServerRule("Expect", "", 417, get("/", host, "Expect: 100-continue")),
    ServerRule("Upgrade", "no WebSocket", 400, get("/", host, "Upgrade: websocket")),
    ServerRule("a folded line", "RFC 9112, 5.2", 400, get("/", host, "A: 1\r\n 2")),
    ServerRule("a space before a colon", "RFC 9112, 5.1", 400, get("/", host, "A : 1")),
    ServerRule("a line feed alone", "RFC 9112, 2.2", 400, "GET / HTTP/1.1\n\(host)\r\n\r\n"),
    ServerRule("a NUL", "CVE-2026-14631", 400, get("/", host, "A: \0")),
    ServerRule("a byte above ASCII", "CVE-2026-14631", 400, get("/", host, "A: é")),
    ServerRule("a header without a colon", "CVE-2026-14631", 400, get("/", host, "A")),
    ServerRule("two lengths", "RFC 9112, 6.3", 400, post("{}", token, json, "Content-Length: 2")),
    ServerRule(
      "a length with a sign", "RFC 9112, 6.3", 400,
      "POST /api/do HTTP/1.1\r\n\(host)\r\nContent-Length: +2\r\n\r\n{}"),
    ServerRule("a POST without a length", "", 411, "POST /api/do HTTP/1.1\r\n\(host)\r\n\r\n"),
    ServerRule("a GET with a body", "", 400, get("/", host, "Content-Length: 1") + "a"),
    ServerRule("two requests", "no pipelining", 400, get("/", host) + get("/", host)),
    ServerRule(
      "a target of 3 KiB", "limits", 414, get("/" + String(repeating: "a", count: 3000), host)),
    ServerRule(
      "100 headers", "limits", 431,
      "GET / HTTP/1.1\r\n\(host)\r\n" + (0..<100).map { "A\($0): 1\r\n" }.joined() + "\r\n"),
    ServerRule(
      "headers of 20 KiB", "limits", 431,
      get("/", host, "A: " + String(repeating: "a", count: 20_000))),
    ServerRule(
      "a body of 2 MiB", "limits", 413,
      "POST /api/do HTTP/1.1\r\n\(host)\r\nContent-Length: 2097152\r\n\r\n"),
  ]
}
