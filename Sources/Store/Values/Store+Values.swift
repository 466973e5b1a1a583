extension Store {
  /// The states of this store, as an asynchronous sequence: the one that is there first, then each
  /// that follows.
  ///
  /// The newest state and those that wait for the consumer are kept, so a reducer copies what it
  /// changes. Ask for a part to avoid that.
  /// - Parameter buffering: What is kept for a consumer that is slower than the changes.
  public func values(buffering: ValueBuffering = .newest) -> StoreValues<State> {
    let store = onlooker
    return StoreValues(buffering, areEqual: listening().areEqual) { [ending] feed in
      let end = ending { feed.end(store.present, or: store.snapshot) }
      let (audience, start) = (store.listening(), store.snapshot)
      feed.push(start)
      return [
        end,
        store.subscribe(in: audience, from: start, { $0 }, areEqual: audience.areEqual) {
          feed.push(Snapshot(state: $0.new, version: $0.version))
        },
      ]
    }
  }

  /// The values at a key path, as an asynchronous sequence: the one that is there first, then each
  /// that differs from the one before.
  ///
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value> & Sendable, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    let store = onlooker
    return StoreValues(buffering, areEqual: { $0 == $1 }) { [ending] feed in
      let selection = Selection.field(path)
      let read = { @Sendable in
        Snapshot<Value> { part in store.reading { selection.lend($0, part) } }
      }
      let end = ending {
        let final = store.present
        feed.end(
          final.map { Snapshot(state: $0.state[keyPath: path], version: $0.version) }, or: read())
      }
      let start = read()
      feed.push(start)
      return [
        end,
        store.subscribe(
          in: store.listening().branch(selection, areEqual: { $0 == $1 }), from: start,
          { $0 }, areEqual: { $0 == $1 }
        ) { feed.push(Snapshot(state: $0.new, version: $0.version)) },
      ]
    }
  }

  /// Selected values, as an asynchronous sequence: the one that is there first, then each that
  /// differs from the one before.
  /// - Parameters:
  ///   - select: Computes the value. It runs after every change, so it should be quick; a key path
  ///     is quicker, where there is one.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of select: @escaping @Sendable (State) -> Value, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering) { select }
  }

  /// The values of a selector, as an asynchronous sequence: the one that is there first, then each
  /// that differs from the one before.
  ///
  /// Each iterator has a memory of its own: see `Selector`.
  /// - Parameters:
  ///   - selector: Computes the value.
  ///   - buffering: What is kept for a consumer that is slower than the changes.
  public func values<Value: Equatable & Sendable>(
    of selector: Selector<State, Value>, buffering: ValueBuffering = .newest
  ) -> StoreValues<Value> {
    values(buffering) { selector.withOwnMemory().select }
  }

  /// - Parameter makeSelect: Makes the function for one iterator.
  private func values<Value: Equatable & Sendable>(
    _ buffering: ValueBuffering,
    _ makeSelect: @escaping @Sendable () -> @Sendable (State) -> Value
  ) -> StoreValues<Value> {
    let store = onlooker
    return StoreValues(buffering, areEqual: { $0 == $1 }) { [ending] feed in
      let select = makeSelect()
      let selected = { @Sendable (whole: Snapshot<State>) in
        Snapshot(state: select(whole.state), version: whole.version)
      }
      let end = ending { feed.end(store.present.map(selected), or: selected(store.snapshot)) }
      let start = store.snapshot
      feed.push(selected(start))
      return [
        end,
        store.subscribe(in: store.listening(), from: start, select, areEqual: { $0 == $1 }) {
          feed.push(Snapshot(state: $0.new, version: $0.version))
        },
      ]
    }
  }

  /// The newest state; nil when it is that of a child that is gone.
  private var present: Snapshot<State>? {
    var present: Snapshot<State>?
    finding { present = $0.snapshot }
    return present
  }

  /// This store to look at and to subscribe to, without keeping it alive: it sends nothing.
  private var onlooker: Store {
    Store(
      parent: self,
      link: ScopeLink(
        read: reading, find: finding, dispatch: { _, _ in }, admit: admitting, audience: listening,
        catchUp: catchingUp,
        ending: ending, context: context, issues: { [] }, finish: {}))
  }
}
