// A program that edits a document needs only `import MillraceDocument`.
@_exported import Millrace
@_exported import MillracePostgres
