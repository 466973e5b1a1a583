import Foundation
import Millrace

// On Linux, networking is in a separate library.
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state is either loading, loaded or failed. Each case holds the data of that state.
enum News: Codable, Equatable, Sendable {
  case loading
  case loaded([Article])
  case failed(reason: String)
}

enum NewsAction: Codable, Sendable {
  case loading, loaded([Article]), failed(reason: String)
}

let news = Reducer<News, NewsAction> { state, action in
  switch action {
  case .loading: state = .loading
  case .loaded(let articles): state = .loaded(articles)
  case .failed(let reason): state = .failed(reason: reason)
  }
}

/// Loads the news with a thunk, which is asynchronous work that dispatches its result.
func load(into store: Store<News, NewsAction>) {
  store.dispatch(.loading)
  store.dispatch(
    // Another request cancels this one, so that a late answer cannot replace a newer one.
    id: "load", inFlight: .cancelled,
    // An error becomes an action, so that a failure is part of the state.
    catch: { .failed(reason: $0.localizedDescription) }
  ) { context in
    let json = try await context.dependencies[NewsFeed.self]()
    context.dispatch(.loaded(try articles(in: json)))
  }
}

/// Loads JSON. This is a dependency, so that a test can replace it.
enum NewsFeed: DependencyKey {
  typealias Load = @Sendable () async throws -> Data

  /// A sample, used when no file is given.
  static let defaultValue: Load = { Data(sample.utf8) }

  /// Loads the contents of a file.
  static func file(_ path: String) -> Load {
    { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  /// Requests the contents of an address. A response with another status than 200 is an error.
  static func url(_ url: URL) -> Load {
    {
      let (data, response) = try await URLSession.shared.data(from: url)
      if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
        throw BadStatus(status: status)
      }
      return data
    }
  }

  private struct BadStatus: LocalizedError {
    let status: Int

    var errorDescription: String? { "The server answers with status \(status)." }
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
