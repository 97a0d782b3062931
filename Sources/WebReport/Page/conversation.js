// The rows in view as a sequence chart: who said what to whom, how long it took, and when nobody spoke. Where several
// recorders have a PDU, its arrow leaves when the sender's host had it, and comes when the receiver's did.

import { draw, make } from './dom.js';
import { GROUP } from './data.js';
import { airTime, pathOf, pathText, SIDES, stretched, WAY, wayOfRequest } from './recorders.js';
import { clockText, durationText, lowerBound } from './scales.js';

const MOST = 80;
const SILENCE = 1e6;
// Of the chart, in pixels: a row with an arrow, where that is on the air, a row without one, and a silence.
const ROW = 48;
const BASE = 34;
const LOW = 22;
// What is beside the lanes; and where those are, in percent.
const MARGINS = 118;
const LANES = [3, 50, 97];

// The connection that is meant: the chosen one, that of the chosen row, or the first in view on which anything was said.
export function spokenConnection(data, view) {
  if (view.connection) return view.connection;
  if (view.row >= 0 && data.connection[view.row]) return data.connection[view.row];
  const all = data.connections.filter(({ start, end }) => end >= view.from && start <= view.to);
  const one = all.find(({ number }) => data.spoken.has(number)) || all[0];
  return one ? one.number : 0;
}

// The rows to show: those around the chosen one, or the first; and how many there are before and after them.
export function spokenRows(data, view, connection) {
  const [first, end] = data.range(view.from, view.to);
  const all = data.rowsOfConnection(connection), low = lowerBound(all, first), high = lowerBound(all, end);
  const middle = view.row >= first && view.row < end ? lowerBound(all, view.row) : low;
  const start = Math.max(low, middle - MOST / 2), stop = Math.min(high, start + MOST);
  return { rows: [...all.subarray(start, stop)], earlier: start - low, later: high - stop };
}

// One or two lines: a question and its answer, or what one side said.
export function linesOfRow(data, row) {
  const arrow = data.arrow(row), wait = data.wait(row), group = data.group[row], time = data.time[row];
  const name = data.name(row), text = data.line(row) || data.hex(row, 16);
  const line = (way, at, label, took, records = []) => {
    const path = pathOf(records, way);
    return { row, way, time: airTime(path) ?? at, label, took, path };
  };
  if (group === GROUP.link || group === GROUP.note || !arrow) return [line(WAY.none, time, [data.word(row), text].filter(Boolean).join(': '), '')];
  if (wait !== null && !data.startsThere(row) && data.request[row]) {
    const isWrite = group === GROUP.write, way = wayOfRequest(data, row);
    const ask = line(way, time - wait, isWrite ? [data.word(row), name, text].filter(Boolean).join(' ') : `${data.word(row)} ${name}`, '', data.asked(row));
    if (data.isUnanswered(row)) return [{ ...ask, isLost: true }, line(WAY.none, time, data.line(row) || 'no answer', durationText(wait))];
    return [ask, { ...line(3 - way, time, isWrite ? 'response' : text, durationText(wait), data.seen(row)), isAnswer: true }];
  }
  const isTold = group <= GROUP.push;
  return [line(arrow, time, [data.word(row), isTold ? name : '', text].filter(Boolean).join(' '), wait === null ? '' : durationText(wait), data.seen(row))];
}

// What was asked first stands first, and its answer with it, whenever that came.
export function inOrder(turns) { return [...turns].sort((a, b) => a[0].time - b[0].time); }

export function drawConversation(place, data, view) {
  const number = spokenConnection(data, view), connection = data.byNumber.get(number);
  const title = place.querySelector('h3'), body = place.querySelector('.said');
  if (!connection) {
    title.textContent = 'Conversation';
    body.replaceChildren(make('p', { class: 'soft' }, 'No connection in view.'));
    return;
  }
  const { rows, earlier, later } = spokenRows(data, view, number);
  const lines = inOrder(rows.map(row => linesOfRow(data, row))).flat(), hasPaths = lines.some(line => line.path.length);
  title.textContent = `Conversation of C${number}`;
  const parts = [hasPaths ? lanesHead(data, connection, lines) : sidesHead(data, connection)];
  if (earlier) parts.push(make('p', { class: 'soft' }, `${earlier.toLocaleString('en')} before these`));
  if (hasPaths) parts.push(chart(data, view, lines, body.clientWidth - MARGINS));
  else {
    let last = null;
    for (const line of lines) {
      const bar = data.bar(line.row), begin = bar ? bar[0] : data.time[line.row];
      if (last !== null && begin - last > SILENCE) parts.push(make('p', { class: 'silence' }, `${durationText(begin - last)} of silence`));
      last = Math.max(bar ? bar[1] : data.time[line.row], last ?? -Infinity);
      parts.push(element(data, view, line));
    }
  }
  if (!rows.length) parts.push(make('p', { class: 'soft' }, 'Nothing was said in this time.'));
  if (later) parts.push(make('p', { class: 'soft' }, `${later.toLocaleString('en')} after these`));
  else if (connection.end <= view.to && connection.kind !== 'open' && connection.kind !== 'unknown' && rows.length) {
    parts.push(make('p', { class: `over end-${connection.kind}` }, make('span', {}, `${clockText(connection.end, data.json)}: ended ${connection.ended}`)));
  }
  body.replaceChildren(...parts);
  const chosen = body.querySelector('.on');
  if (chosen) body.scrollTop = Math.max(0, chosen.getBoundingClientRect().top - body.getBoundingClientRect().top + body.scrollTop - body.clientHeight / 2);
}

