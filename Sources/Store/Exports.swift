// A program that imports the store also imports `IdentifiedList`.
@_exported import MillraceIdentifiedList
