extension PageAssets {
  /// The document of a page.
  static let document = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Millrace</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/page.css">
    <script src="/page.js" defer></script>
    </head>
    <body>
    <noscript>This page shows a program that runs elsewhere. It needs JavaScript.</noscript>
    <main id="screen"></main>
    <footer id="status">
    <span id="state" role="status"></span>
    <span id="permission"></span>
    <span id="keys">Ctrl+Alt+W, T, N: Ctrl+W, T, N, which the browser keeps</span>
    </footer>
    <section id="notice" role="alertdialog" aria-labelledby="notice-title" aria-describedby="notice-text" hidden>
    <h1 id="notice-title"></h1>
    <p id="notice-text"></p>
    <button id="notice-button" type="button" hidden></button>
    </section>
    <span id="probe" aria-hidden="true"></span>
    </body>
    </html>

    """#
}
