// How lanes are drawn, on canvases.

import { GROUP, MARK } from './data.js';
import { channelPlace } from './lanes.js';
import { SIDES } from './recorders.js';
import { durationText, eachColumn, lowerBound, three } from './scales.js';

function draws(kind, act) { PAINT[kind] = act; }
const PAINT = {};

export function drawLane(lane, context, x, look, data, view) {
  const { width } = x, { height } = lane;
  context.clearRect(0, 0, width, height);
  if (view.isFolded) {
    context.fillStyle = look.fold;
    for (const gap of view.axis.gaps) {
      const from = x(gap.from), to = x(gap.to);
      if (to >= 0 && from <= width) context.fillRect(from, 0, to - from, height);
    }
  }
  if (data.beyond && x(data.beyond.from) < width) {
    context.fillStyle = look.fold;
    context.fillRect(Math.max(0, x(data.beyond.from)), 0, width, height);
  }
  context.fillStyle = look.grid;
  for (const mark of x.marks) context.fillRect(Math.round(mark), 0, 1, height);
  context.fillStyle = look.accent;
  for (const one of data.begins) context.fillRect(Math.round(x(one.time)), 0, 1, height);
  PAINT[lane.kind](lane, context, x, look, data, view);
  if (view.time !== null) {
    const place = x(view.time);
    context.fillStyle = look.accent;
    if (place >= 0 && place <= width) context.fillRect(Math.round(place), 0, 1, height);
  }
}

draws('findings', (lane, context, x, look, data) => {
  for (const severity of ['note', 'warning', 'error']) {
    context.fillStyle = look[severity];
    for (const one of data.findings) {
      if (one.severity !== severity) continue;
      const at = x(one.time);
      if (at < -6 || at > x.width + 6) continue;
      context.beginPath();
      if (severity === 'error') context.rect(at - 5, 5, 10, 10);
      else if (severity === 'warning') {
        context.moveTo(at, 4);
        context.lineTo(at + 6.5, 16);
        context.lineTo(at - 6.5, 16);
      } else context.arc(at, 10, 3.5, 0, 7);
      context.fill();
    }
  }
});

draws('links', (lane, context, x, look, data) => {
  const top = 3, tall = lane.height - 8;
  context.font = look.font;
  context.textBaseline = 'middle';
  for (const one of lane.connections) {
    const from = Math.max(-2, x(one.start)), to = Math.min(x.width + 2, x(one.end));
    if (one.asked !== undefined && one.asked < one.start) {
      const asked = Math.max(-2, x(one.asked));
      context.strokeStyle = look.soft;
      if (asked < x.width && from > 0) context.strokeRect(asked + 0.5, top + 3.5, Math.max(0, Math.min(from, x.width) - asked), tall - 7);
    }
    if (to < 0 || from > x.width) continue;
    const wide = Math.max(2, to - from);
    context.fillStyle = look[`end-${one.kind}`];
    context.fillRect(from, top, wide, tall);
  }
  for (const row of lane.phases) {
    const bar = data.bar(row), isPairing = data.group[row] === GROUP.security;
    const from = x(bar ? bar[0] : data.time[row]), to = x(bar ? bar[1] : data.time[row]);
    if (to < 0 || from > x.width) continue;
    context.fillStyle = data.isProblem(row) ? look.error : isPairing ? look.security : look.discovery;
    context.fillRect(from, top + tall, Math.max(2, to - from), 4);
  }
  for (const one of lane.connections) {
    const from = Math.max(0, x(one.start)), to = Math.min(x.width, x(one.end));
    if (to - from < 26) continue;
    context.fillStyle = look[`on-${one.kind}`];
    const whole = `C${one.number}  ${durationText(one.end - one.start)}${one.kind === 'lost' ? ', lost' : one.kind === 'open' ? ', open' : ''}`;
    const text = context.measureText(whole).width < to - from - 10 ? whole : `C${one.number}`;
    if (context.measureText(text).width < to - from - 6) context.fillText(text, from + 5, top + tall / 2 + 1);
  }
});

draws('terms', (lane, context, x, look) => {
  context.font = look.small;
  context.textBaseline = 'middle';
  for (const one of lane.connections) (one.terms || []).forEach(([time, interval, latency, timeout], index) => {
    const next = one.terms[index + 1], from = Math.max(0, x(time)), to = Math.min(x.width, x(next ? next[0] : one.end));
    if (to < 0 || from > x.width || to <= from) return;
    context.fillStyle = look.soft;
    context.fillRect(from, 15, Math.max(1, to - from), 1.5);
    context.fillRect(from, 11, 1, 5);
    const texts = [`${three(interval)} ms${latency ? `, latency ${latency}` : ''}, time-out ${three(timeout / 1000)} s`, `${three(interval)} ms`];
    const text = texts.find(words => context.measureText(words).width < to - from - 8);
    if (text) context.fillText(text, from + 4, 7);
  });
});

