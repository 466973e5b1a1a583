import Foundation

/// Lays out the trees in a file and reports those whose frames differ from the browser's.
@main
struct ConformanceProgram {
  static let usage = """
    usage: layout-conformance [--disabled] FILE.json
    Lays out the trees of a file, both left to right and right to left, and prints those whose
    frames are not the browser's. Trees with a style that this engine leaves out are counted by that.
      --disabled   runs the disabled cases instead
    The status is 0 if all passed, 1 if some failed, 2 if there were no cases.
    """

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--help") || arguments.contains("-h") {
      print(usage)
      return
    }
    let wantsDisabled = arguments.contains("--disabled")
    arguments.removeAll { $0 == "--disabled" }
    guard arguments.count == 1, let path = arguments.first, !path.hasPrefix("-") else {
      fail(usage, code: 2)
    }
    let cases: BrowserCases
    do {
      cases = try BrowserCases.load(URL(fileURLWithPath: path))
    } catch {
      fail("layout-conformance: \(path): \(explain(error))", code: 2)
    }
    let (count, failed) = report(cases, wantsDisabled: wantsDisabled)
    if count == 0 { fail("layout-conformance: \(path): it contains no matching cases", code: 2) }
    exit(failed == 0 ? 0 : 1)
  }

  private static func report(
    _ cases: BrowserCases, wantsDisabled: Bool
  ) -> (count: Int, failed: Int) {
    var passed = 0
    var failed = 0
    var unsupported: [UnsupportedStyle: Int] = [:]
    for browserCase in cases.cases where (browserCase.disabled ?? false) == wantsDisabled {
      do {
        let complaints = try ["ltr", "rtl"].compactMap { direction in
          try complaint(browserCase, of: cases, direction)
        }
        if complaints.isEmpty { passed += 1 } else { failed += 1 }
        for complaint in complaints { print(complaint) }
      } catch let style as UnsupportedStyle {
        unsupported[style, default: 0] += 1
      } catch {
        failed += 1
        print("\(browserCase.name): \(error)")
      }
    }
    let left = unsupported.values.reduce(0, +)
    print("\(passed) passed, \(failed) failed, \(left) not supported")
    for (style, count) in unsupported.map({ ("\($0)", $1) }).sorted(by: { $0.0 < $1.0 }) {
      print("  \(style): \(count)")
    }
    return (passed + failed + left, failed)
  }

  private static func complaint(
    _ browserCase: BrowserCase, of cases: BrowserCases, _ direction: String
  ) throws -> String? {
    let result = try cases.run(browserCase, direction: direction)
    return result.disagreement.map { "\(browserCase.name) (\(direction))\n\($0)" }
  }

  private static func explain(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return error.localizedDescription }
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil as DecodingError.Context?
      }
    guard let context else { return "\(error)" }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return "not a valid case file: \(path.joined(separator: ".")): \(context.debugDescription)"
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
