/// The pictures of the types that these files describe.
@MainActor let programScreens: [ScreenSample] =
  viewsScreens + eventsScreens + stackScreens + terminalScreens + documentScreens + toolsScreens
