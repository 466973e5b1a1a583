import Foundation
import Millrace

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A field for an address, and the request for the title of its page. It knows no list.
struct Finder: Codable, Equatable, Sendable {
  var address = ""
  var isLooking = false
  var problem: String?
}

enum FinderAction: Codable, Equatable, Sendable {
  case typed(String), submit, found(Link), failed(String)
}

let finder = Reducer<Finder, FinderAction> { state, action in
  switch action {
  case .typed(let address):
    state = Finder(address: address)
    return .cancel(id: "title")
  case .submit:
    (state.isLooking, state.problem) = (true, nil)
    return .task { [address = state.address] in
      .found(Link(address: address, title: try await $0[PageTitle.self](address)))
    }
    .catch { .failed($0.localizedDescription) }
    .cancellable(id: "title", inFlight: .cancelled)
  case .found: state = Finder()
  case .failed(let problem): state = Finder(address: state.address, problem: problem)
  }
  return .none
}

/// Requests the title of a page. A dependency, so that a test can replace it.
enum PageTitle: DependencyKey {
  static let defaultValue: @Sendable (String) async throws -> String = { address in
    guard let url = URL(string: address) else { throw NoPage() }
    let (data, response) = try await URLSession.shared.data(from: url)
    if (response as? HTTPURLResponse)?.statusCode != 200 { throw NoPage() }
    let title = String(decoding: data, as: UTF8.self).firstMatch(of: /<title[^>]*>([^<]+)/)?.1
    return title?.trimmingCharacters(in: .whitespacesAndNewlines) ?? address
  }
}

struct NoPage: LocalizedError { var errorDescription: String? { "There is no such page" } }
