import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

public enum TestClientError: Error { case refused }

/// A connection to a server on this machine, for tests. It waits for bytes, never for a duration.
public final class TestClient {
  private let socket: Int32
  public private(set) var received: [UInt8] = []

  public init(port: UInt16, address: String = "127.0.0.1") throws {
    var endpoint = sockaddr_in()
    endpoint.sin_family = sa_family_t(AF_INET)
    endpoint.sin_port = port.bigEndian
    precondition(
      inet_pton(AF_INET, address, &endpoint.sin_addr) == 1, "\(address) is not an address")
    #if canImport(Darwin)
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &endpoint) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    if result != 0 { throw TestClientError.refused }
  }

  /// Makes a client without a connection.
  public init() { socket = -1 }

  deinit { close(socket) }

  public func send(_ text: String) { send(Array(text.utf8)) }

  public func send(_ bytes: [UInt8]) {
    #if canImport(Darwin)
      _ = Darwin.send(socket, bytes, bytes.count, 0)
    #else
      _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Reads until the text arrives or the server closes the connection.
  /// - Returns: All received text.
  @discardableResult
  public func read(until wanted: String? = nil) -> String {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let wanted, text.contains(wanted) { return text }
      let count = recv(socket, &bytes, bytes.count, 0)
      if count <= 0 { return text }
      received += bytes[..<count]
    }
  }

  /// Reads until a complete event arrives after an offset, or the server closes the connection.
  public func read(until event: String, after start: Int) {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let text = String(decoding: received[start...], as: UTF8.self)
      if let range = text.range(of: event), text[range.upperBound...].contains("\n\n") { return }
      let count = recv(socket, &bytes, bytes.count, 0)
      if count <= 0 { return }
      received += bytes[..<count]
    }
  }

  /// Sends a request, and returns the status of the response; 0 if there is none.
  public func status(of request: String) -> Int {
    send(request)
    return Int(read().split(separator: " ").dropFirst().first ?? "") ?? 0
  }
}
