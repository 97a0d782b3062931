// What is at a place of a lane, and what a lane has in the time that is looked at.

import { GROUP, MARK } from './data.js';
import { channelPlace } from './lanes.js';
import { pathText } from './recorders.js';
import { countText, durationText, lowerBound, secondsText, three } from './scales.js';

// Of many packets near a place, so many are looked at.
const MOST_LOOKED = 4000;

// The packet that is drawn nearest to a place in the rows of channels.
function nearPacket(lane, x, px, py) {
  let best = -1, distance = Infinity;
  const first = lowerBound(lane.times, x.time(px - 8)), end = Math.min(lowerBound(lane.times, x.time(px + 8)), first + MOST_LOOKED);
  for (let at = first; at < end; at++) {
    const away = Math.hypot(x(lane.times[at]) - px, channelPlace(lane, lane.marks[at] >> MARK.channel) - py);
    if (away < distance) [best, distance] = [at, away];
  }
  return best;
}

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
  if (lane.kind === 'paths') {
    const level = side => (lane.sides.indexOf(side) + 0.5) * lane.height / lane.sides.length;
    let best = null, distance = 12;
    for (let at = lowerBound(lane.times, x.time(px - 40) - 2e6); at < lane.paths.length && lane.times[at] <= x.time(px + 40) + 2e6; at++) {
      for (const one of lane.paths[at].path) {
        const away = Math.hypot(x(one.time) - px, (level(one.lane) - py) / 2);
        if (away < distance) [best, distance] = [lane.paths[at], away];
      }
    }
    return best && { row: best.row, text: `${say(best.row)}\n${pathText(best.path)}` };
  }
  if (lane.kind === 'air' || lane.kind === 'radio') {
    const at = lane.kind === 'air' ? nearPacket(lane, x, px, py) : near(lane.times);
    return at < 0 ? null : { packet: lane.packets[at], text: data.packetText(lane.packets[at]) };
  }
  if (lane.kind === 'signal') {
    const at = near(lane.times);
    if (at < 0) return null;
    const text = `${lane.values[at]} dBm`;
    return { point: { time: lane.times[at], name: lane.device ? `Signal of ${data.deviceName(lane.device)}` : lane.name, text }, text: `${text} at ${secondsText(lane.times[at])} s` };
  }
  for (const { series } of lane.series) {
    const at = near(series.times, 30);
    if (at >= 0) return { row: series.rows[at], text: `${lane.name}: ${series.shown(series.values[at])} ${lane.unit}` };
  }
  return null;
}

// `20 requests, 6 services`: 20
export function requestsIn(text) {
  const found = /^([\d,]+) requests?\b/.exec(text);
  return found ? Number(found[1].replaceAll(',', '')) : 0;
}

function rangeOf(low, high, unit) { return low <= high ? [low === high ? three(low) : `${three(low)}..${three(high)}`, unit] : ['', '']; }

// What a lane has in the time that is looked at, in a few characters.
export function sumOf(lane, x, data) {
  const count = times => lowerBound(times, x.to + 1) - lowerBound(times, x.from);
  if (lane.kind === 'findings') {
    const found = data.findings.filter(one => one.time >= x.from && one.time <= x.to).length;
    return found ? [String(found), ''] : ['', ''];
  }
  if (lane.kind === 'links') {
    const found = lane.connections.filter(one => one.end >= x.from && one.start <= x.to), lost = found.filter(one => one.kind === 'lost').length;
    return [found.length ? countText(found.length, 'link') : '', lost ? `${lost} lost` : ''];
  }
  if (lane.kind === 'terms') {
    const intervals = lane.connections.flatMap(({ terms = [], end }) => terms.filter(([time], at) => time <= x.to && (terms[at + 1] ? terms[at + 1][0] : end) >= x.from).map(([, interval]) => interval));
    // In one line: the lane is no higher.
    return [rangeOf(Math.min(...intervals), Math.max(...intervals), 'ms').filter(Boolean).join(' '), ''];
  }
  if (lane.kind === 'requests') {
    // Those of a discovery are one row, which says how many they were.
    let found = 0;
    for (let at = lowerBound(lane.discoveryTimes, x.from); at < lowerBound(lane.discoveryTimes, x.to + 1); at++) found += requestsIn(data.line(lane.discoveries[at]));
    return [count(lane.times).toLocaleString('en'), found ? `+${found.toLocaleString('en')} of discovery` : ''];
  }
  if (lane.kind === 'paths') return [count(lane.times).toLocaleString('en'), ''];
  if (lane.kind === 'pushes') {
    const number = count(lane.times), rate = number / ((x.to - x.from) / 1e6);
    return [number.toLocaleString('en'), number > 1 ? `${three(rate)}/s` : ''];
  }
  if (lane.kind === 'air' || lane.kind === 'radio') {
    const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
    if (lane.kind === 'air') {
      let peripheral = 0;
      for (let at = start; at < end; at++) if (lane.marks[at] & MARK.peripheral) peripheral++;
      return [(end - start).toLocaleString('en'), `${(end - start - peripheral).toLocaleString('en')} + ${peripheral.toLocaleString('en')}`];
    }
    let bad = 0, again = 0, missed = 0;
    for (let at = start; at < end; at++) {
      if (lane.marks[at] & MARK.damaged) bad++; else if (lane.marks[at] & MARK.again) again++;
      missed += lane.missed[at];
    }
    return [again ? `${again} again` : '', [bad && `${bad} CRC`, missed && `${missed} missed`].filter(Boolean).join(', ')];
  }
  if (lane.kind === 'signal') {
    const start = lowerBound(lane.times, x.from), end = lowerBound(lane.times, x.to + 1);
    let low = Infinity, high = -Infinity;
    for (let at = start; at < end; at++) [low, high] = [Math.min(low, lane.values[at]), Math.max(high, lane.values[at])];
    return low <= high ? [low === high ? String(low) : `${low}..${high}`, 'dBm'] : ['', ''];
  }
  if (lane.kind === 'value') {
    let low = Infinity, high = -Infinity;
    for (const { series } of lane.series) {
      const [least, most] = series.blocks.extremes(lowerBound(series.times, x.from), lowerBound(series.times, x.to + 1));
      [low, high] = [Math.min(low, least), Math.max(high, most)];
    }
    return rangeOf(low, high, lane.unit);
  }
  return ['', ''];
}
