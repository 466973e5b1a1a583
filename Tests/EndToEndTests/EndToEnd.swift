import Testing

/// The built program in a real pseudo terminal.
///
/// Each test has processes, a terminal and a folder of its own, so they run beside each other.
@Suite("todo, as it is run")
enum EndToEnd {}
