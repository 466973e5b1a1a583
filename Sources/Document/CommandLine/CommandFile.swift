import MillraceSystem

/// Files for the input and output of commands. A path `-` is standard input or output.
public enum CommandFile {
  private static let files = SystemFiles()

  /// The lines of a file, a pipe or standard input, without line breaks.
  /// - Throws: ``CommandFileError``: `cannotRead`, or `notUTF8` if a line is not valid UTF-8.
  /// - Complexity: O(the file's size), in time and memory.
  public static func lines(of path: String) throws(CommandFileError) -> [String] {
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? files.readStream(0) : files.readStream(path)
    } catch {
      throw .cannotRead(path: name, reason: "\(error)")
    }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return try lines.enumerated().map { (index, line) throws(CommandFileError) in
      let line = line.last == 0x0D ? line.dropLast() : line
      if let text = String(validating: line, as: UTF8.self) { return text }
      throw .notUTF8(path: name, line: index + 1)
    }
  }

  /// Writes a result to a file.
  ///
  /// A new file gets the permissions that the process's umask allows. An existing file is replaced
  /// atomically; its permissions are kept, but not its owner or its hard links. A symbolic link
  /// stays, and leads to the new file. A pipe or a device is written to directly. An incomplete
  /// file is removed.
  /// - Parameters:
  ///   - text: The text to write, in UTF-8.
  ///   - path: The path of the file; `-` is standard output.
  ///   - overwriting: Whether an existing file may be replaced.
  /// - Throws: ``CommandFileError``.
  public static func write(
    _ text: String, to path: String, overwriting: Bool = false
  ) throws(CommandFileError) {
    do {
      if path == "-" { return try files.writeStream(Array(text.utf8), to: 1) }
      let old = try files.status(of: path)
      if let old, old.kind != .file { return try files.writeStream(Array(text.utf8), to: path) }
      if old != nil, !overwriting { throw CommandFileError.exists(path: path) }
      var target = Path(path)
      while let next = try files.linkTarget(of: target.text) {
        target = Path(Path.join(target.folder, next))
      }
      let part = target.sibling(".\(target.name).\(UInt32.random(in: 0 ... .max)).new")
      let name = old == nil ? target.text : part
      let file = try files.openNew(name, permissions: old?.permissions)
      defer { files.close(file) }
      do {
        try files.writeStream(Array(text.utf8), to: file)
        try files.synchronize(file)
        if old != nil { try files.rename(part, to: target.text) }
      } catch {
        try? files.remove(name)
        throw error
      }
      try files.synchronizeFolder(target.folder)
    } catch let error as SystemError {
      if error.isBrokenPipe { throw .brokenPipe }
      throw .cannotWrite(path: path == "-" ? "standard output" : path, reason: "\(error)")
    } catch {
      throw .exists(path: path)
    }
  }
}

/// The reason why a command could not read or write a file.
public enum CommandFileError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case cannotRead(path: String, reason: String)
  /// The file is not UTF-8; `line` is the first line that is not.
  case notUTF8(path: String, line: Int)
  /// There is a file at the path already.
  case exists(path: String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The reader of the output has closed the pipe.
  case brokenPipe

  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notUTF8(let path, let line): "\(path) is not UTF-8 (line \(line))"
    case .exists(let path): "\(path) already exists: choose another name, or pass --force"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .brokenPipe: "the reader of the output has closed the pipe"
    }
  }
}
