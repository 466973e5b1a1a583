#if canImport(FoundationEssentials)
  import FoundationEssentials

  typealias Data = FoundationEssentials.Data
  typealias Date = FoundationEssentials.Date
  typealias DecodableWithConfiguration = FoundationEssentials.DecodableWithConfiguration
  typealias JSONDecoder = FoundationEssentials.JSONDecoder
  typealias JSONEncoder = FoundationEssentials.JSONEncoder
#else
  import Foundation

  typealias Data = Foundation.Data
  typealias Date = Foundation.Date
  typealias DecodableWithConfiguration = Foundation.DecodableWithConfiguration
  typealias JSONDecoder = Foundation.JSONDecoder
  typealias JSONEncoder = Foundation.JSONEncoder
#endif
