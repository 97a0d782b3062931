// The way of a PDU from the host of one side over the air to that of the other one, as several recorders have it.

import { durationText, lowerBound } from './scales.js';

// Where it was recorded: by the host that sent it, on the air, by the host that received it.
const PLACE = { sender: 0, air: 1 };
// From left to right: the host of the central, the air, the host of the peripheral.
export const SIDES = ['central', 'air', 'peripheral'];
export const WAY = { none: 0, toPeripheral: 1, toCentral: 2 };

export function laneOf(place, way) {
  if (place === PLACE.air) return 1;
  return (place === PLACE.sender) === (way === WAY.toPeripheral) ? 0 : 2;
}

// Its records in the order in which it went: one a lane, that of the first capture.
export function pathOf(records, way) {
  if (way === WAY.none) return [];
  const found = [];
  for (const record of records) {
    const lane = laneOf(record.place, way);
    if (!found.some(one => one.lane === lane)) found.push({ ...record, lane });
  }
  return found.sort((a, b) => (a.lane - b.lane) * (way === WAY.toPeripheral ? 1 : -1));
}

// When it was on the air: where nobody heard it, when its receiver had it.
export function airTime(path) {
  if (!path.length) return null;
  return (path.find(one => one.lane === 1) || path[path.length - 1]).time;
}

// The way of a row's request; what has no answer, or none of its own, has one way.
export function wayOfRequest(data, row) {
  const arrow = data.arrow(row);
  if (!data.request[row] || data.startsThere(row) || !arrow) return arrow;
  return data.asksForward(row) ? arrow : 3 - arrow;
}

// The PDUs of a row: of a request, and of its answer.
export function pathsOf(data, row) {
  const way = wayOfRequest(data, row), isAnswer = data.request[row] > 0 && !data.startsThere(row);
  const own = pathOf(data.seen(row), isAnswer ? 3 - way : way);
  return (isAnswer ? [pathOf(data.asked(row), way), own] : [own]).filter(path => path.length);
}

// What it took from record to record, in words.
export function pathText(path) {
  return path.map((record, at) => `${record.capture} frame ${record.frame}${at ? `, ${durationText(record.time - path[at - 1].time)} later` : ''}`).join('; ');
}

// From times to places on a paper on which some times have theirs: near those, time is stretched, as what a PDU takes is
// little beside the time between two.
export function stretched(times, places, beyond) {
  const weight = length => Math.log1p(Math.max(length, 0) / 1000);
  const after = length => weight(length) / (weight(length) + weight(1e6)) * beyond;
  return time => {
    const at = lowerBound(times, time), last = times.length - 1;
    if (last < 0) return 0;
    if (at === 0) return places[0] - after(times[0] - time);
    if (at > last) return places[last] + after(time - times[last]);
    const before = weight(time - times[at - 1]), until = weight(times[at] - time);
    return places[at - 1] + (places[at] - places[at - 1]) * (before / (before + until));
  };
}