draws('requests', (lane, context, x, look, data) => {
  const half = lane.height / 2;
  const paint = row => {
    const [begin, end] = data.bar(row), from = x(begin), to = x(end);
    if (to < 0 || from > x.width) return;
    const isWrite = data.group[row] === GROUP.write, y = isWrite ? half + 1 : 2;
    if (data.isUnanswered(row)) {
      context.strokeStyle = data.isProblem(row) ? look.error : look.soft;
      context.setLineDash([3, 2]);
      context.strokeRect(from + 0.5, y + 0.5, Math.max(2, to - from), half - 4);
      context.setLineDash([]);
      return;
    }
    context.fillStyle = data.isProblem(row) || data.group[row] === GROUP.refusal ? look.error : isWrite ? look.write : look.read;
    context.fillRect(from, y, Math.max(1.5, to - from), half - 3);
  };
  const first = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 35e6);
  if (end - first < 3000) for (let at = first; at < end; at++) paint(lane.rows[at]);
  else eachColumn(lane.times, x, 1, (pixel, start, stop) => {
    // Of many in one column, the one that took longest of some.
    let longest = start;
    for (let at = start; at < Math.min(stop, start + 16); at++) if (data.took[lane.rows[at]] > data.took[lane.rows[longest]]) longest = at;
    paint(lane.rows[longest]);
  });
});

draws('pushes', (lane, context, x, look) => {
  const step = 4, columns = [];
  let most = 0;
  eachColumn(lane.times, x, step, (pixel, start, end) => {
    columns.push([pixel, end - start]);
    most = Math.max(most, end - start);
  });
  context.fillStyle = look.push;
  const tall = lane.height - 4;
  for (const [pixel, count] of columns) {
    const high = Math.max(2, count / most * tall);
    context.fillRect(pixel, lane.height - 1 - high, step - 1, high);
  }
});

// A line for each recorder's side, and what went from one to the other, at the times that they have for it.
draws('paths', (lane, context, x, look, data) => {
  const { sides, paths, times, height } = lane, level = side => (sides.indexOf(side) + 0.5) * height / sides.length;
  context.fillStyle = look.grid;
  for (const side of sides) context.fillRect(0, Math.round(level(side)), x.width, 1);
  const kinds = [look.read, look.write, look.push], colorOf = row => data.isProblem(row) ? look.error : kinds[data.group[row]] || look.soft;
  const paint = ({ row, path }) => {
    context.strokeStyle = context.fillStyle = colorOf(row);
    context.beginPath();
    for (const one of path) context.lineTo(x(one.time), level(one.lane));
    context.stroke();
    for (const one of path) context.fillRect(x(one.time) - 1.5, level(one.lane) - 1.5, 3, 3);
  };
  context.lineWidth = 1;
  // What began long before it was on the air, or came long after.
  const margin = 2e6;
  const start = lowerBound(times, x.from - margin), end = lowerBound(times, x.to + margin);
  if (end - start < 3000) for (let at = start; at < end; at++) paint(paths[at]);
  else eachColumn(times, x, 1, (pixel, first, last) => { for (let at = first; at < Math.min(last, first + 8); at++) paint(paths[at]); });
  if (height < 100) return;
  context.font = look.small;
  context.textBaseline = 'middle';
  context.fillStyle = look.soft;
  for (const side of sides) context.fillText(SIDES[side], 2, level(side) - 8);
});

draws('air', (lane, context, x, look, data, view) => {
  if (lane.height > 100) {
    context.font = look.small;
    context.textBaseline = 'middle';
    context.fillStyle = look.soft;
    for (const channel of [0, 10, 20, 30, 37]) context.fillText(String(channel), 2, channelPlace(lane, channel));
  }
  const size = Math.min(4, Math.max(2, (lane.height - 8) / 39 - 1));
  const paint = at => {
    const mark = lane.marks[at], isBad = mark & MARK.damaged, high = isBad ? size + 1 : size;
    context.fillStyle = isBad ? look.error : mark & MARK.again ? look.write : mark & MARK.peripheral ? look.push : look.read;
    context.fillRect(x(lane.times[at]) - high / 2, channelPlace(lane, mark >> MARK.channel) - high / 2, high, high);
  };
  // Of many in one column, some: the eye sees no more.
  eachColumn(lane.times, x, 1, (pixel, start, stop) => {
    for (let at = start; at < Math.min(stop, start + 40); at++) paint(at);
  });
  const chosen = view.packet < 0 ? -1 : lane.packets.indexOf(view.packet);
  if (chosen < 0) return;
  context.strokeStyle = look.ink;
  context.lineWidth = 1.5;
  context.strokeRect(x(lane.times[chosen]) - 4, channelPlace(lane, lane.marks[chosen] >> MARK.channel) - 4, 8, 8);
});

