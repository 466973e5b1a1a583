/// The values of a store as an asynchronous sequence: the present value, then each later one.
///
/// ```swift
/// for await count in store.values(of: \.items.count) { print(count) }
/// ```
///
/// Each iterator is a separate subscription, which begins when the iterator is made. It ends when
/// the iterator is released, or when the task that waits for a value is cancelled. It also ends
/// when the store finishes or is released, after the consumer has received the values that are
/// still kept.
///
/// If values can be compared, an iterator never returns the same value twice in a row: it skips a
/// change that was reverted before the consumer read it.
///
/// Neither the sequence nor an iterator retains the store. They keep the store's last state, and an
/// iterator that may drop values keeps the value that it returned last.
public struct StoreValues<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  private let buffering: ValueBuffering
  private let areEqual: (@Sendable (Value, Value) -> Bool)?
  private let begin: @Sendable (ValueFeed<Value>) -> Subscription

  /// - Parameter begin: Subscribes, and passes the values to a feed.
  init(
    _ buffering: ValueBuffering, areEqual: (@Sendable (Value, Value) -> Bool)?,
    begin: @escaping @Sendable (ValueFeed<Value>) -> Subscription
  ) {
    self.buffering = buffering
    self.areEqual = areEqual
    self.begin = begin
  }

  /// Makes an iterator, which subscribes at once.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: buffering.policy(for: Value.self))
    return Iterator(
      stream: stream.makeAsyncIterator(),
      token: begin(ValueFeed(continuation, areEqual: areEqual)),
      // Successive values differ, so equal values can only follow each other if the buffer drops
      // the values between them.
      areEqual: buffering == .unbounded ? nil : areEqual)
  }

  /// A consumer's position in the values.
  public struct Iterator: AsyncIteratorProtocol {
    private var stream: AsyncStream<Value>.Iterator
    private var token: Subscription?
    /// Compares successive values; nil if they always differ, or cannot be compared.
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

    /// Returns the next value for this consumer; waits for a change if there is none.
    /// - Returns: The next value; nil when the store has ended, or the task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Returns the next value for this consumer; waits for a change if there is none.
    /// - Returns: The next value; nil when the store has ended, or the task is cancelled.
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
