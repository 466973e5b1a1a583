/// What is not to be done to a store inside its reducer, nor after its end.
@usableFromInline
package enum StoreUse: String, Sendable {
  case dispatch = "dispatch to"
  case subscribe = "subscribe to"
  case observe

  /// What a program is told that does it after the end.
  @usableFromInline
  var refusal: String {
    switch self {
    case .dispatch:
      """
      An action was dispatched to a store that has finished. Dispatch before finish(), and end what dispatches \
      (tasks, timers, input) before it.
      """
    case .subscribe:
      """
      A store that has finished was subscribed to. Subscribe before finish(), and end what subscribes before it. \
      The last state can still be read.
      """
    case .observe:
      """
      The commits of a store that has finished were observed. Observe them before finish(): none follows it.
      """
    }
  }
}
