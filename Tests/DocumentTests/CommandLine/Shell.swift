#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs shell commands.
enum Shell {
  struct Failed: Error { let command: String }

  /// Returns the output of a POSIX shell command.
  static func run(_ command: String) throws -> String {
    guard let stream = popen(command, "r") else { throw Failed(command: command) }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func finds(_ program: String) throws -> Bool {
    try !run("command -v \(program)").isEmpty
  }

  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
