import Foundation
import Millrace
import Synchronization
import Testing

@testable import news
import MillraceTesting

@Suite("The example news")
@MainActor
struct NewsTests {
  /// Two articles, the older one first.
  nonisolated private static let json = Data(
    """
    [{ "id": 1, "title": "Pony express begins", "published": "1860-04-03T12:00:00Z" },
     { "id": 2, "title": "Pony express ends", "published": "1861-10-26T12:00:00Z" }]
    """.utf8)

  /// The program with a feed that takes a second, and then returns or throws the result of `load`.
  private func stage(
    columns: Int = 40, rows: Int = 6, load: @escaping @Sendable () throws -> Data
  ) throws -> TestStage {
    try TestStage(columns: columns, rows: rows) { dependencies in
      let clock = dependencies.clock
      dependencies[NewsFeed.self] = {
        try await clock.sleep(for: .seconds(1))
        return try load()
      }
      return NewsProgram.app(dependencies)
    }
  }

  /// Advances the clock by a second as soon as the feed waits for it.
  private func finishLoading(on stage: TestStage) async {
    await stage.clock.waitUntilPending()
    stage.clock.advance(by: .seconds(1))
    await stage.settleEffects()
  }

  @Test("the program loads and then lists the articles, newest first")
  func loads() async throws {
    let stage = try stage { Self.json }
    #expect(
      stage.rows == [
        "╭─ News ───────────────────────────────╮",
        "│ Loading…                             │",
        "│                                      │",
        "│                                      │",
        "╰──────────────────────────────────────╯",
        "↑↓ move, r loads again, q quits.",
      ])
    await finishLoading(on: stage)
    #expect(
      stage.rows == [
        "╭─ News ───────────────────────────────╮",
        "│ › 1861-10-26  Pony express ends      │",
        "│   1860-04-03  Pony express begins    │",
        "│                                      │",
        "╰──────────────────────────────────────╯",
        "↑↓ move, r loads again, q quits.",
      ])
  }

  @Test("a failure is shown with its reason, and can be retried")
  func retries() async throws {
    let feed = Feed([.failure(Offline()), .success(Self.json)])
    let stage = try stage { try feed.next() }
    await finishLoading(on: stage)
    #expect(
      stage.rows == [
        "╭─ News ───────────────────────────────╮",
        "│ There is no line to the telegraph.   │",
        "│                                      │",
        "│ ‹Try again›                          │",
        "╰──────────────────────────────────────╯",
        "↑↓ move, r loads again, q quits.",
      ])
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows[1].contains("Loading…"))
    await finishLoading(on: stage)
    #expect(stage.rows[1].contains("› 1861-10-26  Pony express ends"))
  }

  @Test("a missing file and an invalid one are failures")
  func badFile() async throws {
    let feeds: [NewsFeed.Load] = [NewsFeed.file("/no/such/file"), { Data("no news".utf8) }]
    for feed in feeds {
      let stage = try TestStage { dependencies in
        dependencies[NewsFeed.self] = feed
        return NewsProgram.app(dependencies)
      }
      await stage.settleEffects()
      #expect(stage.rows.contains { $0.contains("‹Try again›") })
    }
  }

  @Test("an address is requested, and a bad status is a failure")
  func address() async throws {
    for (status, row) in [
      ("200 OK", "› 1861-10-26  Pony express ends"),
      ("503 Busy", "The server answers with status 503."),
    ] {
      let server = try OneAnswer(status, Self.json)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/news.json"))
      let stage = try TestStage { dependencies in
        dependencies[NewsFeed.self] = NewsFeed.url(url)
        return NewsProgram.app(dependencies)
      }
      await stage.settleEffects()
      #expect(stage.rows[1].contains(row), "\(stage.rows)")
      #expect(server.request.hasPrefix("GET /news.json HTTP/1.1"))
    }
  }

  @Test("r during a load starts a new load, and only the last answer is shown")
  func asksAnew() async throws {
    let feed = Feed([.success(Self.json)])
    let stage = try stage { try feed.next() }
    await stage.clock.waitUntilPending()
    stage.terminal.type("r")
    stage.settle()
    await finishLoading(on: stage)
    #expect(stage.rows[1].contains("Pony express ends"))
    #expect(feed.answersLeft == 0)
  }

  @Test("without a file, the built-in sample is shown")
  func sample() async throws {
    let stage = try TestStage { NewsProgram.app($0) }
    await stage.settleEffects()
    #expect(stage.rows[1].contains("› 1978-10-01  New terminal moves its cursor"))
  }

  @Test("a narrow terminal breaks the titles, not the dates")
  func narrow() async throws {
    let stage = try stage(columns: 26, rows: 9) { Self.json }
    await finishLoading(on: stage)
    #expect(
      stage.rows == [
        "╭─ News ─────────────────╮",
        "│ › 1861-10-26  Pony     │",
        "│               express  │",
        "│               ends     │",
        "│   1860-04-03  Pony     │",
        "│               express  │",
        "╰────────────────────────╯",
        "↑↓ move, r loads again, q",
        "quits.",
      ])
  }
}

private struct Offline: LocalizedError {
  var errorDescription: String? { "There is no line to the telegraph." }
}

/// Answers in order.
private final class Feed: Sendable {
  private let answers: Mutex<[Result<Data, any Error>]>

  init(_ answers: [Result<Data, any Error>]) { self.answers = Mutex(answers) }

  var answersLeft: Int { answers.withLock { $0.count } }

  func next() throws -> Data { try answers.withLock { try $0.removeFirst().get() } }
}
