// The rows in view as a sequence chart: who said what to whom, how long it took, and when nobody spoke.

import { make } from './dom.js';
import { GROUP } from './data.js';
import { clockText, durationText, lowerBound } from './scales.js';

const MOST = 80;
const SILENCE = 1e6;

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

export function drawConversation(place, data, view) {
  const number = spokenConnection(data, view), connection = data.byNumber.get(number);
  const title = place.querySelector('h3'), body = place.querySelector('.said');
  if (!connection) {
    title.textContent = 'Conversation';
    body.replaceChildren(make('p', { class: 'soft' }, 'No connection in view.'));
    return;
  }
  const { rows, earlier, later } = spokenRows(data, view, number);
  const peer = data.deviceName(data.deviceOf.get(connection.device));
  const sides = connection.central ? [connection.central, peer] : connection.role === 'peripheral' ? [peer, 'this host'] : ['this host', peer];
  title.textContent = `Conversation of C${number}`;
  const lines = [make('div', { class: 'sides' }, make('b', {}, make('bdi', {}, sides[0])), make('b', {}, make('bdi', {}, sides[1])))];
  if (earlier) lines.push(make('p', { class: 'soft' }, `${earlier.toLocaleString('en')} before these`));
  let last = null;
  for (const row of rows) {
    const bar = data.bar(row), begin = bar ? bar[0] : data.time[row];
    if (last !== null && begin - last > SILENCE) lines.push(make('p', { class: 'silence' }, `${durationText(begin - last)} of silence`));
    last = Math.max(bar ? bar[1] : data.time[row], last ?? -Infinity);
    lines.push(...said(data, row, view.row === row));
  }
  if (!rows.length) lines.push(make('p', { class: 'soft' }, 'Nothing was said in this time.'));
  if (later) lines.push(make('p', { class: 'soft' }, `${later.toLocaleString('en')} after these`));
  else if (connection.end <= view.to && connection.kind !== 'open' && rows.length) {
    lines.push(make('p', { class: `over end-${connection.kind}` }, make('span', {}, `${clockText(connection.end, data.json)}: ended ${connection.ended}`)));
  }
  body.replaceChildren(...lines);
  const chosen = body.querySelector('.on');
  if (chosen) body.scrollTop = Math.max(0, chosen.offsetTop - body.offsetTop - body.clientHeight / 2);
}

// One or two lines: a question and its answer, or what one side said.
function said(data, row, isChosen) {
  const arrow = data.arrow(row), wait = data.wait(row), group = data.group[row];
  const kind = data.isProblem(row) ? ' p' : '', chosen = isChosen ? ' on' : '';
  const name = data.name(row), text = data.line(row) || data.hex(row, 16);
  const line = (way, time, label, took) => make('div', { class: `say ${way} k${group}${kind}${chosen}`, data: { row } },
    make('time', {}, time === null ? '' : clockText(time, data.json)), make('span', { class: 'label' }, label), make('span', { class: 'took' }, took));
  const words = group === GROUP.link || group === GROUP.note || !arrow;
  if (words) return [line('both', data.time[row], [data.word(row), text].filter(Boolean).join(': '), '')];
  const isTold = group <= GROUP.push;
  const ways = ['', 'right', 'left'];
  if (wait !== null && !data.startsThere(row) && data.request[row]) {
    const isWrite = group === GROUP.write;
    const asks = isWrite ? ways[arrow] : ways[3 - arrow];
    const ask = group === GROUP.refusal || data.isUnanswered(row) ? ways[arrow] : asks;
    const answer = ask === 'right' ? 'left' : 'right';
    const asked = line(ask, data.time[row] - wait, isWrite ? [data.word(row), name, text].filter(Boolean).join(' ') : `${data.word(row)} ${name}`, '');
    if (data.isUnanswered(row)) {
      asked.classList.add('lost');
      return [asked, line('both', data.time[row], data.line(row) || 'no answer', durationText(wait))];
    }
    return [asked, line(answer, null, isWrite ? 'response' : text, durationText(wait))];
  }
  return [line(ways[arrow], data.time[row], [data.word(row), isTold ? name : '', text].filter(Boolean).join(' '), wait === null ? '' : durationText(wait))];
}

