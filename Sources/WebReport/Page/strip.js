// The whole capture in one strip with the window that is looked at, and the axis of that window.

import { durationText, eachColumn, scaleOf, ticks, timeText } from './scales.js';

export function drawOverview(context, width, height, look, data, view) {
  const x = scaleOf(view.axis, data.base, data.end, width);
  context.clearRect(0, 0, width, height);
  context.fillStyle = look.panel;
  context.fillRect(0, 0, width, height);
  context.fillStyle = look.fold;
  for (const gap of view.isFolded ? view.axis.gaps : []) context.fillRect(x(gap.from), 0, x(gap.to) - x(gap.from), height);
  const columns = [];
  let most = 1;
  eachColumn(data.time, x, 3, (pixel, start, end) => {
    columns.push([pixel, end - start]);
    most = Math.max(most, end - start);
  });
  // Where there are no rows, it is known how many there were.
  if (data.beyond) {
    const { from, length, counts } = data.beyond, parts = new Map();
    counts.forEach((count, at) => {
      if (!count || at * length + length <= from) return;
      const pixel = Math.floor(x(Math.max(from, at * length)) / 3) * 3;
      parts.set(pixel, (parts.get(pixel) || 0) + count);
    });
    for (const [pixel, count] of parts) {
      columns.push([pixel, count]);
      most = Math.max(most, count);
    }
    context.fillStyle = look.fold;
    context.fillRect(x(from), 0, width, height);
  }
  const tall = height - 12;
  context.fillStyle = look.push;
  context.globalAlpha = 0.6;
  for (const [pixel, count] of columns) {
    const high = 2 + Math.log(1 + count) / Math.log(1 + most) * (tall - 4);
    context.fillRect(pixel, tall - high, 2.4, high);
  }
  context.globalAlpha = 1;
  for (const one of data.connections) {
    context.fillStyle = look[`end-${one.kind}`];
    context.fillRect(x(one.start), tall + 1, Math.max(2, x(one.end) - x(one.start)), 6);
  }
  for (const one of data.findings) {
    if (one.severity === 'note') continue;
    context.fillStyle = look[one.severity];
    context.fillRect(x(one.time) - 1, tall + 8, 3, 4);
  }
  if (view.isWhole) return;
  const from = x(view.from), to = Math.max(from + 3, x(view.to));
  context.fillStyle = look.veil;
  context.fillRect(0, 0, from, height);
  context.fillRect(to, 0, width - to, height);
  context.strokeStyle = look.accent;
  context.lineWidth = 2;
  context.strokeRect(from, 1, to - from, height - 2);
}

// Returns where the ticks are.
export function drawAxis(context, x, height, look, data, view) {
  const { width } = x, places = [];
  context.clearRect(0, 0, width, height);
  context.font = look.small;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const taken = [];
  const place = (text, at) => {
    const half = context.measureText(text).width / 2 + 6, middle = Math.min(Math.max(at, half - 5), width - half + 5);
    if (taken.some(([from, to]) => middle + half > from && middle - half < to)) return false;
    taken.push([middle - half, middle + half]);
    context.fillText(text, middle, height / 2 + 3);
    return true;
  };
  // What is left out is said first.
  context.fillStyle = look.accent;
  for (const gap of view.isFolded ? view.axis.gaps : []) {
    const at = (x(gap.from) + x(gap.to)) / 2;
    if (at > 0 && at < width) {
      context.fillRect(at - 0.5, 0, 1, 4);
      place(`//${durationText(gap.to - gap.from)}`, at);
    }
  }
  if (data.beyond) {
    const at = x(data.beyond.from);
    if (at >= 0 && at <= width && place(`| ${data.json.left.toLocaleString('en')} rows left out`, at)) context.fillRect(Math.round(at), 0, 1, 6);
  }
  for (const one of data.begins) {
    const at = x(one.time);
    if (at >= 0 && at <= width && place(`| ${one.name}`, at)) context.fillRect(Math.round(at), 0, 1, 6);
  }
  const shown = (view.axis.place(view.to) - view.axis.place(view.from)), marks = ticks(view.from, view.to, Math.max(2, width / 95) * (view.to - view.from) / Math.max(shown, 1));
  context.fillStyle = look.soft;
  let last = -99;
  for (const time of marks.at) {
    const at = x(time);
    if (view.axis.gaps.some(gap => time > gap.from && time < gap.to) || at - last < 50) continue;
    if (place(timeText(time, marks.step), at)) {
      context.fillRect(Math.round(at), 0, 1, 4);
      places.push(at);
      last = at;
    }
  }
  return places;
}
