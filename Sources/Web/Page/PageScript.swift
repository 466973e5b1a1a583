extension PageAssets {
  /// The script of a page, in JavaScript. It shows the state that the server sends, and sends
  /// events.
  static let script = #"""
    'use strict';
    // Shows a program that runs on the server: applies the operations of its stream to the document, and sends the user's
    // input to it. The script turns the program's text into text nodes and attribute values, never into markup.
    //
    // The codes of the protocol, as in the enum PageProtocol of the server:
    // Operation
    //   y      defineStyle   number, attributes, kind of underline, foreground, background, colour of the underline
    //   n      makeElement   element, tag, attributes, 1 if its own drawing is decoration
    //   a      setAttributes element, attributes; null removes one
    //   f      setFrame      element, x, y, width, height
    //   o      setOffset     element, x, y
    //   k      setClip       element, [x, y, width, height] or null
    //   c      setChildren   element, all children in their order
    //   r      setRows       element, rows; a row is [number, column, runs], or [number] to remove it; a run is [text, style, width, link]
    //   d      removeElement element
    //   v      setField      element, known edit, text, start and end of the selection, this answer
    //   g      setSuggestion element, text, column
    //   x      setCaret      element, x, y; without x, none
    //   F      moveFocus     element; 0 for none
    //   t      setTitle      text
    //   copy   copy          text in Base64
    //   notify notify        title, text
    //   bell   bell
    // StreamEvent
    //   hello  hello
    //   all    wholePage
    //   ops    changes
    //   bye    end
    // HelloKey
    //   proto  version
    //   app    program
    //   drive  drives
    //   seq    lastBatch
    // EndKey
    //   why    reason
    // EndReason
    //   stopped
    //   moved
    //   ended
    // FrameKey
    //   v      version
    //   o      operations
    // BatchKey
    //   tab    tab
    //   seq    number
    //   v      version
    //   e      events
    // EventKind
    //   key
    //   text
    //   mouse
    //   input
    //   focus
    //   click
    //   size
    // EventKey
    //   t      kind
    //   id     element
    //   k      key
    //   m      modifiers
    //   s      text
    //   a      action
    //   b      button
    //   x      x
    //   y      y
    //   c      columns
    //   r      rows
    //   d      isDark
    // EditKey
    //   n      number
    //   b      answer
    //   s      text
    //   a      start
    //   z      end
    {
      const $ = (id) => document.getElementById(id);
      const screen = $('screen');
      const isDark = matchMedia('(prefers-color-scheme: dark)');
      const isCoarse = matchMedia('(pointer: coarse)');

      // MARK: Cells

      const cell = { width: 8, height: 18 };
      const size = { columns: 80, rows: 24 };

      // Measures the size of a cell, and how many cells the window has room for.
      function measure() {
        const probe = $('probe');
        probe.textContent = '0'.repeat(100);
        const box = probe.getBoundingClientRect();
        probe.textContent = '';
        cell.width = box.width / 100 || 8;
        cell.height = Math.max(lineHeight(getComputedStyle(probe)), isCoarse.matches ? 24 : 0);
        document.documentElement.style.setProperty('--line', `${cell.height}px`);
        const fit = (length, unit) => Math.min(1000, Math.max(1, Math.floor(length / unit)));
        const room = window.visualViewport?.scale === 1 ? visualViewport.height : innerHeight;
        size.columns = fit(innerWidth, cell.width);
        size.rows = fit(room - $('status').offsetHeight, cell.height);
        const width = size.columns * cell.width;
        screen.style.width = `${width}px`;
        screen.style.height = `${size.rows * cell.height}px`;
        screen.style.left = `${Math.floor((innerWidth - width) / 2)}px`;
      }

      // Returns the largest line height at which box-drawing characters still connect, in whole screen pixels. The function
      // draws a character and measures it, because font metrics differ from the drawn height by up to two pixels.
      function lineHeight({ fontSize, fontFamily }) {
        const em = parseFloat(fontSize) * devicePixelRatio;
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [Math.ceil(em), Math.ceil(3 * em)];
        const context = canvas.getContext('2d');
        context.font = `${em}px ${fontFamily}`;
        context.fillText('│', 0, 2 * em);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const ink = new Array(canvas.height).fill(0);
        for (let at = 3; at < data.length; at += 4) {
          const row = Math.floor(at / 4 / canvas.width);
          ink[row] = Math.max(ink[row], data[at]);
        }
        const drawn = ink.filter((one) => one > 0.9 * Math.max(...ink)).length;
        return Math.floor(Math.min(1.4 * em, Math.max(1.1 * em, drawn))) / devicePixelRatio;
      }

      const windowSize = () => ({ c: size.columns, r: size.rows, d: isDark.matches ? 1 : 0 });

      let resizing = 0;
      function resized() {
        clearTimeout(resizing);
        resizing = setTimeout(() => {
          const { columns, rows } = size;
          measure();
          if (columns !== size.columns || rows !== size.rows) push({ t: 'size', ...windowSize() });
        }, 80);
      }
      addEventListener('resize', resized);
      window.visualViewport?.addEventListener('resize', resized);
      isCoarse.addEventListener('change', resized);
      new ResizeObserver(resized).observe($('status'));
      isDark.addEventListener('change', () => push({ t: 'size', ...windowSize() }));

      // MARK: Connection status

      function say(kind, words) {
        $('state').className = kind;
        if ($('state').textContent !== words) $('state').textContent = words;
      }

      function showNotice(title, text, button, action) {
        say('off', 'Not connected');
        $('notice-title').textContent = title;
        $('notice-text').textContent = text;
        $('notice-button').textContent = button ?? '';
        $('notice-button').hidden = !button;
        $('notice-button').onclick = () => {
          $('notice').hidden = true;
          action();
        };
        $('notice').hidden = false;
        if (button) $('notice-button').focus();
      }

      const isNoticed = () => !$('notice').hidden;

      // MARK: Pairing

      const kept = window.sessionStorage;
      let token = kept.getItem('token');
      let tab = kept.getItem('tab');
      const claimed = claimTab();

      // A copy of a tab begins with the session storage of its original. So a lock tells whether
      // another tab uses the identifier. A reloaded tab keeps its identifier, although its previous
      // page may still hold the lock.
      async function claimTab() {
        const [entry] = performance.getEntriesByType('navigation');
        const isValid = /^[0-9a-f]{16}$/.test(tab ?? '');
        if (isValid && await lock(tab, entry?.type === 'reload')) return;
        tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
        kept.setItem('tab', tab);
        await lock(tab, true);
      }

      // Takes a lock until the page ends, and returns whether no other page holds it. If `waits` is
      // true, returns true at once, and takes the lock when it is free. Browsers have no locks on
      // an unencrypted connection to another machine.
      async function lock(name, waits) {
        if (!navigator.locks) return true;
        return new Promise((done) => {
          if (waits) done(true);
          navigator.locks.request(name, { ifAvailable: !waits }, (held) => {
            done(held !== null);
            return held && new Promise(() => {});
          });
        });
      }

      const askForLink = (reason) =>
        showNotice(reason, 'Open the link that the program shows. A link can be used once; then the program shows a new one.');

      // The code in a link works once. The page removes it from the address bar and from the history.
      function open() {
        const code = location.hash.slice(1);
        if (code) {
          history.replaceState(null, '', location.pathname);
          pair(code);
        } else if (token) connect();
        else askForLink('This tab has no link');
      }

      async function pair(code) {
        say('', 'Connecting…');
        let answer;
        try {
          answer = await fetch('/api/pair', {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }),
          });
          if (answer.ok) {
            token = (await answer.json()).token;
            kept.setItem('token', token);
            clearPending();
          }
        } catch {
          return showNotice('The program does not answer', 'It may have ended.', 'Try again', () => pair(code));
        }
        if (token) connect();
        else askForLink('This link is no longer valid');
      }
      addEventListener('hashchange', () => { if (location.hash.length > 1) open(); });

      // MARK: The stream

      let stream = null;       // the AbortController of the stream that is read
      let isLive = false;      // whether the event `hello` arrived
      let mayDrive = false;
      let [version, delay, retry, receivedAt] = [0, 500, 0, 0];
      let title = '';          // the title that the program set

      async function connect() {
        clearTimeout(retry);
        stream?.abort();
        isLive = false;
        $('notice').hidden = true;
        const mine = stream = new AbortController();
        receivedAt = Date.now();
        if (!$('state').textContent) say('', 'Connecting…');
        sayIfSlow(() => stream === mine && !isLive);
        await claimed;
        let after = null;
        try {
          const answer = await fetch(`/api/stream?${new URLSearchParams({ tab, ...windowSize() })}`, {
            headers: { Authorization: `Bearer ${token}` }, signal: mine.signal, cache: 'no-store',
          });
          if (answer.ok) await read(answer.body.getReader(), mine);
          else after = answer.status;
        } catch { /* handled like the end of the stream */ }
        if (stream !== mine) return;
        stop();
        if (after === 401) return askForLink('This tab has no valid link');
        if (after === 429) {
          return showNotice('Five tabs of this link are open', 'Close one of them, then try again here.', 'Try again', connect);
        }
        if (after === 503) return connectIn(5000, 'Too many pages are open; trying again');
        connectIn(delay, 'Connection lost; trying again');
        delay = Math.min(5000, delay * 2);
      }

      const sayThatItWaits = () => say('', 'Waiting for the program…');
      // Says so a second after a request began, if it still waits then.
      const sayIfSlow = (isWaiting) => void setTimeout(() => { if (isWaiting()) sayThatItWaits(); }, 1000);

      function connectIn(milliseconds, words) {
        say('off', words);
        clearTimeout(retry);
        retry = setTimeout(connect, milliseconds);
      }

      async function read(reader, mine) {
        const decoder = new TextDecoder();
        let [rest, name] = ['', ''];
        for (;;) {
          const { done, value } = await reader.read();
          if (done || stream !== mine) return;
          receivedAt = Date.now();
          const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
          rest = lines.pop();
          for (const line of lines) {
            if (line.startsWith('event:')) name = line.slice(6).trim();
            else if (line.startsWith('data:')) receive[name]?.(JSON.parse(line.slice(5)));
            if (stream !== mine) return;
          }
        }
      }

      const receive = {
        hello({ proto, app, drive, seq }) {
          if (proto !== 1) {
            stop();
            return showNotice('The page and the program have different versions', 'Reload the page.', 'Reload', () => location.reload());
          }
          // A session that does not know a batch that was already acknowledged is a new one. The
          // events that wait here were meant for the old session.
          if (seq < acknowledged) clearPending();
          else if (pending && pending.seq <= seq) pending = null;
          stopPosting();
          [acknowledged, mayDrive, isLive, delay] = [seq, drive, true, 500];
          $('notice').hidden = true;
          say('on', `Connected to ${visible(app)}`);
          document.title = title || visible(app);
          $('permission').textContent = drive ? 'You may use it' : 'You may only view it';
          $('keys').hidden = !drive;
          post();
        },
        all({ v, o }) {
          resetPage();
          apply(v, o);
          fields.clear();
        },
        ops({ v, o }) { apply(v, o); },
        bye({ why }) {
          stop();
          if (why === 'stopped') connectIn(2000, 'The program has ended; trying again');
          else if (why === 'moved') {
            showNotice('This session is open in another tab', 'This tab shows its last state.', 'Continue here', connect);
          } else showNotice('The session has ended', 'The program is still running.', 'Start again', connect);
        },
      };

      function stop() {
        stream?.abort();
        stream = null;
        isLive = false;
      }

      // The server sends a comment every 15 s. If nothing arrives for 40 s, the connection is dead, even if the browser
      // reports no error: for example, a laptop was suspended or the network failed.
      setInterval(() => { if (stream && Date.now() - receivedAt > 40000) connect(); }, 5000);
      const reconnect = () => { if (!stream && !isNoticed() && token && !document.hidden) connect(); };
      for (const name of ['online', 'focus', 'visibilitychange']) addEventListener(name, reconnect, true);
      addEventListener('pageshow', (event) => { if (event.persisted) connect(); });

      // MARK: Events to the program

      let queue = [];
      let pending = null;      // the batch that the server has not acknowledged
      let posting = null;      // the AbortController of its request
      let nextAttempt = 0;     // the timer of its next request, after one that failed
      let acknowledged = 0;

      function stopPosting() {
        posting?.abort();
        clearTimeout(nextAttempt);
        [posting, nextAttempt] = [null, 0];
      }

      // Drops events that the user meant for the previous session.
      function clearPending() {
        stopPosting();
        [queue, pending, acknowledged] = [[], null, 0];
        for (const element of elements.values()) [element.edits, element.answer, element.known] = [0, 0, element.control.value];
      }

      function push(event) {
        if (!mayDrive && event.t !== 'size') return;
        const last = queue.at(-1);
        const isMotion = (one) => one?.t === 'mouse' && (one.a === 'move' || one.a === 'drag');
        const isNewer = last?.t === event.t
          && (event.t === 'input' && last.id === event.id || event.t === 'size'
            || isMotion(event) && isMotion(last) && last.a === event.a && last.id === event.id);
        if (isNewer && event.t === 'input') event.b ||= last.b;
        if (isNewer) queue[queue.length - 1] = event;
        // Limits the number of events that are kept while the program does not answer.
        else if (queue.length < 500 || event.t === 'input') queue.push(event);
        // Sends all events of one turn of the event loop in one request.
        queueMicrotask(post);
      }

      async function post() {
        if (posting || nextAttempt || !isLive || !pending && queue.length === 0) return;
        if (!pending) {
          let [count, length] = [0, 0];
          while (count < queue.length && (count === 0 || length < 60000)) length += queue[count++].s?.length ?? 0;
          pending = { tab, seq: acknowledged + 1, v: version, e: queue.splice(0, count) };
        }
        const batch = pending;
        const mine = posting = new AbortController();
        sayIfSlow(() => posting === mine && isLive);
        const stuck = setTimeout(() => mine.abort(), 10000);
        let status = 0;
        try {
          const answer = await fetch('/api/events', {
            method: 'POST', signal: mine.signal, body: JSON.stringify(batch),
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          });
          status = answer.status;
        } catch { /* the batch is sent again */ }
        clearTimeout(stuck);
        if (posting !== mine) return;
        posting = null;
        if (status === 204) {
          acknowledged = batch.seq;
          pending = null;
          // The program's response arrives with the next writes of the stream.
          if (queue.length === 0) doubtedUntil = Math.min(doubtedUntil, performance.now() + 50);
          if (isLive && $('state').className !== 'on') say('on', 'Connected');
        } else if (status === 409) return void connect();
        else if (status === 401) {
          stop();
          return askForLink('This tab has no valid link');
        } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
          // The program will never accept this batch.
          pending = null;
        } else {
          if (isLive) sayThatItWaits();
          nextAttempt = setTimeout(() => { nextAttempt = 0; post(); }, 500);
          return;
        }
        post();
      }

      // MARK: Elements

      const elements = new Map();
      const owners = new WeakMap();
      // Fields that the user edited before the page is rebuilt. The program may not have received these edits yet.
      const fields = new Map();
      let sheet = new CSSStyleSheet();
      let focusID = 0;

      function makeBox(name) {
        const box = document.createElement('div');
        box.className = name;
        return box;
      }

      const ownerOf = (node) => {
        for (; node && node !== screen; node = node.parentNode) {
          const owner = owners.get(node);
          if (owner) return owner;
        }
        return elements.get(0);
      };

      function adopt(id, box, control) {
        const element = {
          id, box, control, frame: [0, 0, 0, 0], parent: null, children: [], base: 0, offset: [0, 0], clip: null,
          holder: null, ink: null, rows: new Map(), isInkHidden: false,
          isInput: control.tagName === 'INPUT', isSink: control.tagName === 'TEXTAREA',
          edits: 0, answer: 0, known: '', range: [0, 0], isComposing: false, late: null,
          ghost: null, hasGhost: false, isCell: false, said: null, caret: null,
        };
        control.id = `m${id}`;
        owners.set(box, element);
        elements.set(id, element);
        return element;
      }

      function resetPage() {
        for (const element of elements.values()) {
          if (!element.isInput) continue;
          if (element.control.value !== element.known) edited(element);
          if (element.edits > 0) fields.set(element.id, element);
        }
        elements.clear();
        screen.replaceChildren();
        sheet = new CSSStyleSheet();
        document.adoptedStyleSheets = [sheet];
        focusID = 0;
        for (const id of [0, -1, -2, -3]) {
          const box = makeBox('layer');
          box.style.width = box.style.height = '100%';
          adopt(id, box, box);
          screen.append(box);
        }
      }

      function apply(v, operations) {
        for (const operation of operations) {
          const [name, id] = operation;
          const element = elements.get(id);
          if (ofPage[name]) ofPage[name](operation);
          else if (element) ofElement[name]?.(element, operation);
        }
        version = v;
        settleFocus();
      }

      const columns = (count) => `${count}ch`;
      const lines = (count) => `${count}lh`;
      const count = (value) => (Number.isFinite(value) ? Math.trunc(value) : 0);
      // Replaces characters that can hide or reorder other text, for text outside of cells, such as a title.
      const visible = (text) => String(text).replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');

      function color(value) {
        if (typeof value === 'string') return /^#[0-9a-f]{6}$/i.test(value) ? value : null;
        if (!Number.isInteger(value) || value < 0 || value > 255) return null;
        if (value < 16) return `var(--c${value})`;
        const grey = 8 + 10 * (value - 232);
        if (value >= 232) return `rgb(${grey} ${grey} ${grey})`;
        const level = (weight) => [0, 95, 135, 175, 215, 255][Math.floor((value - 16) / weight) % 6];
        return `rgb(${level(36)} ${level(6)} ${level(1)})`;
      }

      function styleRule(a, u, f, b, l) {
        let [ink, ground] = [color(f), color(b)];
        if (a & 32) [ink, ground] = [ground ?? 'var(--bg)', ink ?? 'var(--fg)'];
        // Mixes the colour of dim text with its background colour or, if it has none, with the
        // colour of quiet text. Only 20 % of a background colour is added, so that the text stays
        // legible.
        if (a & 2) {
          const quiet = ground ? `${ground} 20%` : ink ? 'var(--quiet)' : 'var(--quiet) 100%';
          ink = `color-mix(in srgb, ${ink ?? 'var(--fg)'}, ${quiet})`;
        }
        const rules = [];
        if (ink) rules.push(`color:${ink}`);
        if (ground) rules.push(`background:${ground}`);
        if (a & 1) rules.push('font-weight:bold');
        if (a & 4) rules.push('font-style:italic');
        if (a & 24) {
          rules.push(`text-decoration-line:${a & 8 ? 'underline ' : ''}${a & 16 ? 'line-through' : ''}`);
          rules.push(`text-decoration-style:${['solid', 'double', 'wavy', 'dotted', 'dashed'][u] ?? 'solid'}`);
          if (color(l)) rules.push(`text-decoration-color:${color(l)}`);
        }
        return rules.join(';');
      }

      const webAddress = (text) => {
        try {
          return ['http:', 'https:', 'mailto:'].includes(new URL(text).protocol) ? text : null;
        } catch { return null; }
      };

      // Operations that do not apply to one existing element.
      const ofPage = {
        y([, number, ...style]) {
          if (Number.isInteger(number)) sheet.insertRule(`.row .s${number}{${styleRule(...style)}}`, sheet.cssRules.length);
        },
        n([, id, tag, attributes, isInkHidden]) {
          if (elements.has(id)) remove(elements.get(id));
          const name = ['button', 'input', 'dialog', 'textarea'].includes(tag) ? tag : 'div';
          const control = document.createElement(name);
          let box = control;
          if (name === 'input' || name === 'textarea') {
            box = makeBox('');
            box.append(control);
            Object.assign(control, {
              readOnly: !mayDrive, autocapitalize: 'off', autocomplete: 'off', spellcheck: false,
            });
          }
          if (name === 'input') control.maxLength = 100000;
          if (name === 'button') control.type = 'button';
          const element = adopt(id, box, control);
          element.isInkHidden = isInkHidden === 1;
          setAttribute(element, 'class', '');
          for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
          const old = fields.get(id);
          if (element.isInput && old) {
            [element.edits, element.answer] = [old.edits, old.answer];
            element.known = control.value = old.control.value;
            element.range = [old.control.selectionStart, old.control.selectionEnd];
          }
        },
        F([, id]) { settleFocus(focusID = id, true); },
        t([, text]) { document.title = title = visible(text); },
        copy([, text]) {
          const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
          navigator.clipboard?.writeText(new TextDecoder().decode(bytes)).catch(() => say('on', 'The browser does not permit copying'));
        },
        bell() {
          $('status').classList.remove('bell');
          requestAnimationFrame(() => $('status').classList.add('bell'));
        },
        notify([, title, body]) {
          if (window.Notification?.permission === 'granted') new Notification(visible(title), { body: visible(body) });
        },
      };

      const ofElement = {
        a(element, [, , attributes]) {
          for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
        },
        f(element, [, , ...frame]) {
          element.frame = frame.map(count);
          const [, , width, height] = element.frame;
          [element.box.style.width, element.box.style.height] = [columns(width), lines(height)];
          position(element);
        },
        o(element, [, , ...offset]) { placeChildren(element, element.clip, offset.map(count)); },
        k(element, [, , clip]) { placeChildren(element, clip && clip.map(count), element.offset); },
        c(element, [, , ids]) { setChildren(element, ids.map((id) => elements.get(id)).filter(Boolean)); },
        r(element, [, , rows]) { for (const row of rows) setRow(element, row); },
        d(element) { remove(element); },
        v(element, operation) {
          const [, , edits, text, start, end, answer] = operation;
          if (!element.isInput) return;
          if (element.isComposing) element.late = operation;
          // The program has not yet answered a newer edit. It merges that edit with its own changes.
          if (element.isComposing || edits < element.edits) return;
          [element.edits, element.answer, element.known, element.range] = [edits, answer, text, [start, end]];
          if (element.control.value !== text) element.control.value = text;
          select(element);
        },
        g(element, [, , text, column]) {
          element.hasGhost = text !== '';
          if (!element.ghost && text === '') return;
          if (!element.ghost) {
            element.ghost = makeBox('ghost');
            element.ghost.setAttribute('aria-hidden', 'true');
            element.box.append(element.ghost);
          }
          element.ghost.textContent = text;
          element.ghost.style.left = columns(count(column));
        },
        x(element, [, , x, y]) {
          element.caret?.remove();
          element.caret = null;
          if (x === undefined) return;
          element.caret = makeBox('caret');
          element.box.prepend(element.caret);
          // Input methods show their candidates beside the caret.
          const moved = element.isSink ? [element.caret, element.control] : [element.caret];
          for (const { style } of moved) {
            [style.left, style.top] = [columns(count(x)), lines(count(y))];
          }
        },
      };

      const switches = ['disabled', 'open'];
      const plain = ['role', 'tabindex', 'placeholder'];
      const references = ['aria-activedescendant', 'aria-controls'];

      function setAttribute(element, name, value) {
        const { control, box } = element;
        if (name === 'class') {
          box.className = `${element.id > 0 ? 'e' : 'layer'}${element.isInput ? ' field' : ''} ${value ?? ''}`.trim();
          return;
        }
        let shown = value === null ? null : String(value);
        if (references.includes(name)) shown = shown && `m${shown}`;
        else if (name === 'value') return setText(element, shown ?? '');
        else if (name === 'data-cell') return setCell(element, shown !== null);
        else if (switches.includes(name)) shown = shown === null ? null : '';
        else if (!plain.includes(name) && !/^aria-[a-z]+$/.test(name)) return;
        if (shown === null) control.removeAttribute(name);
        else if (control.getAttribute(name) !== shown) control.setAttribute(name, shown);
      }

      // Sets the value that assistive technology reads. An element that draws its text itself, such
      // as an editor, has an invisible field, which takes the focus and the typed text. A combo box
      // has an invisible text.
      function setText(element, text) {
        element.known = text;
        if (element.isSink && !element.isComposing) element.control.value = text;
        if (element.isSink) return;
        if (!element.said) element.box.append(element.said = makeBox('said'));
        element.said.textContent = text;
      }

      // Makes the content of a row the only cell of that row.
      function setCell(element, isCell) {
        element.isCell = isCell;
        if (isCell) element.holder?.setAttribute('role', 'gridcell');
        else element.holder?.removeAttribute('role');
      }

      function position(element) {
        const [x, y] = element.frame;
        element.box.style.left = columns(x);
        element.box.style.top = lines(y - (element.parent?.base ?? 0));
      }

      function placeChildren(element, clip, offset) {
        [element.clip, element.offset] = [clip, offset];
        const [x, y] = offset;
        if (!element.holder) {
          element.holder = makeBox('children');
          element.holder.append(...element.children.map((child) => child.box));
          element.box.append(element.holder);
          if (element.isCell) setCell(element, true);
        }
        // Browsers round positions of about ten million pixels.
        const base = Math.floor(y / 10000) * 10000;
        if (base !== element.base) {
          element.base = base;
          for (const child of element.children) position(child);
        }
        const { style } = element.holder;
        style.left = columns(-x);
        style.top = lines(base - y);
        const [left, top, width, height] = clip ?? [];
        const edge = [lines(top + y - base), columns(-left - x - width), lines(base - top - y - height), columns(left + x)];
        style.clipPath = clip ? `inset(${edge.join(' ')})` : '';
      }

      function setChildren(element, wanted) {
        for (const child of element.children.filter((one) => !wanted.includes(one))) {
          child.parent = null;
          child.box.remove();
        }
        const holder = element.holder ?? element.box;
        element.children = wanted;
        let next = null;
        for (const child of wanted.toReversed()) {
          const isNew = child.parent !== element;
          // A browser with `moveBefore` keeps the focus and the state of a field that moves.
          const move = !isNew && holder.moveBefore ? 'moveBefore' : 'insertBefore';
          if (isNew || child.box.nextSibling !== next) holder[move](child.box, next);
          next = child.box;
          child.parent = element;
          if (isNew) position(child);
        }
      }

      function remove(element) {
        if (element.parent) element.parent.children = element.parent.children.filter((child) => child !== element);
        element.box.remove();
        const all = [element];
        for (const one of all) {
          if (elements.get(one.id) === one) elements.delete(one.id);
          all.push(...one.children);
        }
      }

      function setRow(element, [row, column, runs]) {
        let line = element.rows.get(row);
        if (!runs) {
          line?.remove();
          element.rows.delete(row);
          return;
        }
        if (!element.ink) {
          element.ink = makeBox('ink');
          if (element.isInkHidden) element.ink.setAttribute('aria-hidden', 'true');
          element.box.prepend(element.ink);
        }
        if (!line) {
          line = makeBox('row');
          line.style.top = lines(count(row));
          // Keeps rows in order, because assistive technology reads them in document order.
          let after = Infinity;
          for (const other of element.rows.keys()) if (other > row && other < after) after = other;
          element.ink.insertBefore(line, element.rows.get(after) ?? null);
          element.rows.set(row, line);
        }
        line.style.left = columns(count(column));
        keepingSelection(line, () => line.replaceChildren(...runs.map(makeRun)));
      }

      // Changes the text of a row, and keeps the ends of the user's selection in it, because a
      // press on a row changes the row's colours.
      function keepingSelection(line, change) {
        const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection();
        const ends = [[anchorNode, anchorOffset], [focusNode, focusOffset]];
        const isInside = ends.some(([node]) => line.contains(node));
        if (!isInside || isCollapsed && !mouse.selects) return change();
        const offsets = ends.map(([node, offset]) => {
          if (!line.contains(node)) return null;
          const range = document.createRange();
          range.setStart(line, 0);
          range.setEnd(node, offset);
          return range.toString().length;
        });
        change();
        const points = offsets.map((offset, end) => offset === null ? ends[end] : point(line, offset));
        getSelection().setBaseAndExtent(...points.flat());
      }

      // Returns the text node at an offset in the text of a row, and the offset in that node.
      function point(line, offset) {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        let rest = offset;
        let text = null;
        while (texts.nextNode()) {
          text = texts.currentNode;
          if (rest <= text.length) return [text, rest];
          rest -= text.length;
        }
        return [text ?? line, text?.length ?? 0];
      }

      function makeRun([text, style, width, link]) {
        const address = link === undefined ? null : webAddress(link);
        if (style === 0 && width === undefined) return document.createTextNode(text);
        const span = document.createElement(address ? 'a' : 'span');
        if (address) Object.assign(span, { href: address, rel: 'noopener noreferrer', target: '_blank', tabIndex: -1 });
        if (style > 0) span.className = `s${count(style)}`;
        // The browser orders a run of text that is written from the right.
        if (width !== undefined) [span.style.width, span.dir] = [columns(count(width)), 'auto'];
        span.textContent = text;
        return span;
      }

      // MARK: Focus

      let isMovingFocus = false;

      const inSelection = () => {
        const selection = getSelection();
        return !selection.isCollapsed && screen.contains(selection.anchorNode) && !selection.anchorNode.closest?.('.field');
      };

      // Moves the browser's focus to the element that has the program's focus.
      function settleFocus(id = focusID, isMoved = false) {
        const element = elements.get(id);
        const target = element?.control ?? null;
        if (isNoticed() || document.activeElement === (target ?? document.body)) return;
        // Focusing a field would clear the user's text selection.
        if (!isMoved && (mouse.selects || inSelection())) return;
        isMovingFocus = true;
        if (target) target.focus({ preventScroll: true });
        else document.activeElement?.blur();
        isMovingFocus = false;
        if (element?.isInput) select(element);
      }

      function select({ control, range: [start, end] }) {
        // While the mouse is pressed, the browser sets the caret.
        if (document.activeElement !== control || mouse.pressed?.control === control) return;
        if (control.selectionStart !== start || control.selectionEnd !== end) control.setSelectionRange(start, end);
      }

      // Assistive technology or a script may move the browser's focus.
      screen.addEventListener('focusin', (event) => {
        if (isMovingFocus || mouse.pressed || !mayDrive) return;
        const element = ownerOf(event.target);
        if (element.id <= 0 || element.id === focusID || event.target.closest('.row')) return;
        focusID = element.id;
        push({ t: 'focus', id: element.id });
      });

      // MARK: Keys

      const names = {
        Enter: 'enter', Tab: 'tab', Escape: 'escape', Backspace: 'backspace', Delete: 'delete', Insert: 'insert', ArrowUp: 'up',
        ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'home', End: 'end', PageUp: 'pageUp', PageDown: 'pageDown',
      };

      const modifiers = (...held) => held.reduce((bits, isHeld, index) => bits | (isHeld ? 1 << index : 0), 0);

      // Converts a key event to the program's key; null for a key that the program does not have: a modifier, a dead key.
      function keyOf(event) {
        const { key } = event;
        const isGraph = event.getModifierState('AltGraph');
        let [shift, alt, control] = [event.shiftKey, event.altKey && !isGraph, event.ctrlKey && !isGraph];
        let k = names[key] ?? (/^F([1-9]|1[0-2])$/.test(key) ? key.toLowerCase() : null);
        if (!k) {
          if ([...key].length !== 1) return null;
          k = key;
          // If Option produces another character, the key is that character, without Alt.
          if (alt && !control && k > '\x7f') alt = false;
          if (control && alt && /^[a-z]$/i.test(k)) alt = false;
          if (control || alt) k = k.toLowerCase();
          // The shifted character already implies that Shift was held.
          if (!(control || alt) || k === key) shift = false;
        }
        return { t: 'key', k, m: modifiers(shift, alt, control, event.metaKey) };
      }

      // Whether the browser handles a key itself and does not send it to the program.
      function browserKeeps(event) {
        if (event.metaKey || ['F5', 'F11', 'F12'].includes(event.key)) return true;
        if (event.shiftKey && event.key === 'Insert') return true;
        if (!event.ctrlKey || event.altKey) return false;
        const key = event.key.toLowerCase();
        // The browser sends a paste event only if its own action for Ctrl+V runs.
        if (event.shiftKey) return ['i', 'j', '+', 'v'].includes(key);
        return ['r', '+', '-', '=', '0', 'v'].includes(key) || key === 'c' && inSelection();
      }

      // Whether a key edits a field or moves the caret in it. The browser handles such keys.
      function editsField(event, { control, hasGhost }) {
        const { key } = event;
        const isCommand = event.ctrlKey || event.altKey;
        if (event.getModifierState('AltGraph') || !isCommand && [...key].length === 1) return true;
        if (event.altKey && !event.ctrlKey && key > '\x7f' && [...key].length === 1) return true;
        if (event.ctrlKey && !event.altKey) return ['a', 'c', 'v', 'x', 'z', 'y'].includes(key.toLowerCase());
        if (isCommand) return false;
        const isAtEnd = control.selectionStart === control.value.length;
        if (hasGhost && isAtEnd && (key === 'ArrowRight' || key === 'End')) return false;
        return ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Dead', 'Process'].includes(key);
      }

      // A key may move the focus into or out of a field, or clear the field. Until the program's answer arrives, keys typed
      // into a field are also sent to the program, because only the program knows which element they belong to.
      let doubtedUntil = 0;

      addEventListener('keydown', (event) => {
        if (isNoticed() || event.isComposing || event.keyCode === 229) return;
        const isCopy = event.ctrlKey || event.metaKey ? event.key.toLowerCase() === 'c' : false;
        if (!names[event.key] && [...event.key].length > 1 && !/^F\d+$/.test(event.key)) return;
        if (!isCopy && mayDrive) {
          if (inSelection()) getSelection().removeAllRanges();
          settleFocus();
        }
        if (browserKeeps(event) || !mayDrive) return;
        const element = elements.get(focusID);
        const isField = element?.isInput && document.activeElement === element.control;
        const isDoubted = performance.now() < doubtedUntil;
        if (isField && editsField(event, element) && !(isDoubted && !event.ctrlKey && keyOf(event))) return;
        const key = keyOf(event);
        if (!key) return;
        event.preventDefault();
        if (isField && isDoubted) edited(element);
        else if (isField) tellField(element);
        doubtedUntil = performance.now() + 1000;
        push(key);
      }, true);

      // Firefox presses a button when the user releases the space bar.
      addEventListener('keyup', (event) => {
        if (event.key === ' ' && mayDrive && event.target.tagName === 'BUTTON' && !isNoticed()) event.preventDefault();
      }, true);

      // MARK: Fields

      function tellField(element) {
        const { control } = element;
        if (control.value !== element.known) element.edits += 1;
        element.known = control.value;
        element.range = [control.selectionStart, control.selectionEnd];
        const [a, z] = element.range;
        push({ t: 'input', id: element.id, n: element.edits, b: element.answer, s: control.value, a, z });
        element.answer = 0;
      }

      function edited(element) { if (element.control.value !== element.known) tellField(element); }

      function sendText(text) {
        // Splits the text, because a request's body has a limit. The two halves of a surrogate pair stay together.
        for (const part of text.match(/[^]{1,60000}(?![\udc00-\udfff])/g) ?? []) push({ t: 'text', s: part });
      }

      // The program, and not the browser, edits the text of an invisible field.
      screen.addEventListener('beforeinput', (event) => {
        if (!ownerOf(event.target).isSink || event.isComposing) return;
        event.preventDefault();
        sendText(event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
      });

      screen.addEventListener('input', (event) => {
        const element = ownerOf(event.target);
        if (!event.isComposing && element.isInput) edited(element);
      });

      screen.addEventListener('compositionstart', (event) => {
        const element = ownerOf(event.target);
        element.isComposing = true;
        if (element.isSink) element.control.classList.add('composing');
      });

      screen.addEventListener('compositionend', (event) => {
        const { target } = event;
        const element = ownerOf(target);
        element.isComposing = false;
        if (element.isSink) {
          target.classList.remove('composing');
          sendText(event.data);
          // The browser writes to the field once more after this event.
          setTimeout(() => setText(element, element.known));
        } else if (element.isInput) {
          edited(element);
          const late = element.late;
          element.late = null;
          if (late) ofElement.v(element, late);
        }
      });

      addEventListener('paste', (event) => {
        if (isNoticed() || !mayDrive) return;
        if (ownerOf(event.target).isInput) return;
        event.preventDefault();
        sendText(event.clipboardData?.getData('text/plain') ?? '');
      });

      // MARK: Mouse and touch

      const mouse = { pressed: null, button: 0, selects: false, at: '', pressedAt: '', wheelX: 0, wheelY: 0 };

      function tellMouse(action, button, element, event) {
        // Rounding by a fraction of a pixel must not select the next cell.
        const within = (distance, unit) => Math.floor(distance / unit + 0.001);
        const [box, all] = [element.box.getBoundingClientRect(), screen.getBoundingClientRect()];
        const [x, y] = [within(event.clientX - box.left, cell.width), within(event.clientY - box.top, cell.height)];
        const at = `${within(event.clientX - all.left, cell.width)} ${within(event.clientY - all.top, cell.height)}`;
        if ((action === 'drag' || action === 'move') && at === mouse.at) return;
        mouse.at = at;
        const m = modifiers(event.shiftKey, event.altKey, event.ctrlKey, event.metaKey);
        push({ t: 'mouse', a: action, b: button, id: element.id, x, y, m });
      }

      screen.addEventListener('mousedown', (event) => {
        if (event.button > 2 || isNoticed()) return;
        const element = ownerOf(event.target);
        [mouse.pressed, mouse.button, mouse.selects] = [element, event.button, false];
        if (!element.isInput || event.target !== element.control) {
          // The user can select text where the program does not handle drags, and with Alt
          // everywhere. A double click in a control is for the program.
          const { altKey, button, detail, target } = event;
          mouse.selects = button === 0 && (altKey || !target.closest('.drags, button'))
            && !(detail > 1 && target.closest('[tabindex="-1"]'));
          if (!mouse.selects) event.preventDefault();
        }
        if (elements.get(focusID) !== element) doubtedUntil = performance.now() + 1000;
        tellMouse('press', event.button, element, event);
        mouse.pressedAt = mouse.at;
      });

      addEventListener('mousemove', (event) => {
        const element = mouse.pressed;
        if (element && event.buttons === 0) return released(event);
        if (element) {
          // The program may have moved the dragged element already. So positions are measured from the screen's corner.
          if (!mouse.selects && !element.isInput) tellMouse('drag', mouse.button, elements.get(0), event);
        } else if (elements.get(0)?.box.classList.contains('motion') && screen.contains(event.target)) {
          tellMouse('move', -1, ownerOf(event.target), event);
        }
      });

      function released(event) {
        const element = mouse.pressed;
        if (!element || event.buttons !== 0 && event.button !== mouse.button) return;
        const { selects } = mouse;
        [mouse.pressed, mouse.selects] = [null, false];
        // A drag that selected text is not a click.
        if (selects && inSelection()) return push({ t: 'mouse', a: 'release', b: mouse.button, id: 0, x: -1, y: -1, m: 0 });
        tellMouse('release', mouse.button, mouse.at === mouse.pressedAt ? element : elements.get(0), event);
        if (element.isInput && document.activeElement === element.control) {
          // The program's answer to the press has the caret from before the release. The page
          // ignores that answer, because it has sent a newer edit.
          element.edits += 1;
          tellField(element);
        }
        if (selects) settleFocus();
      }
      addEventListener('mouseup', released);

      addEventListener('contextmenu', (event) => {
        const isOwn = event.target.closest?.('a, input') || inSelection() || event.shiftKey;
        if (screen.contains(event.target) && !isOwn && mayDrive) event.preventDefault();
      });

      // Handles an activation without a mouse, such as by a screen reader.
      screen.addEventListener('click', (event) => {
        const element = ownerOf(event.target);
        if (event.detail === 0 && element.id > 0 && !event.target.closest('.row a')) push({ t: 'click', id: element.id });
      });

      // The program scrolls three rows at a time.
      function scroll(deltaX, deltaY, event) {
        if (Math.sign(deltaX) !== Math.sign(mouse.wheelX)) mouse.wheelX = 0;
        if (Math.sign(deltaY) !== Math.sign(mouse.wheelY)) mouse.wheelY = 0;
        mouse.wheelX += deltaX;
        mouse.wheelY += deltaY;
        const element = ownerOf(event.target);
        const steps = (distance, unit, back, on) => {
          const whole = Math.trunc(distance / unit);
          for (let step = 0; step < Math.min(8, Math.abs(whole)); step++) tellMouse(whole < 0 ? back : on, -1, element, event);
          return distance - whole * unit;
        };
        mouse.wheelY = steps(mouse.wheelY, 3 * cell.height, 'wheelUp', 'wheelDown');
        mouse.wheelX = steps(mouse.wheelX, 3 * cell.width, 'wheelLeft', 'wheelRight');
      }

      screen.addEventListener('wheel', (event) => {
        if (event.ctrlKey || isNoticed()) return;
        event.preventDefault();
        const unit = [1, cell.height, size.rows * cell.height][event.deltaMode];
        scroll(event.deltaX * unit, event.deltaY * unit, event);
      }, { passive: false });

      // The browser turns a tap into a press and a release. A finger that moves scrolls like a wheel.
      let finger = null;
      screen.addEventListener('touchstart', (event) => {
        finger = event.touches.length === 1 ? event.touches[0] : null;
      }, { passive: true });
      screen.addEventListener('touchmove', (event) => {
        if (!finger || event.touches.length !== 1) return;
        const [old, now] = [finger, event.touches[0]];
        finger = now;
        scroll(old.clientX - now.clientX, old.clientY - now.clientY, now);
      }, { passive: true });

      // Measures the window while the link's code is being exchanged.
      if (location.hash.length < 2) measure();
      open();
      if (!screen.style.width) measure();
    }

    """#
}
