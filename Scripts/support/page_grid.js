// Reconstructs the grid of cells of a page from the browser's layout of its text: rows of text without trailing blanks.
// '\0' is a cell that cannot be determined (in a field that has scrolled). Also reports text that is not on a cell.
(() => {
  const screen = document.getElementById('screen');
  const root = document.documentElement;
  const probe = document.getElementById('probe');
  probe.textContent = '0'.repeat(100);
  const width = probe.getBoundingClientRect().width / 100;
  probe.textContent = '';
  const height = parseFloat(getComputedStyle(root).getPropertyValue('--line'));
  const all = screen.getBoundingClientRect();
  const [columns, rows] = [Math.round(all.width / width), Math.round(all.height / height)];
  const grid = Array.from({ length: rows }, () => new Array(columns).fill(' '));
  const problems = [];
  const whole = (length, unit, what) => {
    const cells = length / unit;
    if (Math.abs(cells - Math.round(cells)) > 0.12) problems.push(`${what} stands at ${cells.toFixed(2)}`);
    return Math.round(cells);
  };
  const cut = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const put = (x, y, text, count, clip) => {
    for (let at = 0; at < count; at++) {
      const [left, top] = [(x + at + 0.5) * width, (y + 0.5) * height];
      if (y < 0 || y >= rows || x + at < 0 || x + at >= columns) continue;
      if (left < clip.left || left > clip.right || top < clip.top || top > clip.bottom) continue;
      // A cluster that is half covered is not shown.
      const old = grid[y][x + at];
      if (old === '' ) for (let back = x + at - 1; back >= 0; back--) { if (grid[y][back] !== '') { grid[y][back] = ' '; break; } }
      for (let on = x + at + 1; on < columns && grid[y][on] === ''; on++) grid[y][on] = ' ';
      grid[y][x + at] = at === 0 ? text : '';
    }
  };
  const local = (box) => {
    const rect = box.getBoundingClientRect();
    return { left: rect.left - all.left, top: rect.top - all.top, right: rect.right - all.left, bottom: rect.bottom - all.top };
  };
  function row(line, clip) {
    const y = whole(local(line).top, height, 'a row');
    for (const node of line.childNodes) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = local(node.nodeType === 3 ? range : node);
      const text = node.textContent;
      const x = whole(rect.left, width, JSON.stringify(text));
      if (node.style?.width) put(x, y, text, whole(rect.right - rect.left, width, JSON.stringify(text)), clip);
      else {
        const characters = [...text];
        if (whole(rect.right - rect.left, width, JSON.stringify(text)) !== characters.length) problems.push(`${JSON.stringify(text)} is not as wide as its characters`);
        characters.forEach((one, at) => put(x + at, y, one, 1, clip));
      }
    }
  }
  function walk(box, clip) {
    const style = getComputedStyle(box);
    if (style.display === 'none') return;
    const rect = local(box);
    if (!/, 0\)$|^transparent$/.test(style.backgroundColor)) {
      const [x, y] = [Math.round(rect.left / width), Math.round(rect.top / height)];
      const [w, h] = [Math.round((rect.right - rect.left) / width), Math.round((rect.bottom - rect.top) / height)];
      for (let at = Math.max(0, y); at < Math.min(rows, y + h); at++) for (let on = 0; on < w; on++) put(x + on, at, ' ', 1, clip);
    }
    for (const child of box.children) {
      if (child.className === 'ink') for (const line of child.children) row(line, clip);
      else if (child.className === 'children') {
        const inset = getComputedStyle(child).clipPath.match(/-?[\d.]+(?=px)/g)?.map(Number);
        const corner = local(child);
        let inner = clip;
        if (inset) {
          const [top, right = top, bottom = top, left = right] = inset;
          inner = cut(clip, { left: corner.left + left, top: corner.top + top, right: corner.left - right, bottom: corner.top - bottom });
        }
        for (const one of child.children) walk(one, inner);
      } else if (child.tagName === 'INPUT') {
        const text = child.value || child.placeholder;
        const [x, y] = [whole(rect.left, width, 'a field'), whole(rect.top, height, 'a field')];
        const room = Math.round((rect.right - rect.left) / width);
        const isPlain = /^[\x20-\x7e\xa0-\u024f]*$/.test(text) && [...text].length < room;
        for (let at = 0; at < room; at++) put(x + at, y, isPlain ? [...text][at] ?? ' ' : '\0', 1, clip);
        const ghost = box.querySelector('.ghost');
        if (ghost?.textContent) {
          const start = Math.round((local(ghost).left - rect.left) / width);
          [...ghost.textContent].forEach((one, at) => { if (start + at < room) put(x + start + at, y, isPlain ? one : '\0', 1, clip); });
        }
      } else if (child.classList.contains('e')) walk(child, clip);
    }
  }
  for (const layer of screen.children) walk(layer, { left: 0, top: 0, right: all.width, bottom: all.height });
  return {
    rows: grid.map((cells) => cells.join('').replace(/ +$/, '')), problems, columns, width, height, left: all.left, top: all.top,
    focus: document.activeElement?.closest('.e') ? Number((document.activeElement.id || document.activeElement.closest('.e').id).slice(1)) : 0,
  };
})()
