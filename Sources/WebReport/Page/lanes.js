// What stands beside each other on the one time axis: built from the data.

import { GROUP, MARK } from './data.js';
import { airTime, pathsOf, SIDES } from './recorders.js';

const MOST_VALUES = 10;
// Each takes some canvases, which are drawn at every move.
const MOST_DEVICES = 24;
const MOST_WORDS = 4;
// Fewer are told in the table of devices.
const LEAST_SIGNALS = 4;
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
  const lanes = [], values = chosenValues(data);
  if (data.findings.length) lanes.push({ kind: 'findings', name: 'Findings', height: 20 });
  const owners = new Map(), ownerOf = [];
  for (const connection of data.connections) {
    const device = data.deviceOf.get(connection.device) || null, key = device ? device.number : 0;
    if (!owners.has(key)) owners.set(key, { device, connections: [], rows: { bars: [], pushes: [], phases: [], paths: [] } });
    owners.get(key).connections.push(connection);
    ownerOf[connection.number] = owners.get(key);
  }
  for (let row = 0; row < data.count; row++) {
    const owner = ownerOf[data.connection[row]];
    if (!owner) continue;
    const group = data.group[row], wait = data.took[row] > 0;
    if (data.hasPath(row)) owner.rows.paths.push(row);
    if (group === GROUP.push) owner.rows.pushes.push(row);
    else if (wait && (group === GROUP.read || group === GROUP.write || group === GROUP.refusal || group === GROUP.note && data.isUnanswered(row))) owner.rows.bars.push(row);
    else if (group === GROUP.discovery && wait || group === GROUP.security) owner.rows.phases.push(row);
  }
  const all = [...owners.values()], shown = all.slice(0, MOST_DEVICES), isDense = owners.size > 3;
  const air = airByOwner(data, ownerOf);
  for (const owner of shown) lanes.push(...deviceLanes(data, owner, isDense, air.get(owner)), ...values.of(owner.device));
  if (!data.connections.length) for (const signal of data.json.signals.filter(one => one.count > 1).slice(0, 8)) lanes.push(signalLane(signal, null));
  if (!lanes.some(lane => lane.kind === 'signal') || data.json.adverts) {
    const adverts = [];
    for (let row = 0; row < data.count; row++) if (data.group[row] === GROUP.advert) adverts.push(row);
    if (adverts.length && !data.connections.length) lanes.push({ kind: 'pushes', name: 'Advertisements', note: 'a second', height: 28, rows: adverts, times: Float64Array.from(adverts, row => data.time[row]), connections: [] });
  }
  lanes.push(...values.rest());
  return { lanes, others: values.others, devices: all.slice(MOST_DEVICES).map(owner => ({ owner, make: () => deviceLanes(data, owner, true, air.get(owner)) })) };
}

// What is told of one device, from how it was connected to what the sniffer heard.
function deviceLanes(data, { device, connections, rows }, isDense, heard) {
  const lanes = [], times = list => Float64Array.from(list, row => data.time[row]), base = { device, connections, isDense };
  const name = data.deviceName(device), about = device ? `#${device.number}${device.name ? ` ${device.address}` : ''}` : '';
  lanes.push({ ...base, kind: 'links', name, note: about, height: isDense ? 24 : 30, phases: rows.phases });
  const signal = device && data.json.signals.find(one => one.device === device.number);
  if (signal && !isDense && signal.count >= LEAST_SIGNALS) lanes.push(signalLane(signal, device));
  if (!isDense && connections.some(one => one.terms)) lanes.push({ ...base, kind: 'terms', name: 'Interval', note: '', height: 18 });
  if (heard) lanes.push(...airLanes(data.air, heard));
  if (rows.paths.length) lanes.push(pathLane(data, base, rows.paths));
  if (rows.bars.length) {
    const discoveries = rows.phases.filter(row => data.group[row] === GROUP.discovery);
    lanes.push({ ...base, kind: 'requests', name: 'Requests', note: isDense ? '' : 'as long as the answer took', height: isDense ? 22 : 28, rows: rows.bars, times: times(rows.bars), discoveries, discoveryTimes: times(discoveries) });
  }
  if (rows.pushes.length) lanes.push({ ...base, kind: 'pushes', name: 'Notifications', note: isDense ? '' : 'how many', height: isDense ? 20 : 28, rows: rows.pushes, times: times(rows.pushes) });
  return lanes;
}

// A line for each side of which there is a capture: when it had what went between them.
function pathLane(data, base, rows) {
  const paths = rows.flatMap(row => pathsOf(data, row).map(path => ({ row, path, time: airTime(path) }))).sort((a, b) => a.time - b.time);
  const sides = [0, 1, 2].filter(lane => paths.some(({ path }) => path.some(one => one.lane === lane)));
  return { ...base, kind: 'paths', name: 'Recorders', note: sides.map(lane => SIDES[lane]).join(', '), height: 18 * sides.length, tall: 60 * sides.length, sides, paths, times: Float64Array.from(paths, ({ time }) => time) };
}

// The numbers and words that have lanes from the start, by their devices.
function chosenValues(data) {
  const all = groupSeries(data), shown = all.filter(one => one.isLane);
  // Of many, those that come most often, in the order in which they come; words after numbers.
  const most = (kind, count) => {
    const these = shown.filter(one => one.kind === kind), often = new Set([...these].sort((a, b) => b.count - a.count).slice(0, count));
    return these.filter(one => often.has(one));
  };
  const chosen = [...most('value', MOST_VALUES), ...most('words', MOST_WORDS)], placed = new Set();
  return {
    others: all.filter(one => !chosen.includes(one)),
    of: device => chosen.filter(one => one.device && one.device === device).map(one => {
      placed.add(one);
      return valueLane(data, one);
    }),
    rest: () => chosen.filter(one => !placed.has(one)).map(one => valueLane(data, one)),
  };
}

export function valueLane(data, group, saysDevice = false) {
  for (const { series } of group.series) series.open();
  const isOfHost = !group.device && group.attribute.handle && group.attribute.owner === 0;
  const who = group.device && saysDevice ? `${data.deviceName(group.device)}, ` : isOfHost ? 'this host, ' : '';
  return { ...group, note: `${who}${group.attribute.name}`, height: group.kind === 'words' ? 20 : 40, period: Math.min(...group.series.map(one => period(one.series.times))) };
}

// The packets of each device that a sniffer heard, by their places: all are looked at once.
function airByOwner(data, ownerOf) {
  const found = new Map();
  if (!data.air) return found;
  const { numbers } = data.air;
  for (let at = 0; at < numbers.length; at++) {
    const owner = ownerOf[numbers[at]];
    if (!owner) continue;
    const places = found.get(owner);
    if (places) places.push(at); else found.set(owner, [at]);
  }
  return found;
}

// Where the row of a channel is in its lane.
export function channelPlace(lane, channel) { return 4 + Math.min(channel, 39) * (lane.height - 8) / 39; }

// What a sniffer shows: a row a channel; and below it what did not come, or not at once.
function airLanes(air, places) {
  const pick = column => column.constructor.from(places, at => column[at]);
  const base = { times: pick(air.times), marks: pick(air.marks), missed: pick(air.missed), packets: places };
  const lanes = [{ ...base, kind: 'air', name: 'Channels', note: 'central, peripheral, CRC errors', height: 66, tall: 250 }];
  if (places.some(at => air.marks[at] & (MARK.damaged | MARK.again) || air.missed[at])) {
    lanes.push({ ...base, kind: 'radio', name: 'Radio', note: 'again, CRC errors, missed', height: 28 });
  }
  return lanes;
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
