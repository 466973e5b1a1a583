/// Everything that can be measured, in the order in which it is.
@MainActor
func allComparisons() -> [Comparison] {
  [
    dispatchComparisons(),
    subscriberComparisons(),
    scopeComparisons(),
    subscriptionComparisons(),
    rowComparisons(),
    workComparisons(),
    diffComparisons(),
    frameComparisons(),
    inputComparisons(),
    tableComparisons(),
    logComparisons(),
    sceneComparisons(),
    todoComparisons(),
    oneCellComparisons(),
    decodingComparisons(),
    layerComparisons(),
    paintComparisons(),
    layoutComparisons(),
    constraintComparisons(),
    persistenceComparisons(),
    middlewareComparisons(),
    loaderComparisons(),
  ].flatMap(\.self)
}
