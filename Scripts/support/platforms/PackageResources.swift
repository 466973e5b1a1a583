// What the package manager makes for MillraceWeb: only to type-check, see check_platforms.py.
enum PackageResources {
  static let page_html: [UInt8] = []
  static let page_css: [UInt8] = []
  static let page_js: [UInt8] = []
}
