// What stands beside each other on the one time axis: built from the data, drawn on canvases.

import { GROUP } from './data.js';
import { durationText, lowerBound, three } from './scales.js';

const MOST_VALUES = 10;
// Each takes some canvases, which are drawn at every move.
const MOST_DEVICES = 24;
const MOST_WORDS = 4;
const AXES = /^(.*) ([xyz])$/;

// The median distance of times, of a part of them.
export function period(times) {
  if (times.length < 3) return Infinity;
  const step = Math.max(1, Math.floor(times.length / 400)), found = [];
  for (let at = step; at < times.length; at += step) found.push(times[at] - times[at - 1]);
  found.sort((a, b) => a - b);
  return found[found.length >> 1];
}

// Series that people see as one: of all connections of a device, and x, y and z.
export function groupSeries(data) {
  const groups = new Map();
  for (const series of data.series) {
    const attribute = data.attributes[series.attribute], device = data.device(attribute);
    const axis = AXES.exec(series.name);
    const owner = device ? device.number : attribute.owner;
    const key = [owner, attribute.name, attribute.handle, axis ? axis[1] : series.name, series.unit, Boolean(series.words)].join('\n');
    const found = groups.get(key);
    if (found) {
      found.series.push({ series, axis: axis ? 'xyz'.indexOf(axis[2]) : 0 });
      found.isLane ||= series.isLane;
      found.count += series.count;
    } else {
      groups.set(key, {
        kind: series.words ? 'words' : 'value', name: axis ? axis[1] : series.name, unit: series.unit, device, attribute,
        isLane: series.isLane, count: series.count, series: [{ series, axis: axis ? 'xyz'.indexOf(axis[2]) : 0 }],
      });
    }
  }
  return [...groups.values()];
}

export function buildLanes(data) {
  const lanes = [];
  if (data.findings.length) lanes.push({ kind: 'findings', name: 'Findings', height: 20 });
  const owners = new Map(), ownerOf = [];
  for (const connection of data.connections) {
    const device = data.deviceOf.get(connection.device) || null, key = device ? device.number : 0;
    if (!owners.has(key)) owners.set(key, { device, connections: [], rows: { bars: [], pushes: [], phases: [] } });
    owners.get(key).connections.push(connection);
    ownerOf[connection.number] = owners.get(key);
  }
  for (let row = 0; row < data.count; row++) {
    const owner = ownerOf[data.connection[row]];
    if (!owner) continue;
    const group = data.group[row], wait = data.took[row] > 0;
    if (group === GROUP.push) owner.rows.pushes.push(row);
    else if (wait && (group === GROUP.read || group === GROUP.write || group === GROUP.refusal || group === GROUP.note && data.isUnanswered(row))) owner.rows.bars.push(row);
    else if (group === GROUP.discovery && wait || group === GROUP.security) owner.rows.phases.push(row);
  }
  const isDense = owners.size > 3;
  for (const { device, connections, rows } of [...owners.values()].slice(0, MOST_DEVICES)) {
    const numbers = new Set(connections.map(one => one.number));
    const times = list => Float64Array.from(list, row => data.time[row]);
    const name = data.deviceName(device), base = { device, connections, isDense };
    lanes.push({ ...base, kind: 'links', name, note: device ? `#${device.number} ${device.address}` : '', height: isDense ? 24 : 30, phases: rows.phases });
    const signal = device && data.json.signals.find(one => one.device === device.number);
    if (signal && !isDense && signal.count > 1) lanes.push(signalLane(signal, device));
    if (!isDense && connections.some(one => one.terms)) lanes.push({ ...base, kind: 'terms', name: 'Interval', note: '', height: 18 });
    const air = data.air && airLane(data.air, numbers);
    if (air) lanes.push(air);
    if (rows.bars.length) lanes.push({ ...base, kind: 'requests', name: 'Requests', note: isDense ? '' : 'as long as the answer took', height: isDense ? 22 : 28, rows: rows.bars, times: times(rows.bars) });
    if (rows.pushes.length) lanes.push({ ...base, kind: 'pushes', name: 'Notifications', note: isDense ? '' : 'a second', height: isDense ? 20 : 28, rows: rows.pushes, times: times(rows.pushes) });
  }
  if (!data.connections.length) for (const signal of data.json.signals.filter(one => one.count > 1).slice(0, 8)) lanes.push(signalLane(signal, null));
  if (!lanes.some(lane => lane.kind === 'signal') || data.json.adverts) {
    const adverts = [];
    for (let row = 0; row < data.count; row++) if (data.group[row] === GROUP.advert) adverts.push(row);
    if (adverts.length && !data.connections.length) lanes.push({ kind: 'pushes', name: 'Advertisements', note: 'a second', height: 28, rows: adverts, times: Float64Array.from(adverts, row => data.time[row]), connections: [] });
  }
  const values = groupSeries(data);
  const shown = values.filter(one => one.isLane);
  // Of many, those that come most often, in the order in which they come; words after numbers.
  const most = (kind, count) => {
    const all = shown.filter(one => one.kind === kind), often = new Set([...all].sort((a, b) => b.count - a.count).slice(0, count));
    return all.filter(one => often.has(one));
  };
  const chosen = [...most('value', MOST_VALUES), ...most('words', MOST_WORDS)];
  for (const one of chosen) lanes.push(valueLane(data, one));
  return { lanes, others: values.filter(one => !chosen.includes(one)) };
}

