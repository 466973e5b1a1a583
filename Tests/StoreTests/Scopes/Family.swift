import MillraceStore

/// A state with a child of each kind.
struct Family: Equatable, Sendable {
  struct Person: Identifiable, Equatable, Sendable {
    let id: Int
    var name = ""
    var numbers = [1, 2, 3]
  }

  enum Guest: Equatable, Sendable {
    case nobody
    case person(Person)
    case animal(String)
  }

  var count = 0
  var head = Person(id: 1)
  var partner: Person? = Person(id: 2)
  var children = IdentifiedList([Person(id: 3), Person(id: 4)])
  var guest = Guest.person(Person(id: 5))
}

enum PersonAction: Equatable, Sendable {
  case rename(String)
  case setNumber(Int)
}

enum FamilyAction: Equatable, Sendable {
  case count
  case head(PersonAction)
  case partner(PersonAction)
  case child(Int, PersonAction)
  case guest(PersonAction)
  case setPartner(Family.Person?)
  case setGuest(Family.Guest)
  case setChildren(IdentifiedList<Family.Person>)

  static let headPath = CasePath<FamilyAction, PersonAction>({ .head($0) }) {
    if case .head(let action) = $0 { action } else { nil }
  }
  static let partnerPath = CasePath<FamilyAction, PersonAction>({ .partner($0) }) {
    if case .partner(let action) = $0 { action } else { nil }
  }
  static let childPath = CasePath<FamilyAction, (Int, PersonAction)>({ .child($0, $1) }) {
    if case .child(let id, let action) = $0 { (id, action) } else { nil }
  }
  static let guestPath = CasePath<FamilyAction, PersonAction>({ .guest($0) }) {
    if case .guest(let action) = $0 { action } else { nil }
  }
}

extension Family.Guest {
  static let personPath = CasePath<Family.Guest, Family.Person>({ .person($0) }) {
    if case .person(let person) = $0 { person } else { nil }
  }
}

let person = Reducer<Family.Person, PersonAction> { person, action in
  switch action {
  case .rename(let name): person.name = name
  case .setNumber(let number): person.numbers[0] = number
  }
}

let family = Reducer<Family, FamilyAction>.combine(
  Reducer { family, action in
    switch action {
    case .count: family.count += 1
    case .setPartner(let partner): family.partner = partner
    case .setGuest(let guest): family.guest = guest
    case .setChildren(let children): family.children = children
    case .head, .partner, .child, .guest: break
    }
  },
  .scope(state: \.head, action: FamilyAction.headPath, person),
  .scope(.optional(\.partner), action: FamilyAction.partnerPath, person),
  .scope(elements: \.children, action: FamilyAction.childPath, person),
  .scope(
    .case(Family.Guest.personPath, in: \.guest), action: FamilyAction.guestPath, person))

/// The four ways to scope into a family.
enum ScopeKind: CaseIterable, Sendable {
  case field
  case optional
  case element
  case enumCase

  static let thatMayGo: [ScopeKind] = [.optional, .element, .enumCase]

  func scope(_ store: Store<Family, FamilyAction>) -> Store<Family.Person, PersonAction>? {
    switch self {
    case .field: store.scope(state: \.head, action: FamilyAction.headPath)
    case .optional: store.scope(.optional(\.partner), action: FamilyAction.partnerPath)
    case .element: store.scope(element: 3, in: \.children, action: FamilyAction.childPath)
    case .enumCase:
      store.scope(
        .case(Family.Guest.personPath, in: \.guest), action: FamilyAction.guestPath)
    }
  }

  /// The person in a child of this kind.
  func person(in family: Family) -> Family.Person? {
    switch self {
    case .field: family.head
    case .optional: family.partner
    case .element: family.children[id: 3]
    case .enumCase: Family.Guest.personPath.extract(family.guest)
    }
  }

  func action(_ action: PersonAction) -> FamilyAction {
    switch self {
    case .field: .head(action)
    case .optional: .partner(action)
    case .element: .child(3, action)
    case .enumCase: .guest(action)
    }
  }

  /// The action that puts a person in this child, or removes it.
  func replacement(_ person: Family.Person?) -> FamilyAction {
    switch self {
    case .field: .count
    case .optional: .setPartner(person)
    case .element:
      .setChildren(IdentifiedList((person.map { [$0] } ?? []) + [Family.Person(id: 4)]))
    case .enumCase: .setGuest(person.map { .person($0) } ?? .animal("cat"))
    }
  }

  /// Actions that concern only other children.
  var elsewhere: [FamilyAction] {
    ScopeKind.allCases.filter { $0 != self }.map { $0.action(.rename("other")) }
      + [.count, .child(4, .rename("sibling"))]
  }

  /// The id of the person in a child of this kind.
  var id: Int { person(in: Family())!.id }
}
