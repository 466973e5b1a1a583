/// A block of wanted rows that the terminal already shows in other rows, so that the terminal can
/// move them.
struct ScrollPlan: Equatable {
  /// All rows that move or are cleared.
  var region: Range<Int>
  /// The number of rows to move up; negative is down.
  var shift: Int

  /// The minimum number of changed rows to search for a plan.
  static let fewestRows = 3
  /// The number of changed rows to look up among the shown rows. A few suffice: after a scroll,
  /// most rows have only moved.
  private static let samples = 4

  /// The shift that most changed rows have in common; nil if less than a quarter of the rows share
  /// a shift, because trying it would then cost more than it saves.
  ///
  /// The caller has to check whether moving is shorter.
  ///
  /// - Complexity: O(cells of the screen).
  static func find(_ rows: [ChangedRow], shown: ShownScreen, wanted: CellGrid) -> ScrollPlan? {
    var best: (plan: ScrollPlan, matches: Int)?
    for part in 1...samples {
      let row = rows[rows.count * part / (samples + 1)]
      // Empty rows occur everywhere, and do not indicate a shift.
      if wanted.isEmpty(row: row.y) { continue }
      for direction in [1, -1] {
        var shift = direction
        while (0..<shown.height).contains(row.y + shift), !shown.shows(row, at: shift, of: wanted) {
          shift += direction
        }
        guard (0..<shown.height).contains(row.y + shift), shift != best?.plan.shift else {
          continue
        }
        let matching = rows.lazy.filter { shown.shows($0, at: shift, of: wanted) }
        guard let first = matching.first?.y, let last = matching.last?.y else { continue }
        let count = matching.count
        if count >= 2, 4 * count >= rows.count, count > best?.matches ?? 0 {
          let region = min(first, first + shift)..<max(last, last + shift) + 1
          best = (ScrollPlan(region: region, shift: shift), count)
        }
      }
    }
    return best?.plan
  }
}

extension CellGrid {
  /// Whether a row has only empty cells.
  func isEmpty(row: Int) -> Bool {
    cells[row * width..<(row + 1) * width].allSatisfy { $0 == .empty }
  }
}

extension ShownScreen {
  /// Whether the terminal shows the whole wanted row `shift` rows below where it should be.
  fileprivate func shows(_ row: ChangedRow, at shift: Int, of wanted: CellGrid) -> Bool {
    guard (0..<height).contains(row.y + shift) else { return false }
    let (start, source) = (row.y * width, (row.y + shift) * width)
    // A fast check: most other rows differ at the first changed column.
    let x = row.columns.lowerBound
    return cells[source + x] == wanted.cells[start + x]
      && (0..<width).allSatisfy { cells[source + $0] == wanted.cells[start + $0] }
  }

  /// Makes the terminal move rows between margins (DECSTBM): by SU or SD, or by line feeds in the
  /// last row, or reverse line feeds (RI) in the first. Chooses the shortest bytes, including the
  /// motion to the first vacated row.
  ///
  /// The pen has the default background, so the terminal fills the vacated rows with it.
  mutating func scroll(_ plan: ScrollPlan, into out: inout [UInt8]) {
    prepare(for: .empty, into: &out)
    let isUp = plan.shift > 0
    let fresh = isUp ? max(plan.region.upperBound - plan.shift, 0) : plan.region.lowerBound
    let (start, before) = (out.count, cursor)
    scroll(plan, byFeeding: true, into: &out)
    if traits.features.contains(.scrollLines) {
      let (fed, middle) = (cursor, out.count)
      let cost = middle - start + motion(toX: 0, y: fresh).cost
      cursor = before
      scroll(plan, byFeeding: false, into: &out)
      if out.count - middle + motion(toX: 0, y: fresh).cost <= cost {
        out.removeSubrange(start..<middle)
      } else {
        out.removeSubrange(middle...)
        cursor = fed
      }
    }
    cells.moveRows(plan.region, by: plan.shift, width: width)
  }

  private mutating func scroll(
    _ plan: ScrollPlan, byFeeding isFeeding: Bool, into out: inout [UInt8]
  ) {
    let (isUp, count) = (plan.shift > 0, abs(plan.shift))
    let isWhole = plan.region == 0..<height
    if !isWhole {
      out.appendControl("")
      if plan.region.lowerBound > 0 { out.appendDecimal(plan.region.lowerBound + 1) }
      if plan.region.upperBound < height {
        out.append(UInt8(ascii: ";"))
        out.appendDecimal(plan.region.upperBound)
      }
      out.append(UInt8(ascii: "r"))
      cursor = .at(x: 0, y: 0)
    }
    if isFeeding {
      move(toX: 0, y: isUp ? plan.region.upperBound - 1 : plan.region.lowerBound, into: &out)
      for _ in 0..<count {
        if !isUp { out.append(0x1B) }
        out.append(isUp ? 0x0A : UInt8(ascii: "M"))
      }
    } else {
      out.appendControl(count, omitting: 1, isUp ? "S" : "T")
    }
    if !isWhole {
      // Setting or resetting margins moves the cursor to the corner.
      out.appendControl("r")
      cursor = .at(x: 0, y: 0)
    }
  }
}
