// Words and hex, over everything that the page has.

import { hexOf } from './bytes.js';

// Which rows have all words: a test of each distinct text and value is enough.
export function matcher(data, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  const tests = words.map(word => {
    const has = text => text.toLowerCase().includes(word);
    const texts = Uint8Array.from(data.texts, has);
    const names = Uint8Array.from(data.attributes, one => has(one.name) || has(one.uuid) ? 1 : 0);
    const shapes = Uint8Array.from(data.shapes, shape => has(shape[0]) || `c${shape[4]}` === word ? 1 : 0);
    const isHex = /^([0-9a-f]{2}){2,}$/.test(word);
    const values = isHex ? Uint8Array.from(data.starts, (start, at) => hexOf(data.bytes.subarray(start, start + data.lengths[at])).includes(word) ? 1 : 0) : [];
    const isFrame = words.length === 1 && /^\d+$/.test(word) ? Number(word) : -1;
    return row => texts[data.text[row] - 1] || names[data.attribute[row]] || shapes[data.shape[row] - 1]
      || data.frame[row] === isFrame || values[data.value[row] - 1];
  });
  return row => tests.every(test => test(row));
}

// Attributes, devices and findings with all words, at most so many of each.
export function places(data, query, most = 4) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const has = text => words.every(word => text.toLowerCase().includes(word));
  const found = [];
  const add = (kind, all, text, place) => {
    let count = 0;
    const seen = new Set();
    for (const one of all) {
      const said = text(one);
      if (count >= most || seen.has(said) || !has(said)) continue;
      seen.add(said);
      count++;
      found.push({ kind, text: said, ...place(one) });
    }
  };
  add('finding', data.findings, one => `${one.rule}: ${one.text}`, one => ({ frame: one.frame }));
  add('device', data.devices, one => `#${one.number} ${one.name} ${one.address}`, one => ({ device: one.number }));
  add('attribute', data.attributes.filter(one => one.handle), one => `${one.name} ${one.uuid}`, one => ({ attribute: one.index }));
  return found;
}

// How many rows in view fit, of kinds that are not shown.
export function hiddenMatches(data, view, test) {
  const [first, end] = data.range(view.from, view.to);
  let count = 0;
  for (let row = first; row < end; row++) {
    if (view.hidden.has(data.group[row]) && !(view.problems && !data.isProblem(row)) && test(row)) count++;
  }
  return count;
}

// The rows in view that the reader wants to see.
export function chosenRows(data, view, test) {
  const [first, end] = data.range(view.from, view.to);
  const rows = new Uint32Array(end - first);
  let count = 0;
  for (let row = first; row < end; row++) {
    if (view.hidden.has(data.group[row])) continue;
    if (view.connection && data.connection[row] && data.connection[row] !== view.connection) continue;
    if (view.problems && !data.isProblem(row)) continue;
    if (test && !test(row)) continue;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}
