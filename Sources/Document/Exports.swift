// `import MillraceDocument` is all that a program around a file writes.
@_exported import Millrace
