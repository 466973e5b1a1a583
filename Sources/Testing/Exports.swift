// Re-exported, because tests of a program also test its store.
@_exported import MillraceStoreTesting
