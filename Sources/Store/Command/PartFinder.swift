/// Finds a child in the state around it, and lends it to a body, which is not called if the child is gone.
typealias PartFinder = @Sendable (_ whole: UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
