// What the page has in its data, by rows in the order of their times.

import { bytesOf, hexOf, unpack, unpackNumbers } from './bytes.js';
import { countText, lowerBound } from './scales.js';

export const GROUPS = ['Reads', 'Writes', 'Notifications', 'Links', 'Security', 'Errors', 'Discovery', 'Adverts', 'Host', 'Notes'];
export const GROUP = { read: 0, write: 1, push: 2, link: 3, security: 4, refusal: 5, discovery: 6, advert: 7, host: 8, note: 9 };
// What is known of a packet on the air, below its channel.
export const MARK = { damaged: 1, peripheral: 2, again: 4, channel: 3 };
// The channel of a packet is not known.
const UNKNOWN_CHANNEL = 63;
const STYLE = { problem: 1, gap: 3, doubtful: 4 };

export class Data {
  constructor(json) {
    if (json.form !== 1) throw new Error(`data of form ${json.form}`);
    this.json = json;
    const count = json.rows;
    this.count = count;
    this.texts = json.texts;
    this.shapes = json.shapes;
    this.attributes = json.attributes.map(([name, uuid, handle, owner], index) => ({ name, uuid, handle, owner, index }));
    this.frame = unpack(json.frame, new Float64Array(count), true);
    this.time = unpack(json.time, new Float64Array(count), true);
    this.shape = unpack(json.shape, new Uint32Array(count));
    this.text = unpack(json.text, new Uint32Array(count));
    this.value = unpack(json.value, new Uint32Array(count));
    this.took = unpack(json.took, new Float64Array(count));
    this.request = unpack(json.request, new Float64Array(count));
    // The records of several recorders about a row, and about its request.
    this.seens = json.seen ? new Seen(json.seen) : null;
    this.askeds = json.asked ? new Seen(json.asked) : null;
    this.order();
    this.bytes = bytesOf(json.bytes);
    const lengths = [];
    const read = unpack(json.lengths, new Uint32Array(this.valueCount()));
    for (let at = 0, start = 0; at < read.length; at++) {
      lengths.push(start);
      start += read[at];
    }
    this.starts = lengths;
    this.lengths = read;
    this.columns();
    // Rows of attributes and connections, when they are asked for.
    this.ofAttribute = new Map();
    this.ofConnection = new Map();
    this.devices = json.devices;
    this.connections = json.connections;
    this.byNumber = new Map(json.connections.map(one => [one.number, one]));
    this.deviceOf = new Map();
    for (const device of json.devices) {
      this.deviceOf.set(device.number, device);
      for (const former of device.former || []) this.deviceOf.set(former, device);
    }
    const all = json.series.map(one => new Series(this, one));
    // The times at which stored records were measured are no numbers of a lane.
    this.series = all.filter(one => !one.isTime);
    this.times = all.filter(one => one.isTime);
    this.findings = json.findings;
    // From here on the page has no rows, but sums.
    this.beyond = json.beyond || null;
    this.air = json.air ? airOf(json.air) : null;
    this.cured = new Set(json.cured);
    // Where each further capture begins.
    this.begins = json.captures.slice(1).map(one => ({ name: one.name, time: this.timeOfFrame(one.first) })).filter(one => one.time !== null);
    this.base = Math.min(0, this.time.length ? this.time[0] : 0);
    const last = this.time.length ? this.time[count - 1] : 0;
    this.end = Math.max(json.end, last, ...json.connections.slice(0, 1000).map(one => one.end), this.base + 1000);
  }

  // Rows come in the order in which they were reported: what is told at its end has begun earlier.
  order() {
    let isSorted = true;
    for (let at = 1; at < this.count && isSorted; at++) isSorted = this.time[at] >= this.time[at - 1];
    this.rank = this.former = null;
    if (isSorted) return;
    const order = new Uint32Array(this.count);
    for (let at = 0; at < this.count; at++) order[at] = at;
    order.sort((a, b) => this.time[a] - this.time[b] || this.frame[a] - this.frame[b] || a - b);
    // Where a row was before.
    this.former = order;
    for (const name of ['frame', 'time', 'shape', 'text', 'value', 'took', 'request']) {
      const old = this[name], sorted = this[name] = new old.constructor(this.count);
      for (let at = 0; at < this.count; at++) sorted[at] = old[order[at]];
    }
    this.rank = new Uint32Array(this.count);
    for (let at = 0; at < this.count; at++) this.rank[order[at]] = at;
  }

