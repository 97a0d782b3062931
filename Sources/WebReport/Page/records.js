// Stored records: what was measured long before it was sent, by the times that the records themselves have.

import { copyButton, make } from './dom.js';
import { csvCell } from './csv.js';
import { fit } from './look.js';
import { countText, lowerBound, three, ticks } from './scales.js';

const MOST_SETS = 8;
const MOST_CURVES = 4;
const MOST_ROWS = 200;
// Of one attribute: a table of more is made in no time that somebody waits.
const MOST_POINTS = 50000;
const CURVE_HEIGHT = 74;
// Seconds from 1970 that a calendar has, and a browser can write.
const LATEST = 253402300799;

export function dateText(seconds) { return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '); }

// Of each attribute whose values have a time of their own: its numbers by that time.
export function recordSets(data) {
  const sets = [];
  for (const own of data.times) {
    // What is counted back needs a date to be counted back from.
    if (!own.json.dated && !data.json.dated) continue;
    own.open();
    const numbers = data.series.filter(one => one.attribute === own.attribute && one.isQuantity && !one.words);
    const timed = new Set(own.rows), untimed = new Set();
    for (const series of numbers) for (const row of series.open().rows) if (!timed.has(row)) untimed.add(row);
    const curves = numbers.map(series => curveOf(own, series.open())).filter(curve => curve.times.length > 1);
    if (curves.length) sets.push({ attribute: data.attributes[own.attribute], name: own.name, untimed: untimed.size, curves: curves.slice(0, MOST_CURVES), left: Math.max(0, curves.length - MOST_CURVES) });
  }
  return { sets: sets.slice(0, MOST_SETS), left: Math.max(0, sets.length - MOST_SETS) };
}

// Several records of one value follow each other in equal steps: those from its time to that of the next value.
function curveOf(own, series) {
  const counts = new Map();
  for (const row of series.rows) counts.set(row, (counts.get(row) || 0) + 1);
  const starts = new Map(), steps = [];
  for (let at = 0; at < own.rows.length; at++) {
    starts.set(own.rows[at], own.values[at]);
    const count = counts.get(own.rows[at]);
    const step = at + 1 < own.rows.length ? (own.values[at + 1] - own.values[at]) / count : 0;
    if (count > 1 && step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  const step = steps.length ? steps[steps.length >> 1] : 0, points = [];
  let place = 0;
  for (let at = 0; at < Math.min(series.rows.length, MOST_POINTS); at++) {
    const row = series.rows[at], start = starts.get(row);
    place = at && series.rows[at - 1] === row ? place + 1 : 0;
    const time = start + place * step;
    if (start !== undefined && Number.isFinite(time) && Math.abs(time) <= LATEST) points.push([time, series.values[at], row]);
  }
  points.sort((a, b) => a[0] - b[0] || a[2] - b[2]);
  return { name: series.name, unit: series.unit, times: Float64Array.from(points, one => one[0]), values: Float64Array.from(points, one => one[1]), rows: points.map(one => one[2]), step, left: Math.max(0, series.rows.length - MOST_POINTS) };
}

// One line for each time: the numbers that came with it.
export function recordLines({ curves }) {
  const lines = new Map();
  curves.forEach(({ times, values, rows }, column) => times.forEach((time, at) => {
    const key = `${time} ${rows[at]}`;
    if (!lines.has(key)) lines.set(key, { time, row: rows[at], values: curves.map(() => '') });
    lines.get(key).values[column] = values[at];
  }));
  return [...lines.values()].sort((a, b) => a.time - b.time || a.row - b.row);
}

function curveTitle({ name, unit }) { return unit ? `${name}, ${unit}` : name; }

export function recordCSV(set, data) {
  const rows = [['measured_at', 'frame', ...set.curves.map(curveTitle)], ...recordLines(set).map(({ time, row, values }) => [dateText(time), data.frame[row]].concat(values))];
  return `${rows.map(row => row.map(csvCell).join(',')).join('\n')}\n`;
}

const drawnRecords = [];

export function drawRecords(look) {
  for (const { canvas, curve, from, to } of drawnRecords) {
    const width = canvas.parentElement.clientWidth;
    if (!width) continue;
    const context = fit(canvas, width, CURVE_HEIGHT), { times, values } = curve;
    context.clearRect(0, 0, width, CURVE_HEIGHT);
    const x = time => (time - from) / Math.max(to - from, 1) * (width - 8) + 4;
    const low = values.reduce((least, value) => Math.min(least, value), Infinity), high = values.reduce((most, value) => Math.max(most, value), -Infinity);
    const y = value => CURVE_HEIGHT - 20 - (high > low ? (value - low) / (high - low) : 0.5) * (CURVE_HEIGHT - 26);
    context.font = look.small;
    context.textAlign = 'center';
    for (const mark of ticks(from * 1e6, to * 1e6, Math.max(1, width / 190)).at) {
      const at = x(mark / 1e6);
      context.fillStyle = look.grid;
      context.fillRect(Math.round(at), 0, 1, CURVE_HEIGHT - 15);
      context.fillStyle = look.soft;
      if (at > 62 && at < width - 62) context.fillText(dateText(mark / 1e6).slice(0, 16), at, CURVE_HEIGHT - 3);
    }
    context.strokeStyle = context.fillStyle = look.curves[0];
    context.lineWidth = 1.3;
    const longest = 4 * Math.max(curve.step, typicalStep(times), 1), isDense = times.length > width / 4;
    context.beginPath();
    for (let at = 0; at < times.length; at++) {
      if (at && times[at] - times[at - 1] <= longest) context.lineTo(x(times[at]), y(values[at])); else context.moveTo(x(times[at]), y(values[at]));
      if (!isDense) context.fillRect(x(times[at]) - 1.5, y(values[at]) - 1.5, 3, 3);
    }
    context.stroke();
  }
}

function typicalStep(times) {
  const steps = [];
  for (let at = 1; at < times.length; at += Math.max(1, times.length >> 8)) steps.push(times[at] - times[at - 1]);
  return steps.sort((a, b) => a - b)[steps.length >> 1] || 0;
}

// The least and the largest, which the curve goes between.
export function rangeText(values) {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity), high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return low === high ? three(low) : `${three(low)}..${three(high)}`;
}

// The part of the page that has them; nothing where there are none.
export function recordsPart(data, go) {
  const { sets, left } = recordSets(data);
  if (!sets.length) return '';
  const parts = sets.map(set => {
    const lines = recordLines(set), from = lines[0].time, to = lines[lines.length - 1].time, device = data.device(set.attribute);
    const curves = set.curves.map(curve => {
      const canvas = make('canvas', { role: 'img', 'aria-label': `${curveTitle(curve)}: ${countText(curve.times.length, 'record')} from ${dateText(from)} to ${dateText(to)}` });
      drawnRecords.push({ canvas, curve, from, to });
      canvas.addEventListener('click', event => {
        const box = canvas.getBoundingClientRect(), time = from + (event.clientX - box.left) / box.width * (to - from);
        go(curve.rows[Math.min(curve.rows.length - 1, lowerBound(curve.times, time))]);
      });
      return make('div', { class: 'curve' }, make('b', {}, make('bdi', {}, curve.name), curve.unit ? make('i', {}, ` ${curve.unit}`) : null, make('small', {}, rangeText(curve.values))), make('div', {}, canvas));
    });
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...['Measured at', 'Frame', ...set.curves.map(curveTitle)].map(text => make('th', { scope: 'col' }, text)))));
    const body = make('tbody', {});
    for (const { time, row, values } of lines.slice(0, MOST_ROWS)) {
      const line = make('tr', { class: 'goes' }, make('th', { scope: 'row' }, dateText(time)), make('td', {}, String(data.frame[row])), ...values.map(value => make('td', {}, value === '' ? '' : three(value))));
      line.addEventListener('click', () => go(row));
      body.append(line);
    }
    table.append(body);
    const more = lines.length > MOST_ROWS ? make('p', { class: 'soft' }, `The first ${MOST_ROWS} of ${countText(lines.length, 'record')}; CSV has all.`) : null;
    const unread = Math.max(...set.curves.map(curve => curve.left)), rest = unread ? make('p', { class: 'soft' }, `${countText(unread, 'more record')} left out: choose with --from and --to.`) : null;
    const untimed = set.untimed ? make('p', { class: 'soft' }, `${countText(set.untimed, 'record')} without a time.`) : null;
    const others = set.left ? make('p', { class: 'soft' }, `${countText(set.left, 'more number')} without a curve.`) : null;
    return make('section', { class: 'records', 'aria-label': `Stored records of ${set.attribute.name}` },
      make('h3', {}, 'Stored records: ', make('bdi', {}, set.attribute.name), device ? ', ' : '', device ? make('bdi', {}, data.deviceName(device)) : ''),
      make('p', { class: 'soft' }, `${countText(lines.length, 'record')}, ${dateText(from)} to ${dateText(to)}, ${set.name} `, copyButton('CSV', `Copy the stored records of ${set.attribute.name} as CSV`, () => recordCSV(set, data))),
      ...curves, make('details', {}, make('summary', {}, 'As a table'), make('div', { class: 'wide' }, table), more), rest, untimed, others);
  });
  if (left) parts.push(make('p', { class: 'soft' }, `${countText(left, 'more attribute')} with stored records: choose with --uuid.`));
  return make('div', {}, ...parts);
}