export function valueLane(data, group) {
  for (const { series } of group.series) series.open();
  const isOne = new Set(data.attributes.map(one => one.owner)).size < 3;
  const who = group.device && !isOne ? `, ${data.deviceName(group.device)}` : '';
  return { ...group, note: `${group.attribute.name}${who}`, height: group.kind === 'words' ? 20 : 40, period: Math.min(...group.series.map(one => period(one.series.times))) };
}

// A row a channel, of the packets of some connections.
function airLane(air, numbers) {
  const places = Uint32Array.from(air.times.keys()).filter(at => numbers.has(air.numbers[at]));
  if (!places.length) return null;
  return { kind: 'air', name: 'Channels', note: 'as the sniffer heard them', height: 66, times: Float64Array.from(places, at => air.times[at]), marks: Uint16Array.from(places, at => air.marks[at]) };
}

function signalLane(signal, device) {
  const times = new Float64Array(signal.points.length / 2), values = new Float64Array(times.length);
  for (let at = 0; at < times.length; at++) {
    times[at] = signal.points[2 * at];
    values[at] = signal.points[2 * at + 1];
  }
  const name = device ? 'Signal' : signal.name || signal.address;
  return { kind: 'signal', name, note: device ? 'of advertisements' : signal.name ? signal.address : 'signal', unit: 'dBm', height: 30, times, values, count: signal.count, device };
}

// Calls it for each column of pixels that has any of the times.
export function eachColumn(times, x, step, act) {
  let start = lowerBound(times, x.time(0));
  for (let pixel = 0; pixel < x.width && start < times.length; pixel += step) {
    const end = lowerBound(times, x.time(pixel + step), start);
    if (end > start) act(pixel, start, end);
    start = end;
  }
}

