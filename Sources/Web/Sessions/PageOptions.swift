import MillraceSystem
import MillraceTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address, port, origins and name with which a program is served, and the file of its links.
public struct PageOptions: Equatable, Sendable {
  /// A numeric IPv4 address of this machine. Unless this is a loopback address, such as 127.0.0.1,
  /// other machines can connect to it. The connection is not encrypted, so others can read and
  /// change it: use a proxy with TLS.
  public var address = "127.0.0.1"
  /// The port; 0 selects a free one.
  public var port: UInt16 = 0
  /// The name of the program.
  public var name: String
  /// The origins of a reverse proxy, as in `https://todo.example.org`: a scheme, a host, and the
  /// port if it is not the scheme's own.
  public var origins: [String] = []
  /// The path of a file that the server creates, or nil for no file. Only its owner can read it. It
  /// contains a link to use the program, after the word `drive`, and a link to view it, after
  /// `view`.
  public var linkFile: String?

  /// Makes options for this machine: the address is 127.0.0.1.
  /// - Parameters:
  ///   - port: The port; 0 selects a free one.
  ///   - name: The name of the program; nil selects the name of its file.
  public init(port: UInt16 = 0, name: String? = nil) {
    self.port = port
    self.name = name ?? Path(CommandLine.arguments.first ?? "millrace").name
    let process = ProcessInfo.processInfo
    let folder = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { process.environment[$0] }.first
    linkFile = Path.join(folder ?? "/tmp", "\(self.name)-\(process.processIdentifier).page")
  }

  /// Reads the options from a program's arguments: `--serve [PORT]`, `--serve-to ADDRESS`, and
  /// `--serve-origin ORIGIN` for a proxy.
  ///
  /// A program with a `CommandLineDescription` calls this method before the description parses the
  /// remaining arguments. The description lists the three flags only for `--help`.
  /// - Parameter arguments: The arguments after the program's name. The call removes the arguments
  ///   that it reads, unless it throws.
  /// - Returns: The options; nil if the arguments do not ask for a server.
  /// - Throws: ``PageServerError`` if an argument has no value, or if the port or an origin is
  ///   invalid. The address is not checked here, but when the server starts.
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
        if word == "--serve-to" { options.address = value } else { options.origins.append(value) }
      default: rest.append(word)
      }
    }
    try options.checkOrigins()
    arguments = rest
    return isAsked ? options : nil
  }

  /// - Throws: ``PageServerError`` that describes the first invalid origin.
  func checkOrigins() throws(PageServerError) {
    for origin in origins {
      guard let fault = AccessRules.fault(in: origin) else { continue }
      throw PageServerError(
        description: "\(origin) is not an origin, such as https://todo.example.org: \(fault)")
    }
  }

  /// A warning that other machines may reach the server; nil if the address is 127.0.0.1.
  var warning: String? {
    address == "127.0.0.1"
      ? nil
      : "every person who can reach \(address) and has a link can use this program; "
        + "the connection is not encrypted"
  }
}
