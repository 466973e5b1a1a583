import Foundation
import layout_conformance
import Testing

@Suite("Frames as a browser has them")
struct ConformanceTests {
  /// Made by `Scripts/make_browser_fixtures.py`, which says how.
  static let own = package.appendingPathComponent("Tests/LayoutTests/Fixtures/browser-flexbox.json")

  /// Where this engine is not the browser: a ratio beside an automatic minimum height.
  static let deviations: Set = ["everything-127"]

  /// Beside the package, where it is at hand: it is not part of it.
  static let shared = package.appendingPathComponent("../shared/fixtures/yoga-flexbox.json")
    .standardizedFileURL

  static let package = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static var hasShared: Bool {
    let isThere = FileManager.default.fileExists(atPath: shared.path)
    if !isThere { print("skipped: the cases of another engine are not at hand") }
    return isThere
  }

  /// The file rounds a size from absolute edges, but a position from its parent.
  static let differences: Set = [
    "rounding_fractial_input_3", "static_position_align_center_amalgamation",
  ]

  /// What the browser of the file had otherwise than specifications and browsers of today: a root
  /// in a block of no width, and columns that wrap without being as wide as their lines. Of the latter,
  /// all but the widths is as in the file.
  static let bygone: Set = [
    "row_gap_percent_wrapping_with_min_width", "max_content_flex_basis_row", "wrap_column",
  ]

  @Test("generated trees get the frames of a browser of today, but for those that are named")
  func ownCases() throws {
    let cases = try BrowserCases.load(Self.own)
    #expect(cases.cases.count == 1030)
    #expect(try results(cases, disabled: false) == (Self.deviations, 34))
  }

  @Test(
    "another engine's cases get the browser's frames",
    .enabled(if: hasShared, "the cases are not part of the package"))
  func sharedCases() throws {
    let cases = try BrowserCases.load(Self.shared)
    #expect(try results(cases, disabled: false) == (Self.differences, 0))
    #expect(cases.cases.count { !($0.disabled ?? false) } == 544)
  }

  @Test(
    "cases that the other engine misses get the browser's frames, but for some of an old browser",
    .enabled(if: hasShared, "the cases are not part of the package"))
  func disabledCases() throws {
    let cases = try BrowserCases.load(Self.shared)
    #expect(try results(cases, disabled: true) == (Self.bygone, 4))
    #expect(cases.cases.count { $0.disabled ?? false } == 46)
  }

  /// The names of the cases with other frames than the browser's, and how many there are with a style that
  /// this engine leaves out.
  private func results(
    _ cases: BrowserCases, disabled: Bool
  ) throws -> (failed: Set<String>, unsupported: Int) {
    var failed: Set<String> = []
    var unsupported: Set<String> = []
    for browserCase in cases.cases where (browserCase.disabled ?? false) == disabled {
      for direction in ["ltr", "rtl"] {
        do {
          let result = try cases.run(browserCase, direction: direction)
          if result.disagreement != nil { failed.insert(browserCase.name) }
        } catch is UnsupportedStyle {
          unsupported.insert(browserCase.name)
        }
      }
    }
    return (failed, unsupported.count)
  }
}
