/// The files that the server sends to every browser: a page, its style and its script. They contain
/// no data of the program. They are string literals, because SwiftPM would embed files as arrays of
/// bytes, which take the compiler seven seconds.
enum PageAssets {
  /// Maps a path to its response.
  static let resources = [
    "/": HTTPResponse(200, type: "text/html; charset=utf-8", document),
    "/page.css": HTTPResponse(200, type: "text/css; charset=utf-8", styles),
    "/page.js": HTTPResponse(200, type: "text/javascript; charset=utf-8", script),
  ]
}
