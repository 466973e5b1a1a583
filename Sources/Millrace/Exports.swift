// `import Millrace` is the only import that a program needs.
@_exported import MillraceBindings
@_exported import MillraceLayout
@_exported import MillraceLiveMarkup
@_exported import MillraceMiddleware
@_exported import MillraceObservation
@_exported import MillraceRender
@_exported import MillraceStore
@_exported import MillraceTerminal
@_exported import MillraceWidgets
