/// Rows of the wanted screen that the terminal shows already, but higher or lower: it can move them
/// itself.
struct ScrollPlan: Equatable {
  /// Everything that moves or is emptied.
  var region: Range<Int>
  /// How many rows up; negative is down.
  var shift: Int

  /// Fewer changed rows than this are not worth a look.
  static let fewestRows = 3

  /// The one shift that most changed rows have in common, nil where too few have one.
  ///
  /// Rows are found by hash and then compared. Whether moving them is shorter is for the caller to
  /// try.
  ///
  /// - Complexity: O(cells of the rows from the first to the last that changed).
  static func find(_ rows: [ChangedRow], shown: ShownScreen, wanted: CellGrid) -> ScrollPlan? {
    // Where each row stands that is unlike all others; nil where several are alike.
    var places: [Int: Int?] = [:]
    for row in rows {
      guard let hash = hash(shown.cells, row: row.y, width: shown.width) else { continue }
      places.updateValue(places[hash] == nil ? row.y : nil, forKey: hash)
    }
    var votes: [Int: Int] = [:]
    for row in rows {
      guard let hash = hash(wanted.cells, row: row.y, width: wanted.width),
        let place = places[hash], let place, place != row.y
      else { continue }
      votes[place - row.y, default: 0] += 1
    }
    // The smaller shift where two have as many, so that the choice does not hang on the
    // dictionary's order.
    let best = votes.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }
    guard let best, best.value >= 2 else { return nil }
    return plan(shift: best.key, rows, shown: shown, wanted: wanted)
  }

  private static func plan(
    shift: Int, _ rows: [ChangedRow], shown: ShownScreen, wanted: CellGrid
  ) -> ScrollPlan? {
    func matches(_ y: Int) -> Bool {
      let source = y + shift
      guard source >= 0, source < shown.height, y >= 0, y < shown.height else { return false }
      let width = shown.width
      return wanted.cells[y * width..<(y + 1) * width]
        .elementsEqual(shown.cells[source * width..<(source + 1) * width])
    }
    let matching = rows.map(\.y).filter(matches)
    guard let first = matching.first, let last = matching.last else { return nil }
    return ScrollPlan(
      region: min(first, first + shift)..<max(last, last + shift) + 1, shift: shift)
  }

  /// Nil for a row that is empty: those are everywhere, and say nothing about a shift.
  private static func hash(_ cells: [Cell], row: Int, width: Int) -> Int? {
    var isEmpty = true
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for cell in cells[row * width..<(row + 1) * width] {
      if cell != .empty { isEmpty = false }
      // FNV-1a's steps, a cell at a time.
      sum = (sum ^ cell.style.packed) &* 0x100_0000_01B3
      sum = (sum ^ UInt64(cell.glyph.rawValue)) &* 0x100_0000_01B3
    }
    return isEmpty ? nil : Int(truncatingIfNeeded: sum)
  }
}

extension ShownScreen {
  /// Lets the terminal move rows (DECSTBM, SU, SD).
  ///
  /// The rows that come in are filled with the default background, because the pen has it.
  mutating func scroll(_ plan: ScrollPlan, into out: inout [UInt8]) {
    pen.change(for: .empty, into: &out)
    let isWhole = plan.region == 0..<height
    if !isWhole {
      out.append(contentsOf: [0x1B, UInt8(ascii: "[")])
      if plan.region.lowerBound > 0 { out.appendDecimal(plan.region.lowerBound + 1) }
      out.append(UInt8(ascii: ";"))
      out.appendDecimal(plan.region.upperBound)
      out.append(UInt8(ascii: "r"))
    }
    let count = abs(plan.shift)
    out.appendControl(count, omitting: 1, plan.shift > 0 ? "S" : "T")
    if !isWhole {
      // Setting margins, and taking them back, puts the cursor in the corner.
      out.appendControl("r")
      cursor = .at(x: 0, y: 0)
    }
    let rows = plan.shift > 0 ? Array(plan.region) : plan.region.reversed()
    for y in rows {
      let source = y + plan.shift
      for x in 0..<width {
        cells[y * width + x] =
          plan.region.contains(source) ? cells[source * width + x] : .empty
      }
    }
  }
}
