import Foundation

/// The samples of the types: the lines between `// sample: TYPE, TYPE` and `// end` in the folder `Samples`.
struct Samples {
  struct Sample {
    let types: [String]
    let code: String
    /// The file, and the number of the function in it; a sample outside a function has none.
    fileprivate let place: (file: String, function: Int?)

    /// The names that it declares at its outermost level.
    var names: [String] {
      let declaration = /(?:@\w+ |static |final )*(?:struct|enum|actor|class|let|var|func) (\w+)/
      return code.split(separator: "\n").compactMap {
        $0.prefixMatch(of: declaration).map { String($0.1) }
      }
    }
  }

  let all: [Sample]

  init(_ folder: URL) throws {
    var all: [Sample] = []
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    for file in files {
      var types: [String]?
      var lines: [Substring] = []
      var function = 0
      for line in try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      {
        let bare = line.drop { $0 == " " }
        let isNested = line.count - bare.count > 2
        if types == nil, !isNested, bare.contains("func ") { function += 1 }
        if let list = bare.wholeMatch(of: /\/\/ sample: (.*)/) {
          types = list.1.components(separatedBy: ", ")
          lines = []
        } else if bare == "// end", let names = types {
          all.append(
            Sample(
              types: names, code: Self.dedented(lines),
              place: (file.path, isNested ? function : nil)))
          types = nil
        } else {
          lines.append(line)
        }
      }
    }
    self.all = all
  }

  /// The samples of a type, or else the first one that names it in its code.
  func of(_ type: String) -> [Sample] {
    let own = all.filter { $0.types.contains(type) }
      .sorted { $0.types[0] == type && $1.types[0] != type }
    if !own.isEmpty { return own }
    let word = try? Regex("\\b\(type)\\b")
    return all.first { sample in word.map { sample.code.contains($0) } == true }.map { [$0] } ?? []
  }

  /// The samples of a type that are not in its doc comment already.
  func of(_ type: String, beside comment: [String]) -> [Sample] {
    let text = comment.joined(separator: "\n")
    return of(type).filter { !text.contains($0.code) }
  }

  /// What a sample uses of earlier samples that are not beside it: their types, with the names.
  func origins(
    of sample: Sample, beside others: [Sample]
  ) -> [(type: String, names: [String])] {
    let own = sample.code.matches(of: /(?:let|var|func|case|struct|enum) (\w+)/).map {
      String($0.1)
    }
    let known = Set(others.flatMap(\.names) + own)
    // Neither a member nor a label.
    let used = Set(
      sample.code.matches(of: /(?:^|[^.\w"])([A-Za-z]\w*)(?![:\w])/).map { String($0.1) })
    let earlier = all.prefix { $0.code != sample.code || $0.types != sample.types }
    return earlier.compactMap { other in
      guard other.place.file == sample.place.file,
        other.place.function == nil || other.place.function == sample.place.function
      else { return nil }
      let names = other.names.filter { used.contains($0) && !known.contains($0) }
      return names.isEmpty ? nil : (other.types[0], names)
    }
  }

  private static func dedented(_ lines: [Substring]) -> String {
    let lines = lines.drop { $0.isEmpty }
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }
}
