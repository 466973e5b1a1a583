extension PageAssets {
  /// The styles of a page.
  static let styles = #"""
    /* Colours 0 to 15 are those of a terminal. 1 to 6 and 8 to 14 are for text: at least 4.5:1 on --bg. */
    :root {
      --bg: #fcfcfa; --fg: #24282e; --edge: #d9dbd8; --quiet: #5d646d; --accent: #1a56b0;
      --selection: #cfe0f8; --good: #1e6b2e; --wait: #7a5200; --bad: #b3261e;
      --c0: #1f2328; --c1: #b3261e; --c2: #1e6b2e; --c3: #7a5200; --c4: #1a56b0; --c5: #7b3aa0; --c6: #0b6670; --c7: #d5d8dd;
      --c8: #626a75; --c9: #c4362c; --c10: #26782f; --c11: #855c00; --c12: #2563c9; --c13: #8f48b8; --c14: #0f7480; --c15: #ffffff;
      --line: 1.2em;
      color-scheme: light dark;
    }

    @media (prefers-color-scheme: dark) {
      :root {
        --bg: #1b1d21; --fg: #d7dae0; --edge: #363a41; --quiet: #9aa1ac; --accent: #82aaf0;
        --selection: #34496e; --good: #8cc98a; --wait: #e0bb6b; --bad: #f28b82;
        --c0: #2b2f36; --c1: #f28b82; --c2: #8cc98a; --c3: #e0bb6b; --c4: #82aaf0; --c5: #c99bea; --c6: #6fc5c9; --c7: #c9cdd4;
        --c8: #8b929e; --c9: #ff9e95; --c10: #a5dba2; --c11: #f0cf85; --c12: #9dbdf7; --c13: #d8b4f2; --c14: #8bd9dc; --c15: #f3f4f6;
      }
    }

    * { box-sizing: border-box; margin: 0; padding: 0; }

    html, body { height: 100%; overflow: hidden; background: var(--bg); color: var(--fg); }

    body, button, input, textarea {
      font: 0.9375rem/var(--line) ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
      font-variant-ligatures: none; font-kerning: none; text-size-adjust: 100%;
    }

    /* The program gives every position on the screen: the browser lays out nothing. */
    #screen { position: absolute; top: 0; overflow: hidden; overflow: clip; white-space: pre; touch-action: pinch-zoom; cursor: default; }
    #screen div, #screen button, #screen dialog, #screen a.e, #screen textarea { position: absolute; }
    #screen .e { display: block; border: 0; border-radius: 0; background: none; color: inherit; text-align: left; max-width: none; max-height: none; overflow: visible; margin: 0; inset: auto; }
    #screen .layer { left: 0; top: 0; pointer-events: none; }
    #screen .layer > .children > .e, #screen .layer > .e, #screen #m0 { pointer-events: auto; }
    #screen .opaque { background: var(--bg); }
    #screen .e.gone, #screen dialog:not([open]) { display: none; }
    .ink, .children { left: 0; top: 0; }
    .said { opacity: 0; pointer-events: none; user-select: none; -webkit-user-select: none; }
    .row { height: var(--line); width: max-content; unicode-bidi: isolate; }
    .row span, .row a { display: inline-block; height: var(--line); vertical-align: top; color: inherit; text-decoration-line: none; }
    .row a { text-decoration: underline; text-underline-offset: 0.15em; cursor: pointer; }
    #screen button, #screen [role="tab"], #screen [role="option"], #screen [role="menuitem"], #screen [role="checkbox"] { cursor: pointer; }
    [aria-disabled="true"] { cursor: not-allowed; }
    .ink { cursor: text; }
    button .ink, [tabindex] .ink { cursor: inherit; }
    button .ink { user-select: none; -webkit-user-select: none; }

    /* A finger needs rows of 24 px; a larger font keeps lines between rows short. */
    @media (pointer: coarse) { body, button, input, textarea { font-size: 1.125rem; } }

    input { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; border-radius: 0; background: none; color: inherit; outline: 0; caret-color: var(--accent); appearance: none; }
    input::placeholder { color: var(--quiet); opacity: 1; }
    input:disabled { color: var(--quiet); -webkit-text-fill-color: currentcolor; opacity: 1; }
    .ghost { color: var(--quiet); top: 0; height: var(--line); pointer-events: none; }
    textarea { width: 2ch; height: var(--line); border: 0; outline: 0; resize: none; overflow: hidden; background: var(--bg); color: inherit; caret-color: transparent; white-space: pre; opacity: 0; pointer-events: none; }
    textarea.composing { opacity: 1; field-sizing: content; min-width: 4ch; text-decoration: underline; }
    .caret { z-index: 1; width: 2px; height: var(--line); background: var(--accent); animation: blink 1.1s steps(1) infinite; pointer-events: none; }

    :focus { outline: 0; }
    #screen .e:focus-visible, #screen .e:has(> textarea:focus-visible), #screen .field:has(> input:focus-visible) { outline: 1px solid color-mix(in srgb, var(--accent) 55%, transparent); outline-offset: -1px; }
    #screen dialog.e:focus-visible { outline: 0; }
    ::selection { background: var(--selection); color: var(--fg); }

    #status { position: fixed; left: 0; right: 0; bottom: 0; min-height: calc(var(--line) + 9px); padding: 4px 10px; display: flex; flex-wrap: wrap; gap: 0 2ch; border-top: 1px solid var(--edge); background: var(--bg); color: var(--quiet); font-size: 0.8125rem; white-space: nowrap; overflow: hidden; }
    #status span { overflow: hidden; text-overflow: ellipsis; }
    #state, #permission { flex: none; }
    #state::before { content: ""; display: inline-block; width: 0.6em; height: 0.6em; margin-right: 0.8ch; border-radius: 50%; background: var(--wait); }
    #state.on::before { background: var(--good); }
    #state.off::before { background: var(--bad); }
    #keys { flex: 1 1 0; text-align: right; min-width: 0; }
    @media (max-width: 40rem) { #keys { display: none; } }
    #status.bell { animation: bell 0.3s; }

    #notice { position: fixed; inset: 0; margin: auto; width: min(44ch, 100% - 2ch); height: max-content; padding: 1.5rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--bg); box-shadow: 0 8px 40px rgb(0 0 0 / 25%); }
    #notice h1 { font-size: 1.05rem; margin-bottom: 0.5rem; }
    #notice button { margin-top: 1rem; padding: 0.35rem 1.2rem; border: 1px solid var(--accent); border-radius: 5px; background: var(--bg); color: var(--accent); cursor: pointer; }
    #notice button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    #notice:not([hidden]) ~ #screen, main:has(~ #notice:not([hidden])) { opacity: 0.45; }
    #probe { position: absolute; visibility: hidden; white-space: pre; line-height: normal; left: 0; top: 0; }
    noscript { position: fixed; inset: 2rem; }
    [hidden] { display: none; }

    @keyframes blink { 50% { opacity: 0; } }
    @keyframes bell { 50% { background: var(--selection); } }
    @media (prefers-reduced-motion: reduce) { .caret, #status.bell { animation: none; } }

    """#
}
