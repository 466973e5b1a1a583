/// Runs work on the main actor, from any thread. In a program, the runner starts a task; in a test,
/// it can queue the work, for the test to run later.
public typealias MainActorRunner = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
