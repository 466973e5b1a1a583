import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWeb

@Suite("Page options")
struct PageOptionsTests {
  private func taken(_ words: String...) throws -> (PageOptions?, [String]) {
    var words = words
    let options = try PageOptions.taken(from: &words)
    return (options, words)
  }

  @Test("options are read from a program's arguments and removed from them")
  func arguments() throws {
    #expect(try taken("list", "--page").0 == nil)
    let (options, rest) = try taken(
      "--serve", "4711", "--file", "a", "--serve-origin", "https://a.example")
    #expect(options?.port == 4711 && options?.address == "127.0.0.1")
    #expect(options?.origins == ["https://a.example"])
    #expect(rest == ["--file", "a"])
    let (other, left) = try taken("--serve", "--serve-to", "192.168.1.5", "12a")
    #expect(other?.port == 0 && other?.address == "192.168.1.5" && left == ["12a"])
    #expect(other?.warning?.contains("not encrypted") == true)
    #expect(throws: PageServerError.self) { try taken("--serve", "65536") }
    #expect(throws: PageServerError.self) { try taken("--serve-to") }
  }

  @Test(
    "a server is not started on an invalid address",
    arguments: ["0.0.0.0", "localhost", "300.0.0.1", ""])
  @MainActor
  func addresses(address: String) {
    var options = PageOptions()
    options.address = address
    #expect(throws: PageServerError.self) {
      try PageServer(options) {
        TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { Text("") }
      }
    }
  }

  @Test("a link file that cannot be written and an invalid origin are errors")
  @MainActor
  func linkFile() throws {
    var options = PageOptions()
    options.linkFile = "/dev/null/none"
    #expect(throws: PageServerError.self) {
      try PageServer(options) {
        TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { Text("") }
      }
    }
    #expect(throws: PageServerError.self) { try taken("--serve-origin", "todo.example.org") }
    #expect(throws: PageServerError.self) { try taken("--serve-origin", "https://a.example/") }
  }

  @Test(
    "an origin is a scheme, a host and perhaps a port; the message says what else is in it",
    arguments: [
      ("todo.example.org", "it must begin with http:// or https://"),
      ("ftp://todo.example.org", "it must begin with http:// or https://"),
      ("https://", "it has no host"), ("https://:80", "it has no host"),
      ("https://todo.example.org/", "only a host and a port may follow: remove /"),
      ("https://todo.example.org/page", "only a host and a port may follow: remove /page"),
      ("https://todo.example.org?a", "only a host and a port may follow: remove ?a"),
      ("https://todo.example.org#a", "only a host and a port may follow: remove #a"),
      ("https://todo.example@evil.org", "it has a user name: remove todo.example@"),
      ("https://todo example.org", "a host has only lowercase letters, digits, - and ."),
      ("https://Todo.example.org", "a host has only lowercase letters, digits, - and ."),
      ("https://tödo.example.org", "a host has only lowercase letters, digits, - and ."),
      ("https://todo.example.org\r\nX: y", "a host has only lowercase letters, digits, - and ."),
      ("https://todo..org", "a part of the host is empty, or begins or ends with -"),
      ("https://.org", "a part of the host is empty, or begins or ends with -"),
      ("https://-a", "a part of the host is empty, or begins or ends with -"),
      ("https://todo-.example.org", "a part of the host is empty, or begins or ends with -"),
      ("https://todo.example.org:", "a port is a number from 1 to 65535, not "),
      ("https://todo.example.org:0", "a port is a number from 1 to 65535, not 0"),
      ("https://todo.example.org:65536", "a port is a number from 1 to 65535, not 65536"),
      ("https://todo.example.org:08", "a port is a number from 1 to 65535, not 08"),
      ("https://todo.example.org:+8", "a port is a number from 1 to 65535, not +8"),
      ("https://todo.example.org:443", "browsers leave out the port 443 of https: remove it"),
      ("http://todo.example.org:80", "browsers leave out the port 80 of http: remove it"),
    ])
  @MainActor
  func invalidOrigins(origin: String, fault: String) throws {
    let error = PageServerError(
      description:
        "\(origin) is not an origin, such as https://todo.example.org: \(fault)")
    #expect(throws: error) { try taken("--serve-origin", origin) }
    var options = PageOptions()
    (options.origins, options.linkFile) = ([origin], nil)
    #expect(throws: error) {
      try PageServer(options) {
        TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { Text("") }
      }
    }
  }

  @Test(
    "an origin may have a port, and a host of one word or of digits",
    arguments: [
      "https://todo.example.org", "http://localhost:8080", "https://10.0.0.5:8443",
      "https://a-b.example:1", "http://todo:443",
    ])
  func validOrigins(origin: String) throws {
    #expect(try taken("--serve-origin", origin).0?.origins == [origin])
  }

  @Test("a server accepts the origin of its proxy, and refuses other origins")
  @MainActor
  func origins() throws {
    var options = PageOptions()
    options.origins = ["https://todo.example.org"]
    options.linkFile = nil
    let server = try PageServer(options) {
      TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { Text("") }
    }
    defer { server.stop() }
    #expect(server.link.hasPrefix("https://todo.example.org/#"))
    func status(_ host: String, _ origin: String) throws -> Int {
      try TestClient(port: server.port)
        .status(of: "GET / HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n\r\n")
    }
    let own = "127.0.0.1:\(server.port)"
    #expect(try status("todo.example.org", "https://todo.example.org") == 200)
    #expect(try status("todo.example.org", "http://todo.example.org") == 403)
    #expect(try status(own, "http://\(own)") == 200)
    #expect(try status(own, "https://todo.example.org") == 403)
    #expect(try status("example.org", "https://example.org") == 403)
  }

  @Test("the line on the terminal counts tabs, because a browser can have several")
  @MainActor
  func tabs() {
    #expect([0, 1, 3].map(ServingLine.words) == ["no tabs", "1 tab", "3 tabs"])
  }

  @Test("a terminal of 80 columns shows the link on one line, and a narrow one on several")
  @MainActor
  func link() throws {
    var options = PageOptions()
    options.linkFile = nil
    let server = try PageServer(options) {
      TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { Text("") }
    }
    defer { server.stop() }
    func rows(columns: Int) -> [String] {
      NodeStage(
        columns: columns, rows: 8, Column { ServingLine(server: server, warning: nil) }
      ).rows
    }
    #expect(rows(columns: 80)[0] == "Served at \(server.link)  no tabs")
    let narrow = rows(columns: 44)
    #expect(
      narrow.map { $0.components(separatedBy: "  ")[0] }.joined() == "Served at \(server.link)")
    #expect(narrow[0].hasSuffix("  no tabs"))
  }
}
