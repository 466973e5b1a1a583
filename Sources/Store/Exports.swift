// A program that imports the store also gets its collections.
@_exported import MillraceIdentifiedList