// MARK: Drawing

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
  context.fillStyle = look.grid;
  for (const mark of x.marks) context.fillRect(Math.round(mark), 0, 1, height);
  context.fillStyle = look.accent;
  for (const one of data.begins) context.fillRect(Math.round(x(one.time)), 0, 1, height);
  PAINT[lane.kind](lane, context, x, look, data, view);
  if (view.row >= 0) {
    const place = x(data.time[view.row]);
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
      context.strokeStyle = look.error;
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

draws('air', (lane, context, x, look) => {
  const paint = at => {
    const mark = lane.marks[at], isBad = mark & 1, y = 2 + Math.min(mark >> 2, 39) / 39 * (lane.height - 6), size = isBad ? 3 : 2;
    context.fillStyle = isBad ? look.error : mark & 2 ? look.push : look.read;
    context.fillRect(x(lane.times[at]) - size / 2, y, size, size);
  };
  // Of many in one column, some: the eye sees no more.
  eachColumn(lane.times, x, 1, (pixel, start, stop) => {
    for (let at = start; at < Math.min(stop, start + 40); at++) paint(at);
  });
});

draws('signal', (lane, context, x, look) => {
  const y = value => lane.height - 3 - (value + 100) / 75 * (lane.height - 6);
  context.fillStyle = look.grid;
  for (const mark of [-40, -70, -100]) context.fillRect(0, Math.round(y(mark)), x.width, 1);
  context.fillStyle = look.advert;
  const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
  for (let at = start; at < end; at++) context.fillRect(x(lane.times[at]) - 1, y(Math.max(-100, Math.min(-25, lane.values[at]))) - 1, 2.5, 2.5);
});

// The least and the largest in view, with the neighbours.
function extremesOf(lane, x) {
  let low = Infinity, high = -Infinity;
  for (const { series } of lane.series) {
    const start = Math.max(0, lowerBound(series.times, x.from) - 1), end = Math.min(series.times.length, lowerBound(series.times, x.to + 1) + 1);
    const [least, most] = series.blocks.extremes(start, end);
    low = Math.min(low, least);
    high = Math.max(high, most);
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

// MARK: What is there

// What stands at a place of a lane: a row, a connection, a finding, and words for it.
export function hit(lane, x, px, py, data) {
  const time = x.time(px);
  const near = (times, limit = 8) => {
    const at = lowerBound(times, time);
    let best = -1, distance = limit;
    for (const one of [at - 1, at]) if (one >= 0 && one < times.length && Math.abs(x(times[one]) - px) < distance) [best, distance] = [one, Math.abs(x(times[one]) - px)];
    return best;
  };
  const say = row => `${data.word(row)} ${data.name(row)} ${data.line(row)}`.replaceAll('  ', ' ').slice(0, 160);
  if (lane.kind === 'findings') {
    let best = null, distance = 9;
    for (const one of data.findings) if (Math.abs(x(one.time) - px) < distance) [best, distance] = [one, Math.abs(x(one.time) - px)];
    return best && { finding: best, text: `${best.severity}: ${best.rule}. ${best.text}` };
  }
  if (lane.kind === 'links') {
    const one = lane.connections.find(({ start, end }) => px >= x(start) - 3 && px <= x(end) + 3);
    return one && { connection: one, text: `C${one.number}: ${durationText(one.end - one.start)}; ended ${one.ended}` };
  }
  if (lane.kind === 'terms') {
    for (const one of lane.connections) {
      const term = (one.terms || []).findLast(([start]) => start <= time);
      if (term && time <= one.end) return { connection: one, text: `C${one.number}: interval ${three(term[1])} ms, latency ${term[2]}, time-out ${three(term[3] / 1000)} s` };
    }
    return null;
  }
  if (lane.kind === 'requests') {
    const first = lowerBound(lane.times, time - 1e5), isLow = py > lane.height / 2;
    let best = -1, distance = 9;
    for (let at = Math.max(0, first - 400); at < Math.min(lane.rows.length, first + 2000); at++) {
      const row = lane.rows[at], [begin, end] = data.bar(row), from = x(begin), to = x(end);
      const away = (px < from ? from - px : px > to ? px - to : 0) + ((data.group[row] === GROUP.write) === isLow ? 0 : 4);
      if (away < distance) [best, distance] = [row, away];
      if (from > px + 20) break;
    }
    return best >= 0 ? { row: best, text: `${say(best)}: ${durationText(data.wait(best))}` } : null;
  }
  if (lane.kind === 'pushes') {
    const at = near(lane.times);
    return at >= 0 ? { row: lane.rows[at], text: say(lane.rows[at]) } : null;
  }
  if (lane.kind === 'air') {
    const at = near(lane.times), mark = lane.marks[at];
    return at >= 0 ? { text: `channel ${mark >> 2}, from the ${mark & 2 ? 'peripheral' : 'central'}${mark & 1 ? ', CRC error' : ''}` } : null;
  }
  if (lane.kind === 'signal') {
    const at = near(lane.times);
    return at >= 0 ? { text: `${lane.values[at]} dBm at ${(lane.times[at] / 1e6).toFixed(3)} s` } : null;
  }
  for (const { series } of lane.series) {
    const at = near(series.times, 30);
    if (at >= 0) return { row: series.rows[at], text: `${lane.name}: ${series.shown(series.values[at])} ${lane.unit}` };
  }
  return null;
}

// What a lane has in the time that is looked at, in a few characters.
export function sumOf(lane, x, data) {
  const count = times => lowerBound(times, x.to + 1) - lowerBound(times, x.from);
  if (lane.kind === 'findings') {
    const found = data.findings.filter(one => one.time >= x.from && one.time <= x.to).length;
    return found ? [String(found), ''] : ['', ''];
  }
  if (lane.kind === 'links') {
    const found = lane.connections.filter(one => one.end >= x.from && one.start <= x.to), lost = found.filter(one => one.kind === 'lost').length;
    return [found.length > 1 ? `${found.length} links` : '', lost ? `${lost} lost` : ''];
  }
  if (lane.kind === 'requests') return [count(lane.times).toLocaleString('en'), ''];
  if (lane.kind === 'pushes') {
    const number = count(lane.times), rate = number / ((x.to - x.from) / 1e6);
    return [number.toLocaleString('en'), number > 1 ? `${three(rate)}/s` : ''];
  }
  if (lane.kind === 'air') {
    const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
    let bad = 0;
    for (let at = start; at < end; at++) bad += lane.marks[at] & 1;
    return [(end - start).toLocaleString('en'), bad ? `${bad} CRC errors` : 'packets'];
  }
  if (lane.kind === 'signal') {
    const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
    let low = Infinity, high = -Infinity;
    for (let at = start; at < end; at++) [low, high] = [Math.min(low, lane.values[at]), Math.max(high, lane.values[at])];
    return low <= high ? [`${low}..${high}`, 'dBm'] : ['', ''];
  }
  if (lane.kind === 'value') {
    let low = Infinity, high = -Infinity;
    for (const { series } of lane.series) {
      const [least, most] = series.blocks.extremes(lowerBound(series.times, x.from), lowerBound(series.times, x.to + 1));
      [low, high] = [Math.min(low, least), Math.max(high, most)];
    }
    return low <= high ? [low === high ? three(low) : `${three(low)}..${three(high)}`, lane.unit] : ['', ''];
  }
  return ['', ''];
}
