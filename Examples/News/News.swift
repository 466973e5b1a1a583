import Foundation
import Millrace

/// The state is exactly one of loading, loaded or failed; each case holds the data of that state.
enum News: Codable, Equatable, Sendable {
  case loading
  case loaded([Article])
  case failed(reason: String)
}

enum NewsAction: Codable, Sendable {
  case load, loaded([Article]), failed(reason: String)
}

let news = Reducer<News, NewsAction> { state, action -> Command<NewsAction> in
  switch action {
  case .load:
    state = .loading
    return .task { dependencies in
      .loaded(try articles(in: try await dependencies[NewsFeed.self]()))
    }
    // An error becomes an action, so that a failure is part of the state.
    .catch { .failed(reason: $0.localizedDescription) }
    // Another request cancels this one, so that a late answer cannot replace a newer one.
    .cancellable(id: "load", inFlight: .cancelled)
  case .loaded(let articles): state = .loaded(articles)
  case .failed(let reason): state = .failed(reason: reason)
  }
  return .none
}

/// Loads the news as JSON. A dependency, so that a test can replace it.
enum NewsFeed: DependencyKey {
  typealias Load = @Sendable () async throws -> Data

  /// A sample, used when no file is given.
  static let defaultValue: Load = { Data(sample.utf8) }

  /// Loads the contents of a file.
  static func file(_ path: String) -> Load {
    { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  private static let sample = """
    [
      { "id": 1, "published": "1843-09-01T09:00:00Z",
        "title": "Note G explains how an engine computes Bernoulli numbers" },
      { "id": 2, "published": "1969-10-29T22:30:00Z",
        "title": "First message between two computers is two letters long" },
      { "id": 3, "published": "1947-09-09T15:45:00Z",
        "title": "Moth found in relay 70, first actual case of bug" },
      { "id": 4, "published": "1978-10-01T12:00:00Z",
        "title": "New terminal moves its cursor wherever it is told to" }
    ]
    """
}
