import Foundation
import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("ProgressEstimate")
struct ProgressEstimateTests {
  /// The descriptions of an estimate after each second, given the amounts done in each second.
  private func said(
    _ amounts: [Double], total: Double? = 100_000_000, unit: ProgressEstimate.Unit = .bytes
  ) -> [String] {
    let clock = ManualClock()
    let start = clock.now
    var estimate = ProgressEstimate(total: total, unit: unit)
    estimate.update(done: 0, at: .zero)
    return amounts.map { amount in
      clock.advance(by: .seconds(1))
      estimate.update(done: estimate.done + amount, at: start.duration(to: clock.now))
      return estimate.description
    }
  }

  @Test("a steady rate gives the time left")
  func steady() {
    #expect(
      said([2_000_000, 2_000_000, 2_000_000]) == [
        "2.0 MB/s, 00:49 left", "2.0 MB/s, 00:48 left", "2.0 MB/s, 00:47 left",
      ])
  }

  @Test("a changed rate is smoothed, and a pause makes the time left longer")
  func smoothed() {
    // With a smoothing of five seconds, the rate changes by a sixth of the difference in each
    // second.
    #expect(
      said([12_000_000, 0, 0, 12_000_000]) == [
        "12.0 MB/s, 00:08 left", "10.0 MB/s, 00:09 left", "8.3 MB/s, 00:11 left",
        "8.9 MB/s, 00:09 left",
      ])
    #expect(said([0, 0]) == ["0 B/s", "0 B/s"])
  }

  @Test("an estimate without a total shows the amount done")
  func unknown() {
    #expect(said([1_500, 1_500], total: nil) == ["1.5 kB, 1.5 kB/s", "3.0 kB, 1.5 kB/s"])
    #expect(
      said([30, 30], total: 60, unit: .items("files")) == ["30 files/s, 00:01 left", "30 files/s"])
  }

  @Test("updates at the same time change the rate at the next update, and a restart resets it")
  func moments() {
    var estimate = ProgressEstimate(total: 100, unit: .items("pages"))
    #expect(estimate.rate == nil && estimate.timeLeft == nil && estimate.description == "")
    estimate.update(done: 0, at: .seconds(10))
    estimate.update(done: 5, at: .seconds(10))
    #expect(estimate.rate == nil && estimate.share == 0.05)
    estimate.update(done: 10, at: .seconds(11))
    #expect(estimate.rate == 10 && estimate.timeLeft == .seconds(9))
    estimate.update(done: .nan, at: .seconds(12))
    estimate.update(done: 12, at: .seconds(9))
    #expect(estimate.rate == 10 && estimate.done == 12)
    estimate.update(done: 0, at: .seconds(20))
    #expect(estimate.rate == nil)
    estimate.update(done: 100, at: .seconds(21))
    #expect(estimate.timeLeft == .zero && estimate.share == 1)
  }

  @Test("times are minutes and seconds, or hours, and are rounded up")
  func times() {
    let times: [(Duration, String)] = [
      (.milliseconds(1), "00:01"), (.seconds(59), "00:59"), (.milliseconds(59_001), "01:00"),
      (.seconds(3_599), "59:59"), (.seconds(3_600), "1:00:00"), (.seconds(100_000), "27:46:40"),
    ]
    for (time, text) in times { #expect(ProgressEstimate.clock(time) == text) }
  }

  @Test("sizes have one decimal below a hundred, and use the next unit from a thousand")
  func sizes() {
    let sizes: [(Double, String)] = [
      (999, "999 B/s"), (1_000, "1.0 kB/s"), (99_940, "99.9 kB/s"), (99_960, "100 kB/s"),
      (999_499, "999 kB/s"), (999_500, "1.0 MB/s"), (5e12, "5.0 TB/s"),
    ]
    for (amount, text) in sizes { #expect(said([amount], total: 1) == [text]) }
  }

  @Test("an estimate continues after encoding and decoding between two updates")
  func coding() throws {
    var estimate = ProgressEstimate(total: 10, unit: .items("files"))
    estimate.update(done: 1, at: .seconds(1))
    estimate.update(done: 2, at: .seconds(2))
    var copy = try JSONDecoder().decode(
      ProgressEstimate.self, from: JSONEncoder().encode(estimate))
    #expect(copy == estimate)
    copy.update(done: 3, at: .seconds(3))
    #expect(copy.rate == 1)
  }

  @Test("a bar shows rate and time beside it, or below it in a narrow space")
  func bar() {
    var estimate = ProgressEstimate(total: 120_000_000)
    estimate.update(done: 0, at: .seconds(1))
    estimate.update(done: 30_000_000, at: .seconds(2))
    func rows(_ columns: Int) -> [String] {
      NodeStage(columns: columns, rows: 2, Column { ProgressBar(estimate) }).rows
    }
    #expect(rows(44) == ["████────────────  25 % 30.0 MB/s, 00:03 left"])
    #expect(rows(30) == ["██████──────────────────  25 %", "30.0 MB/s, 00:03 left"])
    estimate.total = nil
    #expect(
      NodeStage(columns: 30, rows: 1, Column { ProgressBar(estimate) }).rows[0]
        .hasSuffix("30.0 MB, 30.0 MB/s"))
    #expect(plainText(ProgressBar(estimate)).joined(separator: " ") == "… 30.0 MB, 30.0 MB/s")
  }
}