  valueCount() {
    let most = 0;
    for (let at = 0; at < this.count; at++) if (this.value[at] > most) most = this.value[at];
    return most;
  }

  // What shapes say, as columns: they are asked for in every loop.
  columns() {
    const shapes = this.shapes, count = this.count;
    this.group = new Uint8Array(count);
    this.style = new Uint8Array(count);
    this.connection = new Uint32Array(count);
    this.attribute = new Uint32Array(count);
    for (let at = 0; at < count; at++) {
      const shape = shapes[this.shape[at] - 1];
      this.style[at] = shape[2];
      this.group[at] = shape[3];
      this.connection[at] = shape[4];
      this.attribute[at] = shape[5] - 1;
    }
    // Connections on which anything was said, beyond how they began and ended.
    this.spoken = new Set();
    for (let at = 0, last = 0; at < count; at++) {
      const one = this.connection[at];
      if (one === last || this.group[at] === GROUP.link || this.group[at] === GROUP.note) continue;
      this.spoken.add(one);
      last = one;
    }
    // How many rows each group has.
    this.groupCounts = GROUPS.map(() => 0);
    for (let at = 0; at < count; at++) this.groupCounts[this.group[at]]++;
    this.octets = new Float64Array(count + 1);
    this.valued = new Uint32Array(count + 1);
    for (let at = 0; at < count; at++) {
      this.octets[at + 1] = this.octets[at] + this.size(at);
      this.valued[at + 1] = this.valued[at] + (this.group[at] <= 2 && this.value[at] ? 1 : 0);
    }
  }

  size(row) { return this.value[row] ? this.lengths[this.value[row] - 1] : 0; }
  word(row) { return this.shapes[this.shape[row] - 1][0]; }
  // 1: from the central, 2: from the peripheral.
  arrow(row) { return this.shapes[this.shape[row] - 1][1]; }
  line(row) { return this.text[row] ? this.texts[this.text[row] - 1] : ''; }
  name(row) { return this.attributes[this.attribute[row]].name; }
  isGap(row) { return (this.style[row] & 7) === STYLE.gap; }
  startsThere(row) { return (this.style[row] & 8) > 0; }
  isUnanswered(row) { return (this.style[row] & 16) > 0; }
  wait(row) { return this.took[row] ? this.took[row] - 1 : null; }
  // Whether its arrow is that of the request, and not that of the answer.
  asksForward(row) { return this.group[row] === GROUP.write || this.group[row] === GROUP.refusal || this.isUnanswered(row); }

  isProblem(row) {
    const style = this.style[row] & 7;
    return style === STYLE.problem || style === STYLE.doubtful && !this.cured.has(this.frame[row]);
  }

  octetsOf(row) {
    const number = this.value[row];
    if (!number) return new Uint8Array(0);
    const start = this.starts[number - 1];
    return this.bytes.subarray(start, start + this.lengths[number - 1]);
  }

  hex(row, most) { return hexOf(this.octetsOf(row), most); }

  // Who else has what a row is about, and its request: the capture, the record there, where it was recorded, and its time.
  seen(row) { return this.recordsOf(this.seens, row); }
  asked(row) { return this.recordsOf(this.askeds, row); }

  // Whether several recorders have it, and it is known which way it went.
  hasPath(row) {
    const at = this.former ? this.former[row] : row;
    return this.arrow(row) > 0 && Boolean(this.seens && this.seens.has(at) || this.askeds && this.askeds.has(at));
  }

  recordsOf(seen, row) {
    if (!seen) return [];
    return seen.of(this.former ? this.former[row] : row).map(({ capture, place, frame, time }) => ({ capture: (this.json.captures[capture] || { name: '' }).name, place, frame, time }));
  }

  requestFrame(row) { return this.request[row] ? this.frame[row] - this.request[row] : null; }

  // From asking to answer, in times.
  bar(row) {
    const wait = this.wait(row);
    if (wait === null) return null;
    return this.startsThere(row) ? [this.time[row], this.time[row] + wait] : [this.time[row] - wait, this.time[row]];
  }

