import Millrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of a page, read from the machine on which the catalogue was built.
struct PageSource: Component, Equatable {
  let file: String

  private static let folder = String(#filePath.dropLast("PageSource.swift".count))

  var body: Node {
    Box(title: file) {
      ScrollView(.both) { Text(Self.text(of: file)).wrap(.clip) }
    }
    .padding(horizontal: 1).minHeight(0)
  }

  static func text(of file: String) -> String {
    let path = folder + file
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "\(path) cannot be read."
  }
}
