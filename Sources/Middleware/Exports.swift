// Re-exported so that a program can give persistence another `Storage`.
@_exported import MillraceSystem
