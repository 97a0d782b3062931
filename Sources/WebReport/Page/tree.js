// The attribute trees, with what the data adds to each row: a small curve, how often a value came, its median.

import { button, make } from './dom.js';
import { period } from './lanes.js';
import { fit } from './look.js';
import { durationText, three } from './scales.js';

// The places of at most so many points, in a small picture.
export function sparkPoints(times, values, width, height, most = 80) {
  const low = Math.min(...values), high = Math.max(...values), from = times[0], length = Math.max(times[times.length - 1] - from, 1);
  const step = Math.max(1, Math.ceil(times.length / most)), points = [];
  for (let at = 0; at < times.length; at += step) {
    points.push([(times[at] - from) / length * (width - 2) + 1, height - 2 - (high > low ? (values[at] - low) / (high - low) : 0.5) * (height - 4)]);
  }
  return points;
}

export function median(values) {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1];
}

const sparks = [];

// Again where the colours are others.
export function drawSparks(look) {
  for (const [canvas, points] of sparks) {
    const context = fit(canvas, 80, 18);
    context.clearRect(0, 0, 80, 18);
    context.strokeStyle = look.curves[0];
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
  }
}

// What was never read, written or notified stays a click away, where others were.
function foldIdle(table) {
  const rows = [...table.querySelectorAll('tr[data-handle]')], idle = rows.filter(row => !row.lastElementChild.textContent);
  if (idle.length < 3 || idle.length === rows.length) return;
  // Services without any other attribute go with them.
  idle.push(...[...table.tBodies].filter(body => ![...body.rows].some(row => row.dataset.handle && !idle.includes(row))));
  const count = idle.filter(row => row.dataset.handle).length;
  for (const row of idle) row.hidden = true;
  const toggle = button(`Show ${count} without values`, 'All attributes that were discovered', () => {
    for (const row of idle) row.hidden = !row.hidden;
    toggle.setAttribute('aria-expanded', !idle[0].hidden);
    toggle.textContent = `${idle[0].hidden ? 'Show' : 'Hide'} ${count} without values`;
  });
  toggle.setAttribute('aria-expanded', false);
  table.parentElement.before(toggle);
}

export function growTrees(data, go) {
  const byPlace = new Map();
  for (const attribute of data.attributes) {
    if (!attribute.handle) continue;
    const device = data.device(attribute), owner = device ? device.number : attribute.owner;
    const key = `${owner} ${attribute.handle}`;
    if (!byPlace.has(key)) byPlace.set(key, []);
    byPlace.get(key).push(attribute.index);
  }
  for (const table of document.querySelectorAll('table[data-owner]')) {
    foldIdle(table);
    table.tHead.rows[0].append(make('th', { scope: 'col' }, 'Over time'));
    for (const row of table.rows) {
      const wide = row.querySelector('[colspan]');
      if (wide) wide.colSpan = 7;
      if (!row.dataset.handle) continue;
      const cell = make('td', { class: 'spark' });
      row.append(cell);
      const indexes = byPlace.get(`${table.dataset.owner} ${row.dataset.handle}`);
      if (!indexes) continue;
      const series = data.series.find(one => indexes.includes(one.attribute) && one.isLane && !one.words);
      if (series && series.count > 1) {
        series.open();
        const part = series.values.length > 5000 ? series.values.subarray(0, 5000) : series.values;
        const canvas = make('canvas', { 'aria-hidden': 'true' });
        sparks.push([canvas, sparkPoints(series.times.subarray(0, part.length), part, 80, 18)]);
        const every = period(series.times);
        cell.append(canvas, ` median ${three(median(part))}${series.unit ? ` ${series.unit}` : ''}${Number.isFinite(every) && every > 0 ? `, every ${durationText(every)}` : ''}`);
      }
      row.classList.add('goes');
      row.addEventListener('click', event => {
        if (event.target.closest('summary, a')) return;
        const rows = indexes.map(index => data.rowsOf(index)).find(one => one.length);
        if (rows) go(rows[0]);
      });
    }
  }
}