  // The row of a packet on the air, and the packet of a record; -1: there is none.
  rowOfPacket(packet) {
    const time = this.air.times[packet];
    for (let row = lowerBound(this.time, time); row < this.count && this.time[row] === time; row++) {
      if (this.frame[row] === this.air.frames[packet] && !this.isGap(row)) return row;
    }
    return -1;
  }

  packetOfFrame(frame) { return this.air ? this.air.frames.indexOf(frame) : -1; }

  // What a record is: the row of it, or of what it asked for; else its packet on the air, else the row that comes next.
  thingOfFrame(frame) {
    const row = this.rowOfFrame(frame), isOfIt = row >= 0 && (this.frame[row] === frame || this.requestFrame(row) === frame);
    const packet = isOfIt ? -1 : this.packetOfFrame(frame);
    return { row: packet < 0 ? row : -1, packet };
  }

  // What is known of a packet, in words.
  packetText(packet) {
    const mark = this.air.marks[packet], missed = this.air.missed[packet], parts = [];
    const channel = mark >> MARK.channel;
    parts.push(`channel ${channel === UNKNOWN_CHANNEL ? 'not known' : channel}, from the ${mark & MARK.peripheral ? 'peripheral' : 'central'}`);
    if (mark & MARK.damaged) parts.push('CRC error');
    if (mark & MARK.again) parts.push('sent again');
    if (missed) parts.push(`${countText(missed, 'connection event')} before it not heard`);
    return parts.join(', ');
  }

  // The row of a frame, or of what comes next.
  rowOfFrame(frame) {
    let best = -1, distance = Infinity, later = -1, laterDistance = Infinity;
    for (let row = 0; row < this.count; row++) {
      if (this.isGap(row)) continue;
      if (this.frame[row] === frame) return row;
      if (this.request[row] && this.frame[row] - this.request[row] === frame && distance > 1) {
        best = row;
        distance = 1;
      }
      const after = this.frame[row] - frame;
      if (after > 0 && after < laterDistance) {
        later = row;
        laterDistance = after;
      }
    }
    return best >= 0 ? best : later >= 0 ? later : this.count - 1;
  }

  // The time of the first row that is not before a frame.
  timeOfFrame(frame) {
    let time = null;
    for (let row = 0; row < this.count; row++) if (this.frame[row] >= frame && (time === null || this.time[row] < time)) time = this.time[row];
    return time;
  }

  range(from, to) { return [lowerBound(this.time, from), lowerBound(this.time, to + 1)]; }

  device(attribute) {
    const owner = attribute.owner;
    if (owner > 0) return this.deviceOf.get(owner) || null;
    if (owner < 0) return this.deviceOf.get((this.byNumber.get(-owner) || {}).device) || null;
    return null;
  }

  deviceName(device) { return device ? device.name || device.address : 'unknown device'; }

  // The rows of a connection, without those that no record has.
  rowsOfConnection(number) {
    let rows = this.ofConnection.get(number);
    if (!rows) {
      const found = [];
      for (let row = 0; row < this.count; row++) if (this.connection[row] === number && !this.isGap(row)) found.push(row);
      rows = Uint32Array.from(found);
      this.ofConnection.set(number, rows);
    }
    return rows;
  }

  // The rows of an attribute that have a value, in order.
  rowsOf(attribute) {
    let rows = this.ofAttribute.get(attribute);
    if (!rows) {
      const found = [];
      for (let row = 0; row < this.count; row++) if (this.attribute[row] === attribute && this.value[row]) found.push(row);
      rows = Uint32Array.from(found);
      this.ofAttribute.set(attribute, rows);
    }
    return rows;
  }

  // The value before, of the same attribute.
  before(row) {
    const rows = this.rowsOf(this.attribute[row]);
    const at = lowerBound(rows, row);
    return at > 0 ? rows[at - 1] : -1;
  }

  after(row) {
    const rows = this.rowsOf(this.attribute[row]);
    const at = lowerBound(rows, row + 1);
    return at < rows.length ? rows[at] : -1;
  }

  // Numbers and words of a row, by their series.
  fields(row) {
    const found = [];
    for (const series of this.series) {
      if (series.attribute !== this.attribute[row]) continue;
      series.open();
      const at = lowerBound(series.rows, row);
      const values = [];
      for (let place = at; place < series.rows.length && series.rows[place] === row; place++) values.push(series.shown(series.values[place]));
      if (values.length) found.push([series.name, `${values.join(', ')}${series.unit ? ` ${series.unit}` : ''}`]);
    }
    return found;
  }
}

