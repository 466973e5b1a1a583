enum PageAssets {
  static let resources: [String: HTTPResponse] = [:]
  static let policy = "default-src 'none'"
}
