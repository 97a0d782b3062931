// All that is known of one row, and how it is found elsewhere.

import { button, copyButton, make } from './dom.js';
import { clockText, countText, durationText, secondsText } from './scales.js';

// A name is never taken for an option.
export function shellWord(name) {
  const text = /^-./.test(name) ? `./${name}` : name;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// In a ticket: what stands in it is no markup, mention or link.
export function ticketText(text) { return `\`${text.replaceAll('`', "'")}\``; }

// The capture that a record is in, and its number there.
export function captureOf(captures, frame) {
  let found = captures[0] || { name: '-', first: 1, wireshark: true };
  for (const capture of captures) if (capture.first <= frame) found = capture;
  return { capture: found, number: frame - Math.max(found.first, 1) + 1 };
}

// Lines to copy: a command of this program, one of Wireshark, and one for a ticket.
export function linesOf(data, row) {
  const text = [data.word(row), data.name(row), data.line(row)].filter(Boolean).join(' ');
  return linesOfFrame(data, data.frame[row], data.time[row], data.connection[row], text, data.hex(row, 32));
}

function linesOfFrame(data, frame, time, connection, text, hex) {
  const { capture, number } = captureOf(data.json.captures, frame), file = shellWord(capture.name);
  const files = data.json.captures.map(one => shellWord(one.name)).join(' ');
  return [
    `bleinspect packets -v -x --frame ${frame} ${files}`,
    capture.wireshark ? `wireshark -r ${file} -g ${number}` : `bleinspect convert ${file} ${shellWord(`${capture.name}.pcapng`)}`,
    `- frame ${frame}, ${secondsText(time)} s${connection ? `, C${connection}` : ''}: ${ticketText(text)}${hex ? ` (\`${hex}\`)` : ''}, ${ticketText(capture.name)}`,
  ];
}

// Which bytes differ from those before, as pieces of text.
export function byteParts(bytes, before) {
  const parts = [];
  for (let at = 0; at < bytes.length; at++) {
    const isNew = before !== null && before[at] !== bytes[at];
    const text = bytes[at].toString(16).padStart(2, '0');
    const last = parts[parts.length - 1];
    if (last && last.isNew === isNew) last.text += ` ${text}`; else parts.push({ text, isNew });
  }
  return parts;
}

export function printable(bytes) {
  let text = '';
  for (const byte of bytes) text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
  return text;
}

// A packet on the air that has no row: an empty one, one that was damaged, or one that says what another has said.
function drawPacket(place, data, view, go) {
  const { packet } = view;
  const { frames, times, numbers } = data.air, frame = frames[packet], time = times[packet], words = data.packetText(packet);
  const facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
  add('frame', String(frame));
  add('time', timeOf(data, time));
  addDistance(add, view, go);
  if (numbers[packet]) add('connection', `C${numbers[packet]}`);
  add('packet', words);
  place.replaceChildren(make('h3', {}, `Frame ${frame}: on the air`), make('dl', { class: 'facts-of' }, ...facts),
    make('p', { class: 'soft' }, 'No event comes of it.'), ...remarks(data, [frame]), ...copyLines(linesOfFrame(data, frame, time, numbers[packet], words, '')));
}

// From what was chosen before.
function addDistance(add, view, go) {
  const { marked, chosen } = view;
  if (!marked || marked.row === chosen.row && marked.packet === chosen.packet && marked.point === chosen.point) return;
  const link = button(marked.frame === null ? marked.point.text : `frame ${marked.frame}`, 'Select that', () => { if (marked.row >= 0) go(marked.row); else view.again(marked); });
  add('\u0394', `${durationText(chosen.time - marked.time)} after `, link);
}

// A point of a lane of which the page has no record.
function drawPoint(place, data, view, go) {
  const { point } = view, facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
  add('time', timeOf(data, point.time));
  addDistance(add, view, go);
  add('says', point.text);
  place.replaceChildren(make('h3', {}, make('bdi', {}, point.name)), make('dl', { class: 'facts-of' }, ...facts), make('p', { class: 'soft' }, 'Advertisements that repeat others have no row: --adverts all gives them one.'));
}

// The findings of records.
function remarks(data, frames) {
  return data.findings.filter(one => frames.includes(one.frame)).map(one => make('p', { class: `remark ${one.severity}` }, make('b', {}, one.severity), ` ${one.rule}: ${one.text}`));
}

function timeOf(data, time) { return `${(time / 1e6).toFixed(6)} s${data.json.times === 'relative' ? '' : `, ${clockText(time, data.json)}`}`; }

function copyLines(lines) {
  return lines.map(line => make('p', { class: 'copy' }, make('code', {}, line), copyButton('Copy', `Copy: ${line}`, () => line)));
}

export function drawDetails(place, data, view, go) {
  const row = view.row;
  if (view.packet >= 0) {
    drawPacket(place, data, view, go);
    return;
  }
  if (view.point) {
    drawPoint(place, data, view, go);
    return;
  }
  if (row < 0) {
    place.replaceChildren(make('h3', {}, 'Details'), make('p', { class: 'soft' }, 'Click on anything: a bar, a point, a row, a finding.'));
    return;
  }
  const facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
  const attribute = data.attributes[data.attribute[row]], frame = data.frame[row];
  if (!data.isGap(row)) add('frame', String(frame));
  add('time', timeOf(data, data.time[row]));
  addDistance(add, view, go);
  const connection = data.byNumber.get(data.connection[row]);
  if (connection) add('connection', `C${connection.number}, `, make('bdi', {}, data.deviceName(data.deviceOf.get(connection.device))));
  if (attribute.name) add(attribute.handle ? 'attribute' : 'of', make('bdi', {}, attribute.name), attribute.uuid ? ` (${attribute.uuid})` : '');
  if (attribute.handle) add('handle', attribute.handle.toString(16).toUpperCase().padStart(4, '0'));
  if (data.line(row)) add('says', make('bdi', {}, data.line(row)));
  for (const [name, value] of data.fields(row)) add(name.toLowerCase(), make('bdi', {}, value));
  if (data.requestFrame(row) !== null) add('asked in', `frame ${data.requestFrame(row)}`);
  if (data.wait(row) !== null) add(data.isUnanswered(row) ? 'without an answer' : 'took', durationText(data.wait(row)));
  for (const { capture, frame: number, time } of data.seen(row)) {
    const apart = time - data.time[row];
    add('seen by', make('bdi', {}, capture), `, frame ${number}, ${apart ? `${durationText(Math.abs(apart))} ${apart < 0 ? 'before' : 'after'}` : 'at this time'}`);
  }
  const bytes = data.octetsOf(row), nodes = [];
  if (bytes.length) {
    const earlier = data.before(row);
    const hex = make('code', { class: 'bytes' });
    for (const part of byteParts(bytes.subarray(0, 512), earlier >= 0 ? data.octetsOf(earlier) : null)) {
      if (hex.childNodes.length) hex.append(' ');
      hex.append(part.isNew ? make('b', {}, part.text) : part.text);
    }
    if (bytes.length > 512) hex.append(' ..');
    nodes.push(make('h4', {}, `${countText(bytes.length, 'byte')}${earlier >= 0 ? ', bold: not as before' : ''}`), hex, make('code', { class: 'bytes soft' }, printable(bytes.subarray(0, 512))));
    const later = data.after(row), steps = make('p', { class: 'steps' });
    if (earlier >= 0) steps.append(button('[ value before', 'The value before of this attribute ([)', () => go(earlier)));
    if (later >= 0) steps.append(button('value after ]', 'The next value of this attribute (])', () => go(later)));
    nodes.push(steps);
  }
  nodes.push(...remarks(data, [frame, data.requestFrame(row)]));
  const lines = data.isGap(row) ? [] : linesOf(data, row);
  place.replaceChildren(
    make('h3', {}, data.isGap(row) ? 'Details' : `Frame ${frame}: ${data.word(row)}`), make('dl', { class: 'facts-of' }, ...facts), ...nodes,
    ...copyLines(lines));
}
