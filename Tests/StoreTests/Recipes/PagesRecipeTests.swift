import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// A sample of the page "Recipes", which `ContractPageTests` compares with it.

struct News: Equatable, Sendable {
  var titles: [String] = []
  var nextPage: Int? = 1
  var isLoading = false
  var problem: String?
}

struct NewsPage: Equatable, Sendable {
  var titles: [String]
  var next: Int?
}

enum NewsAction: Equatable, Sendable { case more, reload, loaded(NewsPage), failed(String) }

enum NewsClient: DependencyKey {
  static var defaultValue: @Sendable (Int) async throws -> NewsPage { { try await fetchNews($0) } }
}

let news = Reducer<News, NewsAction> { news, action -> Command<NewsAction> in
  func load(_ page: Int?, _ inFlight: InFlight) -> Command<NewsAction> {
    guard let page else { return .none }
    news.isLoading = true
    news.problem = nil
    return .task { .loaded(try await $0[NewsClient.self](page)) }
      .catch { .failed("\($0)") }
      .cancellable(id: "page", inFlight: inFlight)
  }
  switch action {
  case .more: return load(news.nextPage, .kept)
  case .reload:
    news = News(titles: news.titles)
    return load(1, .cancelled)
  case .loaded(let page):
    let isFirst = news.nextPage == 1
    news = News(titles: (isFirst ? [] : news.titles) + page.titles, nextPage: page.next)
  case .failed(let problem):
    news.isLoading = false
    news.problem = problem
  }
  return .none
}

private func fetchNews(_ page: Int) async throws -> NewsPage { NewsPage(titles: []) }

@Suite("Recipe: a list with pages")
struct PagesRecipeTests {
  private static let first = NewsPage(titles: ["a", "b"], next: 2)
  private static let second = NewsPage(titles: ["c"], next: nil)

  /// The client takes a second, and answers each call with the next result.
  private static func store(
    _ results: Result<NewsPage, Failure>...
  ) -> (TestStore<News, NewsAction>, Log<Int>) {
    let (calls, clock) = (Log<Int>(), ManualClock())
    let store = TestStore(initial: News(), reducer: news, clock: clock) {
      $0[NewsClient.self] = { page in
        let number = calls.entries.count
        calls.add(page)
        try await clock.sleep(for: .seconds(1))
        return try results[number].get()
      }
    }
    return (store, calls)
  }

  private static func answer(_ store: TestStore<News, NewsAction>) async {
    await store.clock.waitUntilPending(1)
    store.clock.advance(by: .seconds(1))
  }

  @Test("the list loads one page at a time until the last, even when more is requested repeatedly")
  func pages() async throws {
    let (store, calls) = Self.store(.success(Self.first), .success(Self.second))
    try await store.send(.more) { $0.isLoading = true }
    try await store.send(.more)
    await Self.answer(store)
    try await store.receive(.loaded(Self.first)) { $0 = News(titles: ["a", "b"], nextPage: 2) }
    try await store.send(.more) { $0.isLoading = true }
    await Self.answer(store)
    try await store.receive(.loaded(Self.second)) {
      $0 = News(titles: ["a", "b", "c"], nextPage: nil)
    }
    try await store.send(.more)
    try await store.finish()
    #expect(calls.entries == [1, 2])
  }

  @Test("an error is shown, and the next request loads the same page again")
  func retry() async throws {
    let (store, calls) = Self.store(.failure(Failure()), .success(Self.first))
    try await store.send(.more) { $0.isLoading = true }
    await Self.answer(store)
    try await store.receive(.failed("it broke")) {
      $0.isLoading = false
      $0.problem = "it broke"
    }
    try await store.send(.more) {
      $0.isLoading = true
      $0.problem = nil
    }
    await Self.answer(store)
    try await store.receive(.loaded(Self.first)) { $0 = News(titles: ["a", "b"], nextPage: 2) }
    try await store.finish()
    #expect(calls.entries == [1, 1])
  }

  @Test("a reload cancels the load in flight and keeps the old titles until the first page arrives")
  func reload() async throws {
    let (store, calls) = Self.store(
      .success(Self.first), .success(Self.second), .success(NewsPage(titles: ["new"])))
    try await store.send(.more) { $0.isLoading = true }
    await Self.answer(store)
    try await store.receive(.loaded(Self.first)) { $0 = News(titles: ["a", "b"], nextPage: 2) }
    try await store.send(.more) { $0.isLoading = true }
    await store.clock.waitUntilPending(1)
    try await store.send(.reload) { $0.nextPage = 1 }
    await Self.answer(store)
    try await store.receive(.loaded(NewsPage(titles: ["new"]))) {
      $0 = News(titles: ["new"], nextPage: nil)
    }
    try await store.finish()
    #expect(calls.entries == [1, 2, 1])
  }
}