// Which recorders have what rows are about.
class Seen {
  constructor({ rows, count, counts, capture, place, frame, time }) {
    this.counts = unpack(counts, new Uint32Array(rows));
    this.from = new Uint32Array(rows);
    for (let at = 1; at < rows; at++) this.from[at] = this.from[at - 1] + this.counts[at - 1];
    this.capture = unpack(capture, new Uint32Array(count));
    this.place = unpack(place, new Uint8Array(count));
    this.frame = unpack(frame, new Float64Array(count), true);
    this.time = unpack(time, new Float64Array(count), true);
  }

  has(row) { return row < this.counts.length && this.counts[row] > 0; }

  of(row) {
    const found = [];
    if (this.has(row)) for (let at = this.from[row]; at < this.from[row] + this.counts[row]; at++) {
      found.push({ capture: this.capture[at], place: this.place[at], frame: this.frame[at], time: this.time[at] });
    }
    return found;
  }
}

// The packets that a sniffer heard, in the order of their times: frame, channel, who sent it, whether it came whole, and how
// many connection events before it were not heard.
function airOf({ count, time, mark, connection, missed: before, frame }) {
  const times = unpack(time, new Float64Array(count), true), marks = unpack(mark, new Uint16Array(count)), numbers = unpack(connection, new Uint32Array(count));
  const missed = unpack(before, new Uint32Array(count)), frames = unpack(frame, new Float64Array(count), true);
  const order = Uint32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  return { times: Float64Array.from(order, at => times[at]), marks: Uint16Array.from(order, at => marks[at]), numbers: Uint32Array.from(order, at => numbers[at]), missed: Uint32Array.from(order, at => missed[at]), frames: Float64Array.from(order, at => frames[at]) };
}

// One number or word of an attribute.
export class Series {
  constructor(data, json) {
    this.data = data;
    this.json = json;
    this.attribute = json.attribute - 1;
    this.name = json.name;
    this.unit = json.unit || '';
    this.words = json.words || null;
    this.isLane = json.lane;
    this.isQuantity = json.quantity;
    this.isTime = json.time === true;
    this.count = json.count;
    this.beyond = json.beyond || 0;
    this.times = null;
  }

  open() {
    if (this.times) return this;
    const rows = unpack(this.json.rows, new Uint32Array(this.count));
    for (let at = 1; at < rows.length; at++) rows[at] += rows[at - 1];
    const values = unpackNumbers(this.json.values, this.count);
    const { rank, time } = this.data;
    this.rows = rows;
    this.values = values;
    let isSorted = true;
    if (rank) for (let at = 0; at < rows.length; at++) {
      rows[at] = rank[rows[at]];
      if (at && rows[at] < rows[at - 1]) isSorted = false;
    }
    if (!isSorted) {
      const order = Uint32Array.from(rows.keys()).sort((a, b) => rows[a] - rows[b] || a - b);
      this.rows = order.map(at => rows[at]);
      this.values = Float64Array.from(order, at => values[at]);
    }
    this.times = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at++) this.times[at] = time[this.rows[at]];
    this.blocks = new Blocks(this.values);
    return this;
  }

  shown(value) { return this.words ? this.words[value] : String(Number(value.toPrecision(9))); }
}

// The least and the largest of numbers in any range, without a look at each.
export class Blocks {
  constructor(values, size = 64) {
    this.values = values;
    this.size = size;
    const count = Math.ceil(values.length / size);
    this.low = new Float64Array(count).fill(Infinity);
    this.high = new Float64Array(count).fill(-Infinity);
    for (let at = 0; at < values.length; at++) {
      const block = Math.floor(at / size);
      if (values[at] < this.low[block]) this.low[block] = values[at];
      if (values[at] > this.high[block]) this.high[block] = values[at];
    }
  }

  extremes(from, to) {
    let low = Infinity, high = -Infinity;
    const { values, size } = this;
    for (let at = from; at < to;) {
      if (at % size === 0 && at + size <= to) {
        const block = at / size;
        if (this.low[block] < low) low = this.low[block];
        if (this.high[block] > high) high = this.high[block];
        at += size;
      } else {
        if (values[at] < low) low = values[at];
        if (values[at] > high) high = values[at];
        at++;
      }
    }
    return [low, high];
  }
}
