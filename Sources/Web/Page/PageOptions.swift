import MillraceSystem
import MillraceTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a program is served.
public struct PageOptions: Equatable, Sendable {
  /// Of IPv4, in numbers. Others than 127.0.0.1 are reached by other machines: what goes to and fro can be read and
  /// changed on the way, so a proxy with TLS belongs in front.
  public var address = "127.0.0.1"
  /// 0 for one that is free.
  public var port: UInt16 = 0
  /// What the program is called.
  public var name: String
  /// The origins of a proxy in front, as in `https://todo.example.org`.
  public var origins: [String] = []
  /// A file that is made, which only its owner can read, with a link that drives and one that looks.
  public var linkFile: String

  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - name: What the program is called; nil: as its file is.
  public init(port: UInt16 = 0, name: String? = nil) {
    self.port = port
    self.name = name ?? Path(CommandLine.arguments.first ?? "millrace").name
    let process = ProcessInfo.processInfo
    let folder = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { process.environment[$0] }.first
    linkFile = Path.join(folder ?? "/tmp", "\(self.name)-\(process.processIdentifier).page")
  }

  /// What a program's arguments ask for: `--serve [PORT]`, `--serve-to ADDRESS`, and `--serve-origin ORIGIN` for a
  /// proxy.
  /// - Parameter arguments: Those after the program's name. What is of this is taken out.
  /// - Returns: Nil if nothing is to be served.
  /// - Throws: ``PageServerError``, which says what is wrong with them.
  public static func taken(from arguments: inout [String]) throws(PageServerError) -> PageOptions? {
    var (options, isAsked) = (PageOptions(), false)
    var rest: [String] = []
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--serve":
        isAsked = true
        if let next = words.first, next.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !next.isEmpty {
          guard let port = UInt16(next) else {
            throw PageServerError(description: "--serve takes a port from 0 to 65535, not \(next)")
          }
          options.port = port
          words.removeFirst()
        }
      case "--serve-to", "--serve-origin":
        isAsked = true
        guard let value = words.popFirst() else {
          throw PageServerError(
            description: word == "--serve-to"
              ? "--serve-to takes an address of this machine, as in 192.168.1.5"
              : "--serve-origin takes an origin, as in https://todo.example.org")
        }
        if word == "--serve-origin" {
          let hasScheme = ["http://", "https://"].contains { value.hasPrefix($0) && value != $0 }
          guard hasScheme, !value.hasSuffix("/") else {
            throw PageServerError(
              description:
                "--serve-origin takes an origin, as in https://todo.example.org, not \(value)")
          }
        }
        if word == "--serve-to" { options.address = value } else { options.origins.append(value) }
      default: rest.append(word)
      }
    }
    arguments = rest
    return isAsked ? options : nil
  }

  /// What it means that others can reach the server; nil where they cannot.
  var warning: String? {
    address == "127.0.0.1"
      ? nil
      : "everybody who reaches \(address) and has a link can use this program; "
        + "what is sent is not encrypted"
  }
}

/// A file with the links of a server.
struct LinkFile: Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  func write(_ status: PageServer.Status) throws(SystemError) {
    remove()
    let bytes = Array("drive \(status.link)\nlook \(status.lookLink)\n".utf8)
    let files = SystemFiles()
    let file = try files.openNew(path, permissions: 0o600)
    defer { files.close(file) }
    do throws(SystemError) { try files.writeStream(bytes, to: file) } catch {
      remove()
      throw error
    }
  }

  func remove() { try? SystemFiles().remove(path) }
}
