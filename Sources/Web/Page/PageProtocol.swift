/// The codes that a page and its server use in their messages. Most are one letter, because a frame
/// has thousands of them.
///
/// The head of the page's script has the same table.
enum PageProtocol {
  /// The operations that the server sends. Each is an array of a code and its arguments.
  enum Operation: String, CaseIterable {
    /// Defines a style: its number, attributes, kind of underline, foreground, background, and
    /// colour of the underline.
    case defineStyle = "y"
    /// Makes an element: its number, tag and attributes, and 1 if its own drawing is decoration.
    case makeElement = "n"
    /// Sets attributes of an element: its number, and the attributes; null removes one.
    case setAttributes = "a"
    /// Sets the frame of an element: its number, x, y, width and height.
    case setFrame = "f"
    /// Sets the scroll offset of an element's children: its number, x and y.
    case setOffset = "o"
    /// Sets the clip of an element's children: its number, and x, y, width and height, or null.
    case setClip = "k"
    /// Sets the children of an element: its number, and the numbers of all children in their order.
    case setChildren = "c"
    /// Sets rows that an element draws: the element's number, and for each row the row's number,
    /// first column and runs. A row with only its number is removed.
    ///
    /// A run is a text, the number of its style, and if needed its width and its link.
    case setRows = "r"
    /// Removes an element and its descendants: its number.
    case removeElement = "d"
    /// Sets the value of a field: the field's number, the number of the newest edit that the server
    /// knows, the text, the start and the end of the selection, and the number of this answer.
    case setField = "v"
    /// Sets the suggestion after a field's text: the field's number, the suggestion, and its
    /// column.
    case setSuggestion = "g"
    /// Sets the caret in an element: its number, x and y. Without x, the element has no caret.
    case setCaret = "x"
    /// Moves the focus: the number of the element; 0 for none.
    case moveFocus = "F"
    /// Sets the title of the page: the text.
    case setTitle = "t"
    /// Copies to the clipboard: the text in Base64.
    case copy
    /// Shows a notification: the title and the text.
    case notify
    /// Shows the bell.
    case bell
  }

  /// The events of the stream that the server sends.
  enum StreamEvent: String, CaseIterable {
    /// The first event of a stream, with the members of ``HelloKey``.
    case hello
    /// A frame with the whole page.
    case wholePage = "all"
    /// A frame with what changed since the previous one.
    case changes = "ops"
    /// The end of a stream, with the member of ``EndKey``.
    case end = "bye"
  }

  /// The members of the event `hello`.
  enum HelloKey: String, CaseIterable {
    /// The version of the protocol.
    case version = "proto"
    /// The name of the program.
    case program = "app"
    /// Whether the tab can use the program, and not only view it.
    case drives = "drive"
    /// The number of the last batch of events that the server received from the tab.
    case lastBatch = "seq"
  }

  /// The member of the event `bye`.
  enum EndKey: String, CaseIterable {
    /// The ``EndReason``.
    case reason = "why"
  }

  /// Why a stream ended.
  enum EndReason: String, CaseIterable {
    /// The program ended.
    case stopped
    /// Another stream of the tab began.
    case moved
    /// The user ended the session.
    case ended
  }

  /// The members of the JSON object in the events `all` and `ops`, which contain one frame each.
  enum FrameKey: String, CaseIterable {
    /// The number of the frame.
    case version = "v"
    case operations = "o"
  }

  /// The members of a batch of events that the page sends.
  enum BatchKey: String, CodingKey, CaseIterable {
    /// The identifier of the tab.
    case tab
    /// The number of the batch, from 1.
    case number = "seq"
    /// The number of the frame that the page showed.
    case version = "v"
    case events = "e"
  }

  /// The kinds of events that a page sends.
  enum EventKind: String, Decodable, CaseIterable {
    case key, text, mouse, input, focus, click, size
  }

  /// The members of an event; which ones it has depends on its kind.
  enum EventKey: String, CodingKey, CaseIterable {
    /// The kind: see ``EventKind``.
    case kind = "t"
    /// The number of the element.
    case element = "id"
    /// The name of a key, or its character.
    case key = "k"
    /// The modifiers of a key or of the mouse, as bits.
    case modifiers = "m"
    /// A text that was typed or pasted.
    case text = "s"
    /// The action of the mouse.
    case action = "a"
    /// The button of the mouse; -1 for none.
    case button = "b"
    /// The column of the mouse in the element.
    case x
    /// The row of the mouse in the element.
    case y
    /// The width of the window in cells. The URL of the event stream contains it, too.
    case columns = "c"
    /// The height of the window in cells. The URL of the event stream contains it, too.
    case rows = "r"
    /// 1 if the browser's colour scheme is dark, otherwise 0. The URL of the event stream contains
    /// it, too.
    case isDark = "d"
  }

  /// The members of the event `input`, which is an edit of a field, besides its kind and element.
  enum EditKey: String, CodingKey, CaseIterable {
    /// The number of the edit.
    case number = "n"
    /// The number of the answer (`setField`) whose text the user edited; 0 if the user edited the
    /// text of the previous edit.
    case answer = "b"
    /// The whole text.
    case text = "s"
    /// The start of the selection, in UTF-16 code units.
    case start = "a"
    /// The end of the selection, in UTF-16 code units.
    case end = "z"
  }
}

extension OpenResponse {
  /// Sends an event with an object of these members. Each value must be JSON already.
  func send<Key: RawRepresentable<String>>(
    _ event: PageProtocol.StreamEvent, _ members: KeyValuePairs<Key, String>
  ) {
    let object = members.map { "\"\($0.rawValue)\":\($1)" }.joined(separator: ",")
    send(event.rawValue, "{\(object)}")
  }
}
