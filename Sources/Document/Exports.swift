// `import MillraceDocument` is the only import that a program around a document needs.
@_exported import Millrace
@_exported import MillracePostgres
