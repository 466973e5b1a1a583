/// The values of a store as they change: the one that is there first, then each change.
///
/// ```swift
/// for await count in store.values(of: \.items.count) { print(count) }
/// ```
///
/// Each iterator is a subscription of its own, which begins when the iterator is made. It ends when
/// the store finishes or is released, after what is still kept for the consumer; when the task that
/// waits for a value is cancelled; or when the iterator is released.
///
/// Where values can be compared, an iterator never gives the same one twice in a row: a value that
/// went and came back before the consumer looked is no news, and is passed over.
///
/// Neither the sequence nor an iterator keeps the store alive. They keep its last state, and an
/// iterator that may drop values keeps the one that it gave last.
public struct StoreValues<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  private let buffering: ValueBuffering
  private let areEqual: (@Sendable (Value, Value) -> Bool)?
  private let begin: @Sendable (ValueFeed<Value>) -> Subscription

  /// - Parameter begin: Subscribes on behalf of a feed.
  init(
    _ buffering: ValueBuffering, areEqual: (@Sendable (Value, Value) -> Bool)?,
    begin: @escaping @Sendable (ValueFeed<Value>) -> Subscription
  ) {
    self.buffering = buffering
    self.areEqual = areEqual
    self.begin = begin
  }

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: buffering.policy(for: Value.self))
    return Iterator(
      stream: stream.makeAsyncIterator(),
      token: begin(ValueFeed(continuation, areEqual: areEqual)),
      // Values that follow each other differ. Only what drops some can bring two equal ones together.
      areEqual: buffering == .unbounded ? nil : areEqual)
  }

  /// One consumer's way through the values.
  public struct Iterator: AsyncIteratorProtocol {
    private var stream: AsyncStream<Value>.Iterator
    private var token: Subscription?
    /// Nil where no two values that follow each other can be equal.
    private let areEqual: (@Sendable (Value, Value) -> Bool)?
    private var last: Value?

    fileprivate init(
      stream: AsyncStream<Value>.Iterator, token: Subscription,
      areEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
      self.stream = stream
      self.token = token
      self.areEqual = areEqual
    }

    /// The next value that is kept for this consumer; waits for a change if there is none.
    /// - Returns: Nil when the store has ended, or the task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// The next value that is kept for this consumer; waits for a change if there is none.
    /// - Returns: Nil when the store has ended, or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while let value = await stream.next(isolation: actor) {
        guard let areEqual else { return value }
        if let last, areEqual(last, value) { continue }
        last = value
        return value
      }
      token = nil
      last = nil
      return nil
    }
  }
}

@available(*, unavailable)
extension StoreValues.Iterator: Sendable {}
