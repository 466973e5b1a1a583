// `import MillraceDocument` is the only import that a program around a file needs.
@_exported import Millrace
