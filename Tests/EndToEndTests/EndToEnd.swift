import Testing

/// The built program in a real pseudo terminal.
///
/// Each test has its own processes, terminal and folder, so that tests run in parallel.
@Suite("The todo program")
enum EndToEnd {}
