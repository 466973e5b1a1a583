#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of one test, removed with it. It is the home and data folder of the programs that the
/// test starts.
final class TestFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "todo-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path + "/todo", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The default path of `todo`'s list.
  var listFile: String { path + "/todo/todos.json" }

  /// A terminal with 256 colours, and of the tests' environment only the library paths and the
  /// destination of coverage data.
  var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment.filter {
      ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE"]
        .contains($0.key)
    }
    return own.merging([
      "PATH": "/usr/bin:/bin", "HOME": path, "XDG_DATA_HOME": path, "TERM": "xterm-256color",
      "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
  }

  /// Every file in the folder, by its relative path.
  var allNames: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
  }

  /// `allNames` without the log and the interface that a program keeps beside its file.
  var names: [String] {
    get throws {
      try allNames.filter { name in
        !name.hasSuffix(".interface") && !name.contains(".json.log")
      }
    }
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }
}
