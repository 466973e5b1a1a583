import MillraceStore

// The behaviour of a level, written twice: as the store's reducers, and as plain code for the
// model.

extension Level {
  static var reducer: Reducer<Level, Action> {
    .combine(
      own,
      .scope(state: \.field, action: fieldPath, Inner.reducer),
      .scope(.optional(\.optional), action: optionalPath, Inner.reducer),
      .scope(elements: \.rows, action: rowPath, Inner.reducer),
      .scope(.case(Choice.scopedPath, in: \.choice), action: choicePath, Inner.reducer))
  }

  static var fieldPath: CasePath<Action, Inner.Action> {
    CasePath({ .field($0) }) { if case .field(let part) = $0 { part } else { nil } }
  }

  static var optionalPath: CasePath<Action, Inner.Action> {
    CasePath({ .optional($0) }) { if case .optional(let part) = $0 { part } else { nil } }
  }

  static var rowPath: CasePath<Action, (Int, Inner.Action)> {
    CasePath({ .row($0, $1) }) { if case .row(let id, let part) = $0 { (id, part) } else { nil } }
  }

  static var choicePath: CasePath<Action, Inner.Action> {
    CasePath({ .choice($0) }) { if case .choice(let part) = $0 { part } else { nil } }
  }

  private static var own: Reducer<Level, Action> {
    Reducer { level, action in level.applyOwn(action) }
  }

  /// Applies an action of this level alone.
  private mutating func applyOwn(_ action: Action) {
    switch action {
    case .setX(let new): x = new
    case .setN(let new): n = new
    case .rename(let new): name = new
    case .setNumbers(let new): numbers = new
    case .flip: n ^= 1
    case .swapOptional: swap(&optional, &spare)
    case .swapChoice: choice = choice.swapped
    case .setOptional(let new): optional = new
    case .setChoice(let new): choice = new
    case .insert(let inner, let index): rows.insert(inner, at: min(index, rows.count))
    case .remove(let id): rows.remove(id: id)
    case .replace(let inner): if rows.contains(id: inner.id) { rows[id: inner.id] = inner }
    case .moveFirst(let index):
      if !rows.isEmpty { rows.move(from: 0, to: min(index, rows.count - 1)) }
    case .nothing, .field, .optional, .row, .choice: break
    }
  }

  mutating func apply(_ action: Action, gone: inout Set<String>) {
    switch action {
    case .field(let part): field.apply(part, gone: &gone)
    case .optional(let part):
      guard var inner = optional else { return reportGone("optional", &gone) }
      inner.apply(part, gone: &gone)
      optional = inner
    case .row(let id, let part):
      guard var inner = rows[id: id] else { return reportGone("row \(id)", &gone) }
      inner.apply(part, gone: &gone)
      rows[id: id] = inner
    case .choice(let part):
      guard case .scoped(var inner) = choice else { return reportGone("choice", &gone) }
      inner.apply(part, gone: &gone)
      choice = .scoped(inner)
    default: applyOwn(action)
    }
  }

  private func reportGone(_ child: String, _ gone: inout Set<String>) {
    gone.insert("\(child) of a \(Level.self)")
  }
}

extension Level {
  static var watches: [WatchKind<Level>] {
    [
      .keyPath("x", \.x), .keyPath("n", \.n), .keyPath("name", \.name),
      .keyPath("numbers", \.numbers), .keyPath("field", \.field),
      .keyPath("optional", \.optional), .keyPath("rows", \.rows), .keyPath("choice", \.choice),
      .keyPath("self", \.self), .keyPath("field.id", \.field.id),
      .element(0, in: \.rows), .element(1, in: \.rows), .element(2, in: \.rows),
      .keyPath("computed", \.computed, isProbed: false), .closure("n") { $0.n },
      .closure("optional") { $0.optional }, .closure("names") { $0.name + $0.numbers.description },
      .whole, .selector("n, numbers", StateSelector(\Level.n, \.numbers) { $0 * 1_000 + $1.count }),
    ]
  }

  static var children: [ChildKind<Level>] {
    [
      .field("field", \.field, fieldPath), .optional("optional", \.optional, optionalPath),
      .element(0, in: \.rows, rowPath), .element(1, in: \.rows, rowPath),
      .choice("choice", \.choice, Choice.scopedPath, choicePath),
    ]
  }
}
