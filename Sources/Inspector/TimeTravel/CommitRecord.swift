import MillraceStore

/// The recorded data of a commit: enough to replay it and to find its cause.
struct CommitRecord: Sendable {
  /// The action; nil for a replacement, whose state is a snapshot.
  var action: (any RecordedBox)?
  var reason: Replacement?
  /// When the reducer returned, in microseconds since the recording began.
  var time: Int64
  /// How long the reducer ran, in microseconds.
  var cost: Float
  /// The distance in versions to the commit that caused this one; 0 if no commit did.
  var parent: UInt32
  /// The index of its call site in the table of call sites, plus one; 0 if it has none.
  var site: UInt32
  /// The number of the key or click that caused the dispatch, in the table of inputs; 0 if there is
  /// none.
  var input: UInt16
  var effect: EffectID?
  /// For a commit from a file: the number of its call site's text in the table of inputs; 0 if
  /// there is none. `effectText` is the same for its effect.
  var siteText: UInt16 = 0
  var effectText: UInt16 = 0
}

/// The call sites of a recording. A recording has few call sites, and each has many commits.
struct CallSiteTable: Sendable {
  private(set) var sites: [CallSite] = []
  private var places: [CallSite: UInt32] = [:]
  private var last: UInt32 = 0

  /// - Returns: The site's number, from 1; 0 for nil.
  mutating func number(of site: CallSite?) -> UInt32 {
    guard let site else { return 0 }
    if last > 0, sites[Int(last) - 1] == site { return last }
    if let known = places[site] {
      last = known
    } else {
      sites.append(site)
      last = UInt32(sites.count)
      places[site] = last
    }
    return last
  }

  subscript(number: UInt32) -> CallSite? { number == 0 ? nil : sites[Int(number) - 1] }
}

/// The names of keys and clicks.
struct InputTable: Sendable {
  private var names: [String] = []
  private var places: [String: UInt16] = [:]

  /// - Returns: The name's number, from 1; 0 if the table is full.
  mutating func number(of name: String) -> UInt16 {
    if let known = places[name] { return known }
    guard names.count < 10_000 else { return 0 }
    names.append(name)
    places[name] = UInt16(names.count)
    return UInt16(names.count)
  }

  subscript(number: UInt16) -> String? { number == 0 ? nil : names[Int(number) - 1] }
}
