import Testing
import TestSupport

// Each subscriber of a random program must get exactly the calls of a sequential model: each change
// of its value that it has not seen, with the value it saw last, at the version of the change. The
// values are chosen to expose code that compares bits instead of values, or values instead of bits:
// 0.0 and -0.0, NaN, strings that are equal but spelled or stored differently, padding.
@Suite("Random programs")
struct RandomProgramTests {
  @Test(
    "each subscriber of a random program gets the calls that the model expects",
    arguments: Programs.all)
  func likeTheModel(programs: Programs) {
    for seed in programs.seeds {
      let model = ModelWorld(seed: seed, steps: 60, isProbedOnly: programs.areProbedOnly)
      let real = RealWorld(model.program, isObserved: !programs.areProbedOnly, seed: seed)
      #expect(real.failures.isEmpty, "seed \(seed): \(real.failures.joined(separator: "\n"))")
    }
  }

  @Test("the generated programs make many calls, also in nested scopes, and run scripts")
  func worth() {
    var (calls, deep, open, scripts) = (0, 0, 0, 0)
    for seed in UInt64(0)..<40 {
      let program = ModelWorld(seed: seed, steps: 60, isProbedOnly: false).program
      for expectation in program.expectations {
        calls += expectation.calls.count
        if expectation.name.count(where: { $0 == "/" }) > 1 { deep += expectation.calls.count }
        if expectation.isLastOptional { open += 1 }
      }
      scripts += program.scripts.count { !$0.isEmpty }
    }
    #expect(calls > 1000)
    #expect(deep > 80)
    #expect(scripts > 70)
    #expect(open < calls / 100, "the model rarely allows several results")
  }
}

/// Programs of one kind, given by their seeds.
struct Programs: Sendable, CustomStringConvertible {
  private static let count: UInt64 = rounds(2, long: 40)

  let first: UInt64

  var seeds: Range<UInt64> { first..<first + Self.count }
  /// Whether no subscriber must be visited at every commit.
  var areProbedOnly: Bool { first / Self.count % 2 == 1 }

  static let all = (0..<8).map { number in Programs(first: number * count) }

  var description: String {
    "seeds \(seeds)\(areProbedOnly ? ", where a commit may concern nobody" : "")"
  }
}
