import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A web server on the loopback that answers one request.
final class OneAnswer: Sendable {
  let port: UInt16
  private let received = Mutex("")

  /// The request of the client.
  var request: String { received.withLock { $0 } }

  /// - Parameter status: Such as `200 OK`.
  init(_ status: String, _ body: Data) throws {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    let head =
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    let answer = Array(head.utf8) + body
    Thread.detachNewThread { [self] in
      let client = accept(listener, nil, nil)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(client, &buffer, buffer.count, 0)
      received.withLock { $0 = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) }
      _ = send(client, answer, answer.count, 0)
      close(client)
      close(listener)
    }
  }
}