// What was sent again and what was damaged, upwards; connection events that were not heard, from above.
draws('radio', (lane, context, x, look) => {
  const step = 4, columns = [];
  let most = 1;
  eachColumn(lane.times, x, step, (pixel, start, end) => {
    let again = 0, damaged = 0, missed = 0;
    for (let at = start; at < end; at++) {
      if (lane.marks[at] & MARK.damaged) damaged++; else if (lane.marks[at] & MARK.again) again++;
      missed += lane.missed[at];
    }
    most = Math.max(most, again + damaged, missed);
    columns.push([pixel, again, damaged, missed]);
  });
  const half = lane.height / 2 - 2, bar = (pixel, from, count, color) => {
    if (!count) return 0;
    const high = Math.max(2, count / most * half);
    context.fillStyle = color;
    context.fillRect(pixel, from - high, step - 1, high);
    return high;
  };
  for (const [pixel, again, damaged, missed] of columns) {
    const base = lane.height - 1;
    const first = bar(pixel, base, damaged, look.error);
    bar(pixel, base - first, again, look.write);
    if (missed) {
      context.fillStyle = look.soft;
      context.fillRect(pixel, 1, step - 1, Math.max(2, missed / most * half));
    }
  }
});

draws('signal', (lane, context, x, look) => {
  const y = value => lane.height - 3 - (value + 100) / 75 * (lane.height - 6);
  context.fillStyle = look.grid;
  for (const mark of [-40, -70, -100]) context.fillRect(0, Math.round(y(mark)), x.width, 1);
  context.fillStyle = look.advert;
  const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
  for (let at = start; at < end; at++) context.fillRect(x(lane.times[at]) - 1, y(Math.max(-100, Math.min(-25, lane.values[at]))) - 1, 2.5, 2.5);
});

// Of what has no rows, the least and the largest of each part.
function forSummary(series, act) {
  const points = series.json.summary || [];
  for (let at = 0; at + 1 < points.length; at += 2) act(points[at], points[at + 1]);
}

// The least and the largest in view, with the neighbours.
function extremesOf(lane, x) {
  let low = Infinity, high = -Infinity;
  for (const { series } of lane.series) {
    const start = Math.max(0, lowerBound(series.times, x.from) - 1), end = Math.min(series.times.length, lowerBound(series.times, x.to + 1) + 1);
    const [least, most] = series.blocks.extremes(start, end);
    low = Math.min(low, least);
    high = Math.max(high, most);
    forSummary(series, (time, value) => {
      if (time < x.from || time > x.to) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    });
  }
  return [low, high];
}

draws('value', (lane, context, x, look) => {
  let [low, high] = extremesOf(lane, x);
  if (low > high) return;
  if (low === high) [low, high] = [low - 1, high + 1];
  const y = value => lane.height - 5 - (value - low) / (high - low) * (lane.height - 10);
  for (const { series, axis } of lane.series) {
    const { times, values } = series;
    const start = Math.max(0, lowerBound(times, x.from) - 1), end = Math.min(times.length, lowerBound(times, x.to + 1) + 1);
    context.strokeStyle = context.fillStyle = look.curves[axis];
    context.lineWidth = 1.4;
    if (series.beyond) {
      context.beginPath();
      forSummary(series, (time, value) => context.lineTo(x(time), y(value)));
      context.globalAlpha = 0.6;
      context.stroke();
      context.globalAlpha = 1;
    }
    if (end - start > x.width * 3) {
      eachColumn(times, x, 1, (pixel, first, last) => {
        const [least, most] = series.blocks.extremes(first, last);
        context.fillRect(pixel, y(most) - 0.5, 1, Math.max(1.2, y(least) - y(most)));
      });
      continue;
    }
    const longest = Math.max(lane.period * 4, 1000);
    context.beginPath();
    let last = -Infinity;
    for (let at = start; at < end; at++) {
      const px = x(times[at]), py = y(values[at]);
      // A gap stays a gap.
      if (times[at] - last > longest) context.moveTo(px, py); else context.lineTo(px, py);
      last = times[at];
    }
    context.stroke();
    if (end - start < x.width / 5) for (let at = start; at < end; at++) context.fillRect(x(times[at]) - 1.5, y(values[at]) - 1.5, 3, 3);
  }
});

draws('words', (lane, context, x, look) => {
  context.font = look.small;
  context.textBaseline = 'middle';
  for (const { series } of lane.series) {
    const { times, values } = series;
    let at = Math.max(0, lowerBound(times, x.from) - 1), painted = -2;
    const end = Math.min(times.length, lowerBound(times, x.to + 1) + 1), longest = Math.max(lane.period * 4, 1000);
    while (at < end) {
      let next = at + 1;
      while (next < end && values[next] === values[at] && times[next] - times[next - 1] <= longest) next++;
      const isCut = next >= times.length || times[next] - times[next - 1] > longest;
      const from = Math.max(0, x(times[at])), to = Math.min(x.width, isCut ? x(times[next - 1]) + 3 : x(times[next]));
      if (to >= 0 && from <= x.width && to > painted) {
        context.fillStyle = look.bands[values[at] % look.bands.length];
        context.fillRect(from, 3, Math.max(1.5, to - from - 0.5), lane.height - 6);
        const text = series.words[values[at]].replaceAll('_', ' ');
        if (to - from > 20 && context.measureText(text).width < to - from - 6) {
          context.fillStyle = look.ink;
          context.fillText(text, from + 3, lane.height / 2 + 0.5);
        }
        painted = Math.max(painted, Math.floor(to));
      }
      at = next;
    }
  }
});
