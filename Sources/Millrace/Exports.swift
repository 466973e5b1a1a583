// `import Millrace` is all that a program writes.
@_exported import Bindings
@_exported import Layout
@_exported import Middleware
@_exported import Render
@_exported import Store
@_exported import Terminal
