import Synchronization

/// Who may read and send: a link carries a code, which is exchanged once for a token.
package final class AccessTokens: Sendable {
  private struct State {
    var codes: [Secret] = []
    var tokens: [Secret] = []
  }

  private let state = Mutex(State())
  private let mostCodes: Int
  private let mostTokens: Int

  /// - Parameters:
  ///   - mostCodes: So many codes wait to be used; of more, the oldest is void.
  ///   - mostTokens: So many tokens are valid; of more, the oldest is void.
  package init(mostCodes: Int = 16, mostTokens: Int = 2048) {
    (self.mostCodes, self.mostTokens) = (mostCodes, mostTokens)
  }

  /// A code for one link.
  package func makeCode() -> String {
    state.withLock { state in
      let code = Secret()
      state.codes = (state.codes + [code]).suffix(mostCodes)
      return code.text
    }
  }

  /// The token for a code, which is void from now on.
  package func pair(_ code: String) -> String? {
    state.withLock { state in
      guard let place = state.codes.firstIndex(where: { $0.isEqual(to: code) }) else { return nil }
      state.codes.remove(at: place)
      let token = Secret()
      state.tokens = (state.tokens + [token]).suffix(mostTokens)
      return token.text
    }
  }

  /// - Returns: The token of an `Authorization: Bearer TOKEN`.
  /// - Throws: ``HTTPRefusal``, if there is none that is valid.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) -> String {
    guard let header = request.header("authorization"), header.hasPrefix("Bearer ") else {
      throw HTTPRefusal(401, "open the link that the program shows")
    }
    let token = String(header.dropFirst("Bearer ".count))
    guard state.withLock({ $0.tokens.contains { $0.isEqual(to: token) } }) else {
      throw HTTPRefusal(401, "this link is not valid any more: open a new one")
    }
    return token
  }
}

/// 256 random bits of the system's generator.
private struct Secret {
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<32).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Takes the same time wherever the two differ.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