function sidesOf(data, connection, host) {
  const peer = data.deviceName(data.deviceOf.get(connection.device));
  if (connection.central) return [connection.central, peer];
  return connection.role === 'peripheral' ? [peer, host] : [host, peer];
}

function sidesHead(data, connection) {
  return make('div', { class: 'sides' }, ...sidesOf(data, connection, 'this host').map(side => make('b', {}, make('bdi', {}, side))));
}

// Who each lane is, and which captures are of it.
function lanesHead(data, connection, lines) {
  const captures = SIDES.map(() => new Set());
  for (const { path } of lines) for (const { lane, capture } of path) captures[lane].add(capture);
  const [left, right] = sidesOf(data, connection, connection.role === 'peripheral' ? 'peripheral' : 'central');
  return make('div', { class: 'sides three' }, ...[left, 'air', right].map((name, lane) => make('div', { class: SIDES[lane] },
    make('b', { title: name }, make('bdi', {}, name)), make('small', { title: [...captures[lane]].join(', ') }, captures[lane].size ? make('bdi', {}, [...captures[lane]].join(', ')) : 'no capture'))));
}

function element(data, view, { row, way, time, label, took, isAnswer, isLost, path }) {
  const kind = `${data.isProblem(row) ? ' p' : ''}${view.row === row ? ' on' : ''}${isLost ? ' lost' : ''}`;
  return make('div', { class: `say ${['both', 'right', 'left'][way]} k${data.group[row]}${kind}`, data: { row }, title: [label, pathText(path)].filter(Boolean).join('\n') },
    make('time', {}, isAnswer && !path.length ? '' : clockText(time, data.json)), make('span', { class: 'label' }, label), make('span', { class: 'took' }, took));
}

// MARK: Lanes

// Rows in the order of their times on the air, and behind them the lanes with what went between.
function chart(data, view, all, width) {
  const lines = [...all].sort((a, b) => a.time - b.time), parts = [];
  let top = 0;
  for (const [at, line] of lines.entries()) {
    const silence = at ? line.time - lines[at - 1].time : 0;
    if (silence > SILENCE) {
      parts.push(make('p', { class: 'silence' }, `${durationText(silence)} of silence`));
      top += LOW;
    }
    line.y = top + (line.way === WAY.none ? LOW / 2 : BASE);
    top += line.way === WAY.none ? LOW : ROW;
    parts.push(element(data, view, line));
  }
  const place = stretched(Float64Array.from(lines, line => line.time), lines.map(line => line.y), ROW);
  const lanes = SIDES.map((name, lane) => {
    const isKnown = lines.some(({ path }) => path.some(one => one.lane === lane));
    return draw('line', { class: `life${isKnown ? '' : ' unknown'}`, x1: `${LANES[lane]}%`, x2: `${LANES[lane]}%`, y1: 0, y2: top });
  });
  const picture = draw('svg', { 'aria-hidden': 'true', width: '100%', height: top }, ...lanes);
  const arrows = lines.filter(line => line.way !== WAY.none).map(line => drawArrow(data, line, view.row === line.row, width, time => Math.min(top - 2, Math.max(2, time === line.time ? line.y : place(time)))));
  // No arrow of another row goes over what is said of one.
  picture.append(...arrows.map(one => one.drawn), ...arrows.flatMap(one => one.texts));
  return make('div', { class: 'chart' }, make('div', { class: 'ways' }, picture), ...parts);
}

// The point of an arrow, before the dot at its end.
function drawHead(from, to, width) {
  const angle = Math.atan2(to.y - from.y, (LANES[to.lane] - LANES[from.lane]) / 100 * width) * 180 / Math.PI;
  return draw('svg', { x: `${LANES[to.lane]}%`, y: to.y, overflow: 'visible' }, draw('path', { class: 'point', d: 'M-11 -3.5 L-3.5 0 L-11 3.5 z', transform: `rotate(${angle.toFixed(1)})` }));
}

// From who sent it to who received it: between records as they were, beyond them as nobody knows.
function drawArrow(data, { row, way, y, path, isLost }, isChosen, width, place) {
  const kind = data.isProblem(row) ? 'p' : `k${data.group[row]}`;
  const points = path.map(({ lane, time }) => ({ lane, time, y: place(time), isSeen: true }));
  const [from, to] = way === WAY.toPeripheral ? [0, 2] : [2, 0];
  if (!points.length || points[0].lane !== from) points.unshift({ lane: from, y: points.length ? points[0].y : y });
  if (points[points.length - 1].lane !== to) points.push({ lane: to, y: points[points.length - 1].y });
  const texts = [], drawn = draw('g', { class: `path ${kind}${isLost ? ' lost' : ''}`, 'data-row': row });
  points.slice(1).forEach((point, at) => {
    const before = points[at], isKnown = path.length === 0 || before.isSeen && point.isSeen;
    const line = draw('line', { x1: `${LANES[before.lane]}%`, y1: before.y, x2: `${LANES[point.lane]}%`, y2: point.y, class: isKnown ? 'seen' : 'unseen' });
    drawn.append(line);
    if (at === points.length - 2) drawn.append(drawHead(before, point, width));
    // Until it is on the air, the arrow comes from above; then it goes on downwards.
    if (before.isSeen && point.isSeen) texts.push(draw('text', { class: isChosen ? 'on' : '', x: `${(LANES[before.lane] + LANES[point.lane]) / 2}%`, y: before.y < y - 1 ? y + 11 : y - 5 }, durationText(point.time - before.time)));
  });
  for (const point of points) if (point.isSeen) drawn.append(draw('circle', { cx: `${LANES[point.lane]}%`, cy: point.y, r: 2.5, 'data-time': point.time, 'data-lane': SIDES[point.lane] }));
  return { drawn, texts };
}
