import Testing

/// The built program in a real pseudo terminal.
///
/// One test after the other: each waits for processes of its own, and they would slow each other
/// down.
@Suite("todo, as it is run", .serialized)
enum EndToEnd {}
