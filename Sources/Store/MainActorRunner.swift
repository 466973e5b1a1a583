/// Runs work on the main actor, from any thread. A program starts a task; a test can queue the work
/// and run it when it chooses.
public typealias MainActorRunner = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
