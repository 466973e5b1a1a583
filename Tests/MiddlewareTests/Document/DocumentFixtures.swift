import MillraceMiddleware
import MillraceStore
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An element with a number for which JSON has no form.
struct Price: DocumentElement, Equatable {
  enum Field: String, CaseIterable, Codable, Sendable { case amount }

  let id: Int
  var amount: Decimal

  var title: String { "\(id)" }
  mutating func assign(_ field: Field, from other: Price) { amount = other.amount }
  func text(of field: Field) -> String { "\(amount)" }
}

struct Prices: DocumentModel {
  enum Action: Codable, Equatable, Sendable { case add(Price) }

  var items = IdentifiedList<Price>()

  mutating func apply(_ action: Action) { if case .add(let price) = action { items.append(price) } }
  func step(for action: Action, since begun: Prices) -> DocumentStep? { DocumentStep("added") }
}

/// Not the store's own type of this name.
typealias Memo = TestSupport.Memo
