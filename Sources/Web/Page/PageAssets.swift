/// What the server hands to every browser: a page, its style and its script, without data of the program.
enum PageAssets {
  /// By path.
  static let resources = [
    "/": HTTPResponse(
      200, type: "text/html; charset=utf-8", bytes: PackageResources.page_html),
    "/page.css": HTTPResponse(
      200, type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
    "/page.js": HTTPResponse(
      200, type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js),
  ]

  /// The Content-Security-Policy: the page loads and reaches nothing but its own server, and no script or style in
  /// text that a program shows can run.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; worker-src 'none'"
}
