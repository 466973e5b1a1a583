/// The screens of the widgets' samples. Each list is below its samples.
@MainActor let widgetScreens: [ScreenSample] =
  containerScreens + textScreens + controlScreens + rowScreens + formScreens + keyScreens
  + layerScreens + chartScreens + editorScreens + layoutScreens
