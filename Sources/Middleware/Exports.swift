// A program may give persistence files of another kind.
@_exported import MillraceSystem
