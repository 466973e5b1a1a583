import Foundation

struct Article: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
  let published: Date

  /// The day as `2026-05-01`.
  var day: String { published.formatted(.iso8601.year().month().day()) }
}

/// Decodes articles and sorts them, newest first.
/// - Throws: The errors of `JSONDecoder`.
func articles(in json: Data) throws -> [Article] {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return try decoder.decode([Article].self, from: json).sorted { $0.published > $1.published }
}
