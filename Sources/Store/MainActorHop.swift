/// Brings work to the main actor, from any thread: in a task, as a rule; a test keeps it until it lets it
/// run.
public typealias MainActorHop = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
