
'use strict';
(() => {
function parseAddress(hash) {
const place = {};
const frame = /^#?f(\d+)$/.exec(hash);
if (frame) return { at: Number(frame[1]) };
const connection = /^#?c(\d+)$/.exec(hash);
if (connection) return { connection: Number(connection[1]), opens: true };
for (const part of hash.replace(/^#/, '').split('&')) {
const [key, value = ''] = part.split('=');
if (key === 't') {
const found = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(value);
const from = found && Math.round(Number(found[1]) * 1e6), to = found && Math.round(Number(found[2]) * 1e6);
if (found && Number.isFinite(from) && Number.isFinite(to) && from < to) Object.assign(place, { from, to });
} else if (key === 'c' && /^\d+$/.test(value)) place.connection = Number(value);
else if (part === 'problems') place.problems = true;
else if (key === 'without' && /^(\d+(\.\d+)*)?$/.test(value)) place.hidden = value.split('.').filter(Boolean).map(Number);
else if (key === 'at' && /^\d+$/.test(value)) place.at = Number(value);
else if (key === 'q') {
try {
place.query = decodeURIComponent(value);
} catch {
place.query = '';
}
}
}
return place;
}
function formatAddress({ from, to, connection, at, query, problems, hidden }, isWhole) {
const parts = [];
if (!isWhole) {
const decimals = Math.min(6, Math.max(1, Math.ceil(4 - Math.log10(Math.max(to - from, 1) / 1e6))));
parts.push(`t=${trim(from / 1e6, decimals)}..${trim(to / 1e6, decimals)}`);
}
if (connection) parts.push(`c=${connection}`);
if (at !== null && at !== undefined) parts.push(`at=${at}`);
if (query) parts.push(`q=${encodeURIComponent(query)}`);
if (problems) parts.push('problems');
if (hidden) parts.push(`without=${[...hidden].sort((a, b) => a - b).join('.')}`);
return parts.length ? `#${parts.join('&')}` : '';
}
function trim(value, decimals) { return String(Number(value.toFixed(decimals))); }
function $(id) { return document.getElementById(id); }
function make(name, properties = {}, ...children) {
const element = document.createElement(name);
for (const [key, value] of Object.entries(properties)) {
if (key === 'class') element.className = value;
else if (key === 'data') Object.assign(element.dataset, value);
else if (key.includes('-') || key === 'role') element.setAttribute(key, value);
else element[key] = value;
}
element.append(...children.filter(child => child !== null && child !== undefined));
return element;
}
let pictures = null;
function draw(name, attributes = {}, ...children) {
pictures ||= new DOMParser().parseFromString('<svg>', 'text/html').body.firstChild.namespaceURI;
const element = document.createElementNS(pictures, name);
for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
element.append(...children);
return element;
}
function button(text, title, act) {
const made = make('button', { type: 'button', title }, text);
made.addEventListener('click', act);
return made;
}
const asked = new Map();
function soon(name, act) {
if (asked.has(name)) return;
asked.set(name, requestAnimationFrame(() => {
asked.delete(name);
performance.mark(`${name}-begins`);
act();
performance.measure(`page:${name}`, `${name}-begins`);
}));
}
function copyButton(label, title, text) {
const made = button(label, title, () => {
const whole = text(), lines = whole.trimEnd().split('\n').length;
const area = make('textarea', { value: whole, class: 'away' });
document.body.append(area);
area.select();
const isDone = document.execCommand('copy');
area.remove();
made.focus({ preventScroll: true });
made.textContent = isDone ? 'Copied' : 'Not copied';
$('say').textContent = isDone ? `Copied ${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}` : 'The browser does not copy';
setTimeout(() => { made.textContent = label; }, 1500);
});
return made;
}
function bytesOf(base64) {
const text = atob(base64);
const bytes = new Uint8Array(text.length);
for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
return bytes;
}
class Reader {
constructor(bytes) {
this.bytes = bytes;
this.at = 0;
}
number() {
let byte = this.bytes[this.at++];
if (byte < 128) return byte;
let value = byte & 127;
for (let factor = 128; byte > 127; factor *= 128) {
byte = this.bytes[this.at++];
value += (byte & 127) * factor;
}
return value;
}
signed() {
const value = this.number();
return value % 2 ? -(value + 1) / 2 : value / 2;
}
double() {
const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8);
this.at += 8;
return view.getFloat64(0, true);
}
}
function unpack(base64, array, isOfDifferences = false) {
const reader = new Reader(bytesOf(base64));
let last = 0;
for (let at = 0; at < array.length; at++) {
if (isOfDifferences) {
last += reader.signed();
array[at] = last;
} else array[at] = reader.number();
}
return array;
}
function unpackNumbers(base64, count) {
const reader = new Reader(bytesOf(base64));
const values = new Float64Array(count);
let decimals = 0, last = 0;
for (let at = 0; at < count;) {
const code = reader.number();
if (code % 2 === 0) {
const half = code / 2;
last += half % 2 ? -(half + 1) / 2 : half / 2;
values[at++] = last / 10 ** decimals;
} else if (code === 31) values[at++] = reader.double();
else {
decimals = (code - 1) / 2;
last = 0;
}
}
return values;
}
function hexOf(bytes, most = Infinity) {
let text = '';
for (let at = 0; at < Math.min(bytes.length, most); at++) text += bytes[at].toString(16).padStart(2, '0');
return bytes.length > most ? `${text}..` : text;
}
const SECOND = 1e6;
const LONG = [30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000, 864000];
function tickStep(span, count) {
const seconds = Math.max(span / SECOND / Math.max(1, count), 1e-6);
if (seconds > 20) return (LONG.find(step => step >= seconds) || 864000 * Math.ceil(seconds / 864000)) * SECOND;
const unit = 10 ** Math.floor(Math.log10(seconds));
const factor = [1, 2, 5, 10].find(one => one * unit >= seconds * 0.999);
return Math.round(factor * unit * SECOND) || 1;
}
function ticks(from, to, count) {
const step = tickStep(to - from, count), found = [];
for (let at = Math.ceil(from / step) * step; at <= to && found.length < 200; at += step) found.push(at);
return { step, at: found };
}
function timeText(time, step = SECOND / 1000) {
const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / SECOND) - 1e-9)));
const sign = time < 0 ? '-' : '';
let seconds = Math.abs(time) / SECOND;
if (step < 30 * SECOND || seconds < 60) return `${sign}${seconds.toFixed(decimals)} s`;
seconds = Math.round(seconds);
const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, rest = seconds % 60;
if (hours) return `${sign}${hours} h${minutes || rest ? ` ${minutes} min` : ''}${rest ? ` ${rest} s` : ''}`;
return `${sign}${minutes} min${rest ? ` ${rest} s` : ''}`;
}
function durationText(time) {
const size = Math.abs(time), sign = time < 0 ? '-' : '';
if (size < 1000) return `${sign}${Math.round(size)} \u00b5s`;
if (size < SECOND) return `${sign}${three(size / 1000)} ms`;
if (size < 120 * SECOND) return `${sign}${(size / SECOND).toFixed(size < 10 * SECOND ? 2 : 1)} s`;
return timeText(time, 60 * SECOND);
}
function three(value) {
if (value === 0) return '0';
const size = Math.abs(value);
if (size >= 1e6 || size < 1e-3) return value.toPrecision(3);
if (size >= 100) return String(Math.round(value));
return String(Number(value.toPrecision(3)));
}
function sizeText(bytes) {
if (bytes < 1000) return `${Math.round(bytes)} B`;
return bytes < 1e6 ? `${three(bytes / 1000)} kB` : `${three(bytes / 1e6)} MB`;
}
function countText(count, noun) {
return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
function lowerBound(times, time, from = 0, to = times.length) {
let low = from, high = to;
while (low < high) {
const middle = (low + high) >> 1;
if (times[middle] < time) low = middle + 1; else high = middle;
}
return low;
}
function silences(times, from, to, most = 60) {
const least = Math.max((to - from) * 0.025, 2 * SECOND), found = [];
let last = from;
for (let at = 0; at <= times.length; at++) {
const time = at < times.length ? times[at] : to;
if (time - last > least) found.push({ from: last, to: time });
last = Math.max(last, time);
}
if (found.length > most) {
found.sort((a, b) => (b.to - b.from) - (a.to - a.from));
found.length = most;
found.sort((a, b) => a.from - b.from);
}
return found.map(gap => {
const margin = Math.min((gap.to - gap.from) * 0.05, SECOND / 2);
return { from: gap.from + margin, to: gap.to - margin };
});
}
class Axis {
constructor(gaps = [], room = 0) {
this.gaps = [];
let saved = 0;
for (const gap of gaps) {
const cut = gap.to - gap.from - room;
if (cut <= 0) continue;
this.gaps.push({ from: gap.from, to: gap.to, place: gap.from - saved, room });
saved += cut;
}
this.saved = saved;
}
place(time) {
let low = 0, high = this.gaps.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.gaps[middle].from <= time) low = middle + 1; else high = middle;
}
if (!low) return time;
const gap = this.gaps[low - 1];
if (time >= gap.to) return gap.place + gap.room + (time - gap.to);
return gap.place + (time - gap.from) / (gap.to - gap.from) * gap.room;
}
time(place) {
let low = 0, high = this.gaps.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.gaps[middle].place <= place) low = middle + 1; else high = middle;
}
if (!low) return place;
const gap = this.gaps[low - 1];
if (place >= gap.place + gap.room) return gap.to + (place - gap.place - gap.room);
return gap.from + (place - gap.place) / gap.room * (gap.to - gap.from);
}
}
function scaleOf(axis, from, to, width) {
const start = axis.place(from), length = Math.max(axis.place(to) - start, 1e-3);
const x = time => (axis.place(time) - start) / length * width;
x.time = pixel => axis.time(start + pixel / width * length);
x.width = width;
x.from = from;
x.to = to;
return x;
}
function secondsText(time) { return (Math.trunc(time / 1000) / 1000).toFixed(3); }
function clockText(time, data) {
if (data.times === 'relative') return secondsText(time);
const micro = time + data.fraction;
const second = Math.floor(micro / SECOND), rest = String(Math.floor((micro - second * SECOND) / 1000)).padStart(3, '0');
const unix = data.origin + second;
if (data.times === 'epoch') return `${unix}.${rest}`;
const day = (((unix + data.offset) % 86400) + 86400) % 86400;
const two = number => String(number).padStart(2, '0');
return `${two(Math.floor(day / 3600))}:${two(Math.floor(day / 60) % 60)}:${two(day % 60)}.${rest}`;
}
function eachColumn(times, x, step, act) {
let start = lowerBound(times, x.time(0));
for (let pixel = 0; pixel < x.width && start < times.length; pixel += step) {
const end = lowerBound(times, x.time(pixel + step), start);
if (end > start) act(pixel, start, end);
start = end;
}
}
const GROUPS = ['Reads', 'Writes', 'Notifications', 'Links', 'Security', 'Errors', 'Discovery', 'Adverts', 'Host', 'Notes'];
const GROUP = { read: 0, write: 1, push: 2, link: 3, security: 4, refusal: 5, discovery: 6, advert: 7, host: 8, note: 9 };
const MARK = { damaged: 1, peripheral: 2, again: 4, channel: 3 };
const UNKNOWN_CHANNEL = 63;
const STYLE = { problem: 1, gap: 3, doubtful: 4 };
class Data {
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
this.series = all.filter(one => !one.isTime);
this.times = all.filter(one => one.isTime);
this.findings = json.findings;
this.beyond = json.beyond || null;
this.air = json.air ? airOf(json.air) : null;
this.cured = new Set(json.cured);
this.begins = json.captures.slice(1).map(one => ({ name: one.name, time: this.timeOfFrame(one.first) })).filter(one => one.time !== null);
this.base = Math.min(0, this.time.length ? this.time[0] : 0);
const last = this.time.length ? this.time[count - 1] : 0;
this.end = Math.max(json.end, last, ...json.connections.slice(0, 1000).map(one => one.end), this.base + 1000);
}
order() {
let isSorted = true;
for (let at = 1; at < this.count && isSorted; at++) isSorted = this.time[at] >= this.time[at - 1];
this.rank = this.former = null;
if (isSorted) return;
const order = new Uint32Array(this.count);
for (let at = 0; at < this.count; at++) order[at] = at;
order.sort((a, b) => this.time[a] - this.time[b] || this.frame[a] - this.frame[b] || a - b);
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
this.spoken = new Set();
for (let at = 0, last = 0; at < count; at++) {
const one = this.connection[at];
if (one === last || this.group[at] === GROUP.link || this.group[at] === GROUP.note) continue;
this.spoken.add(one);
last = one;
}
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
arrow(row) { return this.shapes[this.shape[row] - 1][1]; }
line(row) { return this.text[row] ? this.texts[this.text[row] - 1] : ''; }
name(row) { return this.attributes[this.attribute[row]].name; }
isGap(row) { return (this.style[row] & 7) === STYLE.gap; }
startsThere(row) { return (this.style[row] & 8) > 0; }
isUnanswered(row) { return (this.style[row] & 16) > 0; }
wait(row) { return this.took[row] ? this.took[row] - 1 : null; }
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
seen(row) { return this.recordsOf(this.seens, row); }
asked(row) { return this.recordsOf(this.askeds, row); }
hasPath(row) {
const at = this.former ? this.former[row] : row;
return this.arrow(row) > 0 && Boolean(this.seens && this.seens.has(at) || this.askeds && this.askeds.has(at));
}
recordsOf(seen, row) {
if (!seen) return [];
return seen.of(this.former ? this.former[row] : row).map(({ capture, place, frame, time }) => ({ capture: (this.json.captures[capture] || { name: '' }).name, place, frame, time }));
}
requestFrame(row) { return this.request[row] ? this.frame[row] - this.request[row] : null; }
bar(row) {
const wait = this.wait(row);
if (wait === null) return null;
return this.startsThere(row) ? [this.time[row], this.time[row] + wait] : [this.time[row] - wait, this.time[row]];
}
rowOfPacket(packet) {
const time = this.air.times[packet];
for (let row = lowerBound(this.time, time); row < this.count && this.time[row] === time; row++) {
if (this.frame[row] === this.air.frames[packet] && !this.isGap(row)) return row;
}
return -1;
}
packetOfFrame(frame) { return this.air ? this.air.frames.indexOf(frame) : -1; }
thingOfFrame(frame) {
const row = this.rowOfFrame(frame), isOfIt = row >= 0 && (this.frame[row] === frame || this.requestFrame(row) === frame);
const packet = isOfIt ? -1 : this.packetOfFrame(frame);
return { row: packet < 0 ? row : -1, packet };
}
packetText(packet) {
const mark = this.air.marks[packet], missed = this.air.missed[packet], parts = [];
const channel = mark >> MARK.channel;
parts.push(`channel ${channel === UNKNOWN_CHANNEL ? 'not known' : channel}, from the ${mark & MARK.peripheral ? 'peripheral' : 'central'}`);
if (mark & MARK.damaged) parts.push('CRC error');
if (mark & MARK.again) parts.push('sent again');
if (missed) parts.push(`${countText(missed, 'connection event')} before it not heard`);
return parts.join(', ');
}
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
function airOf({ count, time, mark, connection, missed: before, frame }) {
const times = unpack(time, new Float64Array(count), true), marks = unpack(mark, new Uint16Array(count)), numbers = unpack(connection, new Uint32Array(count));
const missed = unpack(before, new Uint32Array(count)), frames = unpack(frame, new Float64Array(count), true);
const order = Uint32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
return { times: Float64Array.from(order, at => times[at]), marks: Uint16Array.from(order, at => marks[at]), numbers: Uint32Array.from(order, at => numbers[at]), missed: Uint32Array.from(order, at => missed[at]), frames: Float64Array.from(order, at => frames[at]) };
}
class Series {
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
class Blocks {
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
const PLACE = { sender: 0, air: 1 };
const SIDES = ['central', 'air', 'peripheral'];
const WAY = { none: 0, toPeripheral: 1, toCentral: 2 };
function laneOf(place, way) {
if (place === PLACE.air) return 1;
return (place === PLACE.sender) === (way === WAY.toPeripheral) ? 0 : 2;
}
function pathOf(records, way) {
if (way === WAY.none) return [];
const found = [];
for (const record of records) {
const lane = laneOf(record.place, way);
if (!found.some(one => one.lane === lane)) found.push({ ...record, lane });
}
return found.sort((a, b) => (a.lane - b.lane) * (way === WAY.toPeripheral ? 1 : -1));
}
function airTime(path) {
if (!path.length) return null;
return (path.find(one => one.lane === 1) || path[path.length - 1]).time;
}
function wayOfRequest(data, row) {
const arrow = data.arrow(row);
if (!data.request[row] || data.startsThere(row) || !arrow) return arrow;
return data.asksForward(row) ? arrow : 3 - arrow;
}
function pathsOf(data, row) {
const way = wayOfRequest(data, row), isAnswer = data.request[row] > 0 && !data.startsThere(row);
const own = pathOf(data.seen(row), isAnswer ? 3 - way : way);
return (isAnswer ? [pathOf(data.asked(row), way), own] : [own]).filter(path => path.length);
}
function pathText(path) {
return path.map((record, at) => `${record.capture} frame ${record.frame}${at ? `, ${durationText(record.time - path[at - 1].time)} later` : ''}`).join('; ');
}
function stretched(times, places, beyond) {
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
const MOST = 80;
const SILENCE = 1e6;
const ROW = 48;
const BASE = 34;
const LOW = 22;
const MARGINS = 118;
const LANES = [3, 50, 97];
function spokenConnection(data, view) {
if (view.connection) return view.connection;
if (view.row >= 0 && data.connection[view.row]) return data.connection[view.row];
const all = data.connections.filter(({ start, end }) => end >= view.from && start <= view.to);
const one = all.find(({ number }) => data.spoken.has(number)) || all[0];
return one ? one.number : 0;
}
function spokenRows(data, view, connection) {
const [first, end] = data.range(view.from, view.to);
const all = data.rowsOfConnection(connection), low = lowerBound(all, first), high = lowerBound(all, end);
const middle = view.row >= first && view.row < end ? lowerBound(all, view.row) : low;
const start = Math.max(low, middle - MOST / 2), stop = Math.min(high, start + MOST);
return { rows: [...all.subarray(start, stop)], earlier: start - low, later: high - stop };
}
function linesOfRow(data, row) {
const arrow = data.arrow(row), wait = data.wait(row), group = data.group[row], time = data.time[row];
const name = data.name(row), text = data.line(row) || data.hex(row, 16);
const line = (way, at, label, took, records = []) => {
const path = pathOf(records, way);
return { row, way, time: airTime(path) ?? at, label, took, path };
};
if (group === GROUP.link || group === GROUP.note || !arrow) return [line(WAY.none, time, [data.word(row), text].filter(Boolean).join(': '), '')];
if (wait !== null && !data.startsThere(row) && data.request[row]) {
const isWrite = group === GROUP.write, way = wayOfRequest(data, row);
const ask = line(way, time - wait, isWrite ? [data.word(row), name, text].filter(Boolean).join(' ') : `${data.word(row)} ${name}`, '', data.asked(row));
if (data.isUnanswered(row)) return [{ ...ask, isLost: true }, line(WAY.none, time, data.line(row) || 'no answer', durationText(wait))];
return [ask, { ...line(3 - way, time, isWrite ? 'response' : text, durationText(wait), data.seen(row)), isAnswer: true }];
}
const isTold = group <= GROUP.push;
return [line(arrow, time, [data.word(row), isTold ? name : '', text].filter(Boolean).join(' '), wait === null ? '' : durationText(wait), data.seen(row))];
}
function inOrder(turns) { return [...turns].sort((a, b) => a[0].time - b[0].time); }
function drawConversation(place, data, view) {
const number = spokenConnection(data, view), connection = data.byNumber.get(number);
const title = place.querySelector('h3'), body = place.querySelector('.said');
if (!connection) {
title.textContent = 'Conversation';
body.replaceChildren(make('p', { class: 'soft' }, 'No connection in view.'));
return;
}
const { rows, earlier, later } = spokenRows(data, view, number);
const lines = inOrder(rows.map(row => linesOfRow(data, row))).flat(), hasPaths = lines.some(line => line.path.length);
title.textContent = `Conversation of C${number}`;
const parts = [hasPaths ? lanesHead(data, connection, lines) : sidesHead(data, connection)];
if (earlier) parts.push(make('p', { class: 'soft' }, `${earlier.toLocaleString('en')} before these`));
if (hasPaths) parts.push(chart(data, view, lines, body.clientWidth - MARGINS));
else {
let last = null;
for (const line of lines) {
const bar = data.bar(line.row), begin = bar ? bar[0] : data.time[line.row];
if (last !== null && begin - last > SILENCE) parts.push(make('p', { class: 'silence' }, `${durationText(begin - last)} of silence`));
last = Math.max(bar ? bar[1] : data.time[line.row], last ?? -Infinity);
parts.push(element(data, view, line));
}
}
if (!rows.length) parts.push(make('p', { class: 'soft' }, 'Nothing was said in this time.'));
if (later) parts.push(make('p', { class: 'soft' }, `${later.toLocaleString('en')} after these`));
else if (connection.end <= view.to && connection.kind !== 'open' && connection.kind !== 'unknown' && rows.length) {
parts.push(make('p', { class: `over end-${connection.kind}` }, make('span', {}, `${clockText(connection.end, data.json)}: ended ${connection.ended}`)));
}
body.replaceChildren(...parts);
const chosen = body.querySelector('.on');
if (chosen) body.scrollTop = Math.max(0, chosen.getBoundingClientRect().top - body.getBoundingClientRect().top + body.scrollTop - body.clientHeight / 2);
}
function sidesOf(data, connection, host) {
const peer = data.deviceName(data.deviceOf.get(connection.device));
if (connection.central) return [connection.central, peer];
return connection.role === 'peripheral' ? [peer, host] : [host, peer];
}
function sidesHead(data, connection) {
return make('div', { class: 'sides' }, ...sidesOf(data, connection, 'this host').map(side => make('b', {}, make('bdi', {}, side))));
}
function lanesHead(data, connection, lines) {
const captures = SIDES.map(() => new Set());
for (const { path } of lines) for (const { lane, capture } of path) captures[lane].add(capture);
const [left, right] = sidesOf(data, connection, connection.role === 'peripheral' ? 'peripheral' : 'central');
return make('div', { class: 'sides three' }, ...[left, 'air', right].map((name, lane) => make('div', { class: SIDES[lane] },
make('b', { title: name }, make('bdi', {}, name)), make('small', { title: [...captures[lane]].join(', ') }, captures[lane].size ? make('bdi', {}, [...captures[lane]].join(', ')) : 'no capture'))));
}
function element(data, view, { row, way, time, label, took, isAnswer, isLost, path }) {
const kind = `${data.isProblem(row) ? ' p' : ''}${view.row === row ? ' on' : ''}${isLost ? ' lost' : ''}`;
return make('div', { class: `say ${['both', 'right', 'left'][way]} k${data.group[row]}${kind}`, data: { row }, title: [label, pathText(path)].filter(Boolean).join('\n') },
make('time', {}, isAnswer && !path.length ? '' : clockText(time, data.json)), make('span', { class: 'label' }, label), make('span', { class: 'took' }, took));
}
function chart(data, view, all, width) {
const lines = [...all].sort((a, b) => a.time - b.time), parts = [];
let top = 0;
for (const [at, line] of lines.entries()) {
const silence = at ? line.time - lines[at - 1].time : 0;
if (silence > SILENCE) {
parts.push(make('p', { class: 'silence' }, `${durationText(silence)} of silence`));
top += LOW;
}
line.y = top + (line.way === WAY.none ? LOW / 2 : BASE);
top += line.way === WAY.none ? LOW : ROW;
parts.push(element(data, view, line));
}
const place = stretched(Float64Array.from(lines, line => line.time), lines.map(line => line.y), ROW);
const lanes = SIDES.map((name, lane) => {
const isKnown = lines.some(({ path }) => path.some(one => one.lane === lane));
return draw('line', { class: `life${isKnown ? '' : ' unknown'}`, x1: `${LANES[lane]}%`, x2: `${LANES[lane]}%`, y1: 0, y2: top });
});
const picture = draw('svg', { 'aria-hidden': 'true', width: '100%', height: top }, ...lanes);
const arrows = lines.filter(line => line.way !== WAY.none).map(line => drawArrow(data, line, view.row === line.row, width, time => Math.min(top - 2, Math.max(2, time === line.time ? line.y : place(time)))));
picture.append(...arrows.map(one => one.drawn), ...arrows.flatMap(one => one.texts));
return make('div', { class: 'chart' }, make('div', { class: 'ways' }, picture), ...parts);
}
function drawHead(from, to, width) {
const angle = Math.atan2(to.y - from.y, (LANES[to.lane] - LANES[from.lane]) / 100 * width) * 180 / Math.PI;
return draw('svg', { x: `${LANES[to.lane]}%`, y: to.y, overflow: 'visible' }, draw('path', { class: 'point', d: 'M-11 -3.5 L-3.5 0 L-11 3.5 z', transform: `rotate(${angle.toFixed(1)})` }));
}
function drawArrow(data, { row, way, y, path, isLost }, isChosen, width, place) {
const kind = data.isProblem(row) ? 'p' : `k${data.group[row]}`;
const points = path.map(({ lane, time }) => ({ lane, time, y: place(time), isSeen: true }));
const [from, to] = way === WAY.toPeripheral ? [0, 2] : [2, 0];
if (!points.length || points[0].lane !== from) points.unshift({ lane: from, y: points.length ? points[0].y : y });
if (points[points.length - 1].lane !== to) points.push({ lane: to, y: points[points.length - 1].y });
const texts = [], drawn = draw('g', { class: `path ${kind}${isLost ? ' lost' : ''}`, 'data-row': row });
points.slice(1).forEach((point, at) => {
const before = points[at], isKnown = path.length === 0 || before.isSeen && point.isSeen;
const line = draw('line', { x1: `${LANES[before.lane]}%`, y1: before.y, x2: `${LANES[point.lane]}%`, y2: point.y, class: isKnown ? 'seen' : 'unseen' });
drawn.append(line);
if (at === points.length - 2) drawn.append(drawHead(before, point, width));
if (before.isSeen && point.isSeen) texts.push(draw('text', { class: isChosen ? 'on' : '', x: `${(LANES[before.lane] + LANES[point.lane]) / 2}%`, y: before.y < y - 1 ? y + 11 : y - 5 }, durationText(point.time - before.time)));
});
for (const point of points) if (point.isSeen) drawn.append(draw('circle', { cx: `${LANES[point.lane]}%`, cy: point.y, r: 2.5, 'data-time': point.time, 'data-lane': SIDES[point.lane] }));
return { drawn, texts };
}
function shellWord(name) {
const text = /^-./.test(name) ? `./${name}` : name;
return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
function ticketText(text) { return `\`${text.replaceAll('`', "'")}\``; }
function captureOf(captures, frame) {
let found = captures[0] || { name: '-', first: 1, wireshark: true };
for (const capture of captures) if (capture.first <= frame) found = capture;
return { capture: found, number: frame - Math.max(found.first, 1) + 1 };
}
function linesOf(data, row) {
const text = [data.word(row), data.name(row), data.line(row)].filter(Boolean).join(' ');
return linesOfFrame(data, data.frame[row], data.time[row], data.connection[row], text, data.hex(row, 32));
}
function linesOfFrame(data, frame, time, connection, text, hex) {
const { capture, number } = captureOf(data.json.captures, frame), file = shellWord(capture.name);
const files = data.json.captures.map(one => shellWord(one.name)).join(' ');
return [
`bleinspect packets -v -x --frame ${frame} ${files}`,
capture.wireshark ? `wireshark -r ${file} -g ${number}` : `bleinspect convert ${file} ${shellWord(`${capture.name}.pcapng`)}`,
`- frame ${frame}, ${secondsText(time)} s${connection ? `, C${connection}` : ''}: ${ticketText(text)}${hex ? ` (\`${hex}\`)` : ''}, ${ticketText(capture.name)}`,
];
}
function byteParts(bytes, before) {
const parts = [];
for (let at = 0; at < bytes.length; at++) {
const isNew = before !== null && before[at] !== bytes[at];
const text = bytes[at].toString(16).padStart(2, '0');
const last = parts[parts.length - 1];
if (last && last.isNew === isNew) last.text += ` ${text}`; else parts.push({ text, isNew });
}
return parts;
}
function printable(bytes) {
let text = '';
for (const byte of bytes) text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
return text;
}
function drawPacket(place, data, view, go) {
const { packet } = view;
const { frames, times, numbers } = data.air, frame = frames[packet], time = times[packet], words = data.packetText(packet);
const facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
add('frame', String(frame));
add('time', timeOf(data, time));
addDistance(add, view, go);
if (numbers[packet]) add('connection', `C${numbers[packet]}`);
add('packet', words);
place.replaceChildren(make('h3', {}, `Frame ${frame}: on the air`), make('dl', { class: 'facts-of' }, ...facts),
make('p', { class: 'soft' }, 'No event comes of it.'), ...remarks(data, [frame]), ...copyLines(linesOfFrame(data, frame, time, numbers[packet], words, '')));
}
function addDistance(add, view, go) {
const { marked, chosen } = view;
if (!marked || marked.row === chosen.row && marked.packet === chosen.packet && marked.point === chosen.point) return;
const link = button(marked.frame === null ? marked.point.text : `frame ${marked.frame}`, 'Select that', () => { if (marked.row >= 0) go(marked.row); else view.again(marked); });
add('\u0394', `${durationText(chosen.time - marked.time)} after `, link);
}
function drawPoint(place, data, view, go) {
const { point } = view, facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
add('time', timeOf(data, point.time));
addDistance(add, view, go);
add('says', point.text);
place.replaceChildren(make('h3', {}, make('bdi', {}, point.name)), make('dl', { class: 'facts-of' }, ...facts), make('p', { class: 'soft' }, 'Advertisements that repeat others have no row: --adverts all gives them one.'));
}
function remarks(data, frames) {
return data.findings.filter(one => frames.includes(one.frame)).map(one => make('p', { class: `remark ${one.severity}` }, make('b', {}, one.severity), ` ${one.rule}: ${one.text}`));
}
function timeOf(data, time) { return `${(time / 1e6).toFixed(6)} s${data.json.times === 'relative' ? '' : `, ${clockText(time, data.json)}`}`; }
function copyLines(lines) {
return lines.map(line => make('p', { class: 'copy' }, make('code', {}, line), copyButton('Copy', `Copy: ${line}`, () => line)));
}
function drawDetails(place, data, view, go) {
const row = view.row;
if (view.packet >= 0) {
drawPacket(place, data, view, go);
return;
}
if (view.point) {
drawPoint(place, data, view, go);
return;
}
if (row < 0) {
place.replaceChildren(make('h3', {}, 'Details'), make('p', { class: 'soft' }, 'Click on anything: a bar, a point, a row, a finding.'));
return;
}
const facts = [], add = (name, ...value) => facts.push(make('dt', {}, name), make('dd', {}, ...value));
const attribute = data.attributes[data.attribute[row]], frame = data.frame[row];
if (!data.isGap(row)) add('frame', String(frame));
add('time', timeOf(data, data.time[row]));
addDistance(add, view, go);
const connection = data.byNumber.get(data.connection[row]);
if (connection) add('connection', `C${connection.number}, `, make('bdi', {}, data.deviceName(data.deviceOf.get(connection.device))));
if (attribute.name) add(attribute.handle ? 'attribute' : 'of', make('bdi', {}, attribute.name), attribute.uuid ? ` (${attribute.uuid})` : '');
if (attribute.handle) add('handle', attribute.handle.toString(16).toUpperCase().padStart(4, '0'));
if (data.line(row)) add('says', make('bdi', {}, data.line(row)));
for (const [name, value] of data.fields(row)) add(name.toLowerCase(), make('bdi', {}, value));
if (data.requestFrame(row) !== null) add('asked in', `frame ${data.requestFrame(row)}`);
if (data.wait(row) !== null) add(data.isUnanswered(row) ? 'without an answer' : 'took', durationText(data.wait(row)));
for (const { capture, frame: number, time } of data.seen(row)) {
const apart = time - data.time[row];
add('seen by', make('bdi', {}, capture), `, frame ${number}, ${apart ? `${durationText(Math.abs(apart))} ${apart < 0 ? 'before' : 'after'}` : 'at this time'}`);
}
const bytes = data.octetsOf(row), nodes = [];
if (bytes.length) {
const earlier = data.before(row);
const hex = make('code', { class: 'bytes' });
for (const part of byteParts(bytes.subarray(0, 512), earlier >= 0 ? data.octetsOf(earlier) : null)) {
if (hex.childNodes.length) hex.append(' ');
hex.append(part.isNew ? make('b', {}, part.text) : part.text);
}
if (bytes.length > 512) hex.append(' ..');
nodes.push(make('h4', {}, `${countText(bytes.length, 'byte')}${earlier >= 0 ? ', bold: not as before' : ''}`), hex, make('code', { class: 'bytes soft' }, printable(bytes.subarray(0, 512))));
const later = data.after(row), steps = make('p', { class: 'steps' });
if (earlier >= 0) steps.append(button('[ value before', 'The value before of this attribute ([)', () => go(earlier)));
if (later >= 0) steps.append(button('value after ]', 'The next value of this attribute (])', () => go(later)));
nodes.push(steps);
}
nodes.push(...remarks(data, [frame, data.requestFrame(row)]));
const lines = data.isGap(row) ? [] : linesOf(data, row);
place.replaceChildren(
make('h3', {}, data.isGap(row) ? 'Details' : `Frame ${frame}: ${data.word(row)}`), make('dl', { class: 'facts-of' }, ...facts), ...nodes,
...copyLines(lines));
}
const MOST_INTERVALS = 1200;
const FEW_INTERVALS = 5;
function nextStep({ age, read, interval, isBusy, isOn }) {
const isOver = age >= MOST_INTERVALS * interval;
const reloads = isOn && !isOver && !isBusy && read >= Math.max(interval, age / 10);
const when = age < FEW_INTERVALS * interval ? 'new' : `nothing new for ${timeText(age * 1000, 60e6)}`;
const rest = isOver ? ': no longer looked for' : isOn && isBusy ? '; waits while something is chosen' : '';
return { isOver, reloads, text: `${when}${rest}` };
}
function follower(data, isBusy) {
if (!data.json.reloads) return [];
const interval = data.json.reloads / 1000, begun = Date.now();
const told = make('span', { class: 'soft', id: 'age' });
let isOn = true;
const follows = button('Live', 'Shows the newest page by itself, unless something is chosen', () => {
if (isOn && !step().isOver) isOn = false; else location.reload();
tell();
});
const step = () => nextStep({ age: Date.now() - data.json.written * 1000, read: Date.now() - begun, interval, isBusy: isBusy(), isOn });
const tell = () => {
const { isOver, reloads, text } = step();
follows.setAttribute('aria-pressed', isOn && !isOver);
if (told.textContent !== text) told.textContent = text;
if (reloads) location.reload();
};
setInterval(tell, Math.min(interval, 1000));
tell();
return [follows, told];
}
const KEYS = [
['j, k', 'the next event, the one before', { j: 'next', k: 'previous' }],
['[, ]', 'the value before, and after, of the same attribute', { '[': 'before', ']': 'after' }],
['n, p', 'the next finding, the one before', { n: 'nextFinding', p: 'previousFinding' }],
['/', 'search', { '/': 'search' }],
['e', 'problems only', { e: 'problems' }],
['+, -', 'closer, wider; also the wheel on the strip, Ctrl and the wheel on the lanes', { '+': 'closer', '=': 'closer', '-': 'wider' }],
['\u2190, \u2192', 'earlier, later', { ArrowLeft: 'earlier', ArrowRight: 'later' }],
['0', 'everything; also a double click', { 0: 'whole' }],
['z', 'the time before', { z: 'back' }],
['s', 'fold silence', { s: 'fold' }],
['?', 'these keys', { '?': 'help' }],
['Esc', 'nothing chosen, nothing searched for', { Escape: 'clear' }],
];
const ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));
function helpTable() {
return make('dl', { class: 'facts-of' }, ...KEYS.flatMap(([keys, text]) => [make('dt', {}, make('kbd', {}, keys)), make('dd', {}, text)]));
}
function listen(act) {
document.addEventListener('keydown', event => {
if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
const isText = event.target.matches('input, textarea, select');
if (isText && event.key !== 'Escape') return;
const isMoving = event.key.startsWith('Arrow') && event.target.closest('.over');
if (event.target.matches('button, summary, a') && event.key === 'Enter') return;
const action = ACTIONS[event.key];
if (!action || isMoving) return;
event.preventDefault();
act(action);
});
}
const NAMES = ['ink', 'soft', 'panel', 'grid', 'accent', 'fold', 'veil', 'error', 'warning', 'note', 'read', 'write', 'push', 'security', 'discovery', 'advert'];
const ENDS = ['open', 'host', 'peer', 'lost', 'other', 'unknown'];
function readLook() {
const style = getComputedStyle(document.documentElement), value = name => style.getPropertyValue(`--${name}`).trim();
const look = Object.fromEntries(NAMES.map(name => [name, value(name)]));
for (const end of ENDS) {
look[`end-${end}`] = value(`end-${end}`);
look[`on-${end}`] = value('on-end');
}
look.curves = [1, 2, 3].map(number => value(`curve-${number}`));
look.bands = [1, 2, 3, 4, 5, 6].map(number => value(`band-${number}`));
const family = getComputedStyle(document.body).fontFamily;
look.font = `600 11px ${family}`;
look.small = `11px ${family}`;
return look;
}
function fit(canvas, width, height) {
const ratio = Math.min(window.devicePixelRatio || 1, 3), context = canvas.getContext('2d');
if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
canvas.width = Math.round(width * ratio);
canvas.height = Math.round(height * ratio);
}
context.setTransform(ratio, 0, 0, ratio, 0, 0);
context.textAlign = 'left';
return context;
}
function csvCell(value) {
if (typeof value === 'number') return String(value);
const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function csvOf(lane, data, from, to) {
const title = lane.unit ? `${lane.name}, ${lane.unit}` : lane.name, lines = [];
if (lane.kind === 'signal') {
lines.push(['time_s', title]);
for (let at = lowerBound(lane.times, from); at < lane.times.length && lane.times[at] <= to; at++) lines.push([lane.times[at] / 1e6, lane.values[at]]);
} else {
const isMany = lane.series.length > 1, rows = [];
for (const { series } of lane.series) {
for (let at = lowerBound(series.times, from); at < series.times.length && series.times[at] <= to; at++) {
const row = series.rows[at], value = series.values[at];
rows.push([series.times[at] / 1e6, data.frame[row], `C${data.connection[row]}`, ...(isMany ? [series.name] : []), series.words ? series.words[value] : value]);
}
}
rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
lines.push(['time_s', 'frame', 'connection', ...(isMany ? ['part'] : []), title], ...rows);
}
return `${lines.map(line => line.map(csvCell).join(',')).join('\n')}\n`;
}
const MOST_SETS = 8;
const MOST_CURVES = 4;
const MOST_ROWS = 200;
const MOST_POINTS = 50000;
const CURVE_HEIGHT = 74;
const LATEST = 253402300799;
function dateText(seconds) { return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '); }
function recordSets(data) {
const sets = [];
for (const own of data.times) {
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
function recordLines({ curves }) {
const lines = new Map();
curves.forEach(({ times, values, rows }, column) => times.forEach((time, at) => {
const key = `${time} ${rows[at]}`;
if (!lines.has(key)) lines.set(key, { time, row: rows[at], values: curves.map(() => '') });
lines.get(key).values[column] = values[at];
}));
return [...lines.values()].sort((a, b) => a.time - b.time || a.row - b.row);
}
function curveTitle({ name, unit }) { return unit ? `${name}, ${unit}` : name; }
function recordCSV(set, data) {
const rows = [['measured_at', 'frame', ...set.curves.map(curveTitle)], ...recordLines(set).map(({ time, row, values }) => [dateText(time), data.frame[row]].concat(values))];
return `${rows.map(row => row.map(csvCell).join(',')).join('\n')}\n`;
}
const drawnRecords = [];
function drawRecords(look) {
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
function rangeText(values) {
const low = values.reduce((least, value) => Math.min(least, value), Infinity), high = values.reduce((most, value) => Math.max(most, value), -Infinity);
return low === high ? three(low) : `${three(low)}..${three(high)}`;
}
function recordsPart(data, go) {
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
function matcher(data, query) {
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
if (!words.length) return null;
const tests = words.map(word => {
const has = text => text.toLowerCase().includes(word);
const texts = Uint8Array.from(data.texts, has);
const names = Uint8Array.from(data.attributes, one => has(one.name) || has(one.uuid) ? 1 : 0);
const shapes = Uint8Array.from(data.shapes, shape => has(shape[0]) || `c${shape[4]}` === word ? 1 : 0);
const isHex = /^([0-9a-f]{2}){2,}$/.test(word);
const values = isHex ? Uint8Array.from(data.starts, (start, at) => hexOf(data.bytes.subarray(start, start + data.lengths[at])).includes(word) ? 1 : 0) : [];
const isFrame = words.length === 1 && /^\d+$/.test(word) ? Number(word) : -1;
return row => texts[data.text[row] - 1] || names[data.attribute[row]] || shapes[data.shape[row] - 1]
|| data.frame[row] === isFrame || values[data.value[row] - 1];
});
return row => tests.every(test => test(row));
}
function places(data, query, most = 4) {
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
if (!words.length) return [];
const has = text => words.every(word => text.toLowerCase().includes(word));
const found = [];
const add = (kind, all, text, place) => {
let count = 0;
const seen = new Set();
for (const one of all) {
const said = text(one);
if (count >= most || seen.has(said) || !has(said)) continue;
seen.add(said);
count++;
found.push({ kind, text: said, ...place(one) });
}
};
add('finding', data.findings, one => `${one.rule}: ${one.text}`, one => ({ frame: one.frame }));
add('device', data.devices, one => `#${one.number} ${one.name} ${one.address}`, one => ({ device: one.number }));
add('attribute', data.attributes.filter(one => one.handle), one => `${one.name} ${one.uuid}`, one => ({ attribute: one.index }));
return found;
}
function hiddenMatches(data, view, test) {
const [first, end] = data.range(view.from, view.to);
let count = 0;
for (let row = first; row < end; row++) {
if (view.hidden.has(data.group[row]) && !(view.problems && !data.isProblem(row)) && test(row)) count++;
}
return count;
}
function chosenRows(data, view, test) {
const [first, end] = data.range(view.from, view.to);
const rows = new Uint32Array(end - first);
let count = 0;
for (let row = first; row < end; row++) {
if (view.hidden.has(data.group[row])) continue;
if (view.connection && data.connection[row] && data.connection[row] !== view.connection) continue;
if (view.problems && !data.isProblem(row)) continue;
if (test && !test(row)) continue;
rows[count++] = row;
}
return rows.subarray(0, count);
}
const MOST_VALUES = 10;
const MOST_DEVICES = 24;
const MOST_WORDS = 4;
const LEAST_SIGNALS = 4;
const AXES = /^(.*) ([xyz])$/;
function period(times) {
if (times.length < 3) return Infinity;
const step = Math.max(1, Math.floor(times.length / 400)), found = [];
for (let at = step; at < times.length; at += step) found.push(times[at] - times[at - 1]);
found.sort((a, b) => a - b);
return found[found.length >> 1];
}
function groupSeries(data) {
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
function buildLanes(data) {
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
function pathLane(data, base, rows) {
const paths = rows.flatMap(row => pathsOf(data, row).map(path => ({ row, path, time: airTime(path) }))).sort((a, b) => a.time - b.time);
const sides = [0, 1, 2].filter(lane => paths.some(({ path }) => path.some(one => one.lane === lane)));
return { ...base, kind: 'paths', name: 'Recorders', note: sides.map(lane => SIDES[lane]).join(', '), height: 18 * sides.length, tall: 60 * sides.length, sides, paths, times: Float64Array.from(paths, ({ time }) => time) };
}
function chosenValues(data) {
const all = groupSeries(data), shown = all.filter(one => one.isLane);
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
function valueLane(data, group, saysDevice = false) {
for (const { series } of group.series) series.open();
const isOfHost = !group.device && group.attribute.handle && group.attribute.owner === 0;
const who = group.device && saysDevice ? `${data.deviceName(group.device)}, ` : isOfHost ? 'this host, ' : '';
return { ...group, note: `${who}${group.attribute.name}`, height: group.kind === 'words' ? 20 : 40, period: Math.min(...group.series.map(one => period(one.series.times))) };
}
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
function channelPlace(lane, channel) { return 4 + Math.min(channel, 39) * (lane.height - 8) / 39; }
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
function draws(kind, act) { PAINT[kind] = act; }
const PAINT = {};
function drawLane(lane, context, x, look, data, view) {
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
eachColumn(lane.times, x, 1, (pixel, start, stop) => {
for (let at = start; at < Math.min(stop, start + 40); at++) paint(at);
});
const chosen = view.packet < 0 ? -1 : lane.packets.indexOf(view.packet);
if (chosen < 0) return;
context.strokeStyle = look.ink;
context.lineWidth = 1.5;
context.strokeRect(x(lane.times[chosen]) - 4, channelPlace(lane, lane.marks[chosen] >> MARK.channel) - 4, 8, 8);
});
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
function forSummary(series, act) {
const points = series.json.summary || [];
for (let at = 0; at + 1 < points.length; at += 2) act(points[at], points[at + 1]);
}
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
function drawOverview(context, width, height, look, data, view) {
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
function drawAxis(context, x, height, look, data, view) {
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
const MOST_LOOKED = 4000;
function nearPacket(lane, x, px, py) {
let best = -1, distance = Infinity;
const first = lowerBound(lane.times, x.time(px - 8)), end = Math.min(lowerBound(lane.times, x.time(px + 8)), first + MOST_LOOKED);
for (let at = first; at < end; at++) {
const away = Math.hypot(x(lane.times[at]) - px, channelPlace(lane, lane.marks[at] >> MARK.channel) - py);
if (away < distance) [best, distance] = [at, away];
}
return best;
}
function hit(lane, x, px, py, data) {
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
function requestsIn(text) {
const found = /^([\d,]+) requests?\b/.exec(text);
return found ? Number(found[1].replaceAll(',', '')) : 0;
}
function rangeOf(low, high, unit) { return low <= high ? [low === high ? three(low) : `${three(low)}..${three(high)}`, unit] : ['', '']; }
function sumOf(lane, x, data) {
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
return [rangeOf(Math.min(...intervals), Math.max(...intervals), 'ms').filter(Boolean).join(' '), ''];
}
if (lane.kind === 'requests') {
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
class Stage {
constructor(data, view, choose, chooseFrame) {
Object.assign(this, { data, view, choose, chooseFrame });
const { lanes, others, devices } = buildLanes(data);
Object.assign(this, { others, devices });
this.isChanged = false;
this.look = readLook();
this.range = make('b', {});
this.total = make('span', { class: 'soft', role: 'status', id: 'total' });
this.over = make('canvas', { class: 'over', tabIndex: 0, role: 'slider', 'aria-label': 'Time that is looked at: arrow keys move, + and - zoom, 0 shows all', 'aria-valuemin': 0, 'aria-valuemax': 100 });
this.axis = make('canvas', { class: 'axis', 'aria-hidden': 'true' });
this.foldButton = button('Fold silence', 'Shorten the times in which nothing was said (s)', () => this.fold());
const tools = make('div', { class: 'tools' }, button('+', 'Closer (+)', () => view.zoom(0.5)), button('\u2212', 'Wider (-)', () => view.zoom(2)), button('All', 'Everything (0, or a double click)', () => view.whole()));
this.strip = make('div', { class: 'strip' },
make('div', { class: 'lane' }, make('div', { class: 'label' }, this.range, make('small', {}, 'drag, double click: all')), make('div', { class: 'plot' }, this.over), tools),
make('div', { class: 'lane' }, make('div', { class: 'label' }, view.gaps.length ? this.foldButton : ''), make('div', { class: 'plot' }, this.axis), make('div', { class: 'sum' })));
this.board = make('div', { class: 'lanes' });
this.lanes = lanes.map(lane => this.add(lane));
this.hair = make('div', { class: 'hair', hidden: true });
this.brush = make('div', { class: 'brush', hidden: true });
this.board.append(this.hair, this.brush);
this.tip = make('div', { class: 'tip', hidden: true });
this.more = this.adder();
this.talk = make('section', { class: 'talk', 'aria-label': 'Conversation' }, make('h3', {}), make('div', { class: 'said', tabIndex: 0 }));
this.root = make('div', { class: 'stage' }, this.board, this.legend(), this.more, this.tip);
this.talk.addEventListener('click', event => {
const line = event.target.closest('[data-row]');
if (line) choose(Number(line.dataset.row));
});
this.talk.addEventListener('keydown', event => {
const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
if (!by) return;
event.preventDefault();
const rows = [...new Set([...this.talk.querySelectorAll('.say')].map(line => Number(line.dataset.row)))];
const at = rows.indexOf(view.row), next = rows[at < 0 ? 0 : at + by];
if (next !== undefined) choose(next);
});
this.pointer();
this.brushes();
}
add(lane, before = null) {
const canvas = make('canvas', { role: 'img' });
const low = lane.height, tall = lane.kind === 'value' ? 150 : lane.tall;
const open = tall ? button('', 'Higher', () => {
this.isChanged = true;
lane.height = lane.height === tall ? low : tall;
open.setAttribute('aria-expanded', lane.height === tall);
canvas.parentElement.style.height = `${lane.height}px`;
this.draw();
}) : null;
const name = make('b', {}, make('bdi', {}, lane.name), lane.unit ? make('i', {}, ` ${lane.unit}`) : null);
if (open) {
open.append(name);
open.setAttribute('aria-expanded', false);
}
const isCopied = lane.kind === 'value' || lane.kind === 'words' || lane.kind === 'signal';
const copy = isCopied ? copyButton('CSV', `Copy ${lane.name} of the time in view as CSV`, () => csvOf(lane, this.data, this.view.from, this.view.to)) : null;
const small = lane.note || copy ? make('small', {}, lane.note ? make('bdi', {}, lane.note) : null, copy) : null;
const sum = make('div', { class: 'sum' }, make('b', {}), make('small', {}));
const element = make('div', { class: `lane ${lane.kind}` }, make('div', { class: 'label' }, open || name, small), make('div', { class: 'plot' }, canvas), sum);
canvas.parentElement.style.height = `${lane.height}px`;
this.board.insertBefore(element, before);
return { lane, element, canvas, sum };
}
adder() {
const { data, others, devices } = this;
const parts = [];
if (devices.length) {
const names = devices.slice(0, 5).map(({ owner }) => data.deviceName(owner.device));
parts.push(make('span', { class: 'soft' }, `${countText(devices.length, 'more device')} without lanes: `, make('bdi', {}, names.join(', ')), devices.length > names.length ? ' and others' : ''));
}
const made = [...devices.map(({ owner, make: build }) => [data.deviceName(owner.device), build]),
...others.slice(0, 300).map(one => [`${one.name}${one.unit ? `, ${one.unit}` : ''} (${one.device ? `${data.deviceName(one.device)}, ` : ''}${one.attribute.name}, ${one.count.toLocaleString('en')})`, () => [valueLane(data, one, true)]])];
if (!made.length) return '';
const list = make('select', { 'aria-label': 'Add a lane' }, new Option('Add a lane...', ''));
made.forEach(([name], index) => list.append(new Option(name.slice(0, 90), index)));
if (others.length > 300) list.append(make('option', { disabled: true }, `${others.length - 300} more: choose with --uuid or --device`));
list.addEventListener('change', () => {
if (list.value === '') return;
this.isChanged = true;
for (const lane of made[Number(list.value)][1]()) this.lanes.push(this.add(lane, this.hair));
list.selectedOptions[0].remove();
list.value = '';
this.draw();
});
return make('p', { class: 'adder' }, ...parts, list);
}
legend() {
const has = new Set(this.data.connections.map(one => one.kind));
const kinds = [['lost', 'lost'], ['peer', 'ended by the peer'], ['host', 'ended by this side'], ['other', 'ended'], ['open', 'open'], ['unknown', 'end not known']].filter(([kind]) => has.has(kind));
const groups = this.data.connections.length ? this.data.groupCounts : [];
const said = [[GROUP.read, 'read', 'read'], [GROUP.write, 'write', 'write'], [GROUP.push, 'push', 'notification'], [GROUP.discovery, 'discovery', 'discovery'], [GROUP.security, 'security', 'pairing']];
const key = (kind, text) => make('span', {}, make('i', { class: kind }), text);
return make('p', { class: 'legend soft' }, ...kinds.map(([kind, text]) => key(`end-${kind}`, text)),
...said.filter(([group]) => groups[group]).map(([, kind, text]) => key(kind, text)),
...(this.data.air ? [key('read', 'by the central'), key('push', 'by the peripheral'), key('write', 'sent again'), key('end-lost', 'CRC error'), ...(this.data.air.missed.some(Boolean) ? [key('missed', 'missed')] : [])] : []));
}
fold() {
this.isChanged = true;
this.view.fold(!this.view.isFolded);
this.view.changed('fold');
}
draw() {
const { data, view, look } = this;
const width = this.over.parentElement.clientWidth;
if (!width) return;
this.width = width;
const x = scaleOf(view.axis, view.from, view.to, width);
this.x = x;
drawOverview(fit(this.over, width, 40), width, 40, look, data, view);
x.marks = drawAxis(fit(this.axis, width, 22), x, 22, look, data, view);
for (const { lane, canvas, sum } of this.lanes) {
drawLane(lane, fit(canvas, width, lane.height), x, look, data, view);
const [first, second] = sumOf(lane, x, data);
if (sum.firstChild.textContent !== first) sum.firstChild.textContent = first;
if (sum.lastChild.textContent !== second) sum.lastChild.textContent = second;
const said = `${lane.name}${lane.unit ? `, ${lane.unit}` : ''}: ${[first, second].filter(Boolean).join(', ') || 'nothing here'}`;
if (canvas.getAttribute('aria-label') !== said) canvas.setAttribute('aria-label', said);
}
this.foldButton.setAttribute('aria-pressed', view.isFolded);
const step = Math.max((view.to - view.from) / 1000, 1);
this.range.textContent = view.isWhole ? timeText(view.to - view.from, view.to - view.from > 300e6 ? 60e6 : 1e5) : `${timeText(view.from, step)} to ${timeText(view.to, step)}`;
this.over.setAttribute('aria-valuenow', Math.round((view.from - data.base) / (data.end - data.base) * 100));
this.over.setAttribute('aria-valuetext', `${timeText(view.from, step)} to ${timeText(view.to, step)}`);
}
tell() {
clearTimeout(this.telling);
this.telling = setTimeout(() => {
const { data, view } = this, [first, end] = data.range(view.from, view.to);
const values = data.valued[end] - data.valued[first], octets = data.octets[end] - data.octets[first], seconds = (view.to - view.from) / 1e6;
let problems = 0;
for (let row = first; row < end; row++) if (data.isProblem(row)) problems++;
const parts = [countText(values, 'value'), `${sizeText(octets)}, ${sizeText(octets / seconds)}/s`];
if (problems) parts.push(`${countText(problems, 'event')} went wrong`);
this.total.textContent = `${parts.join(', ')} in ${durationText(view.to - view.from)}`;
}, 120);
}
place(event) {
const box = this.over.getBoundingClientRect();
return Math.min(box.width, Math.max(0, event.clientX - box.left));
}
pointer() {
const { board, view } = this;
let start = null;
const laneAt = event => this.lanes.find(({ element }) => element.contains(event.target));
const isPlot = event => Boolean(event.target.closest('.plot'));
const edges = () => {
const box = board.getBoundingClientRect(), plot = this.over.getBoundingClientRect();
return plot.left - box.left;
};
board.addEventListener('pointerdown', event => {
if (event.button || !isPlot(event)) return;
start = { px: this.place(event), lane: laneAt(event), y: event.offsetY, moved: false };
if (event.pointerType === 'mouse') event.preventDefault();
if (document.activeElement instanceof HTMLElement && document.activeElement.matches('input')) document.activeElement.blur();
board.setPointerCapture(event.pointerId);
});
board.addEventListener('pointermove', event => {
const px = this.place(event);
if (start) {
if (Math.abs(px - start.px) > 4) start.moved = true;
if (!start.moved) return;
this.brush.hidden = false;
Object.assign(this.brush.style, { left: `${edges() + Math.min(px, start.px)}px`, width: `${Math.abs(px - start.px)}px` });
this.tipAt(event, durationText(Math.abs(this.x.time(px) - this.x.time(start.px))));
return;
}
if (!isPlot(event)) return this.leave();
soon('hover', () => this.hover(event, px, laneAt(event)));
this.hair.hidden = false;
this.hair.style.left = `${edges() + px}px`;
return undefined;
});
const finish = (event, isDone) => {
if (!start) return;
const begun = start, px = this.place(event);
start = null;
this.brush.hidden = true;
this.leave();
if (!isDone) return;
if (begun.moved) view.range(...[this.x.time(begun.px), this.x.time(px)].sort((a, b) => a - b));
else if (begun.lane) this.click(hit(begun.lane.lane, this.x, px, begun.y, this.data));
};
board.addEventListener('pointerup', event => finish(event, true));
board.addEventListener('pointercancel', event => finish(event, false));
board.addEventListener('pointerleave', () => { if (!start) this.leave(); });
board.addEventListener('dblclick', event => {
const box = this.over.getBoundingClientRect();
if (event.clientX >= box.left && event.clientX <= box.right) view.whole();
});
board.addEventListener('wheel', event => {
if (!isPlot(event)) return;
if (event.ctrlKey || event.metaKey) {
event.preventDefault();
view.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 300)), this.x.time(this.place(event)));
} else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
event.preventDefault();
view.move((event.deltaX || event.deltaY) / this.width);
}
}, { passive: false });
}
click(found) {
if (!found) return;
if (found.row !== undefined) this.choose(found.row);
else if (found.packet !== undefined) this.view.pick(found.packet);
else if (found.point) this.view.mark(found.point);
else if (found.finding) this.chooseFrame(found.finding.frame);
else if (found.connection) this.view.show(found.connection.number === this.view.connection ? 0 : found.connection.number);
}
hover(event, px, row) {
const found = row && hit(row.lane, this.x, px, event.offsetY, this.data);
this.tipAt(event, `${timeText(this.x.time(px), Math.max((this.view.to - this.view.from) / 2000, 1))}${found ? `\n${found.text}` : ''}`);
}
tipAt(event, text) {
this.tip.textContent = text;
this.tip.hidden = false;
const box = this.tip.getBoundingClientRect();
this.tip.style.left = `${Math.max(4, Math.min(innerWidth - box.width - 8, event.clientX + 14))}px`;
this.tip.style.top = `${event.clientY + 20 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 20}px`;
}
leave() {
this.tip.hidden = this.hair.hidden = true;
}
brushes() {
const { over, view, data } = this;
let drag = null;
const whole = () => scaleOf(view.axis, data.base, data.end, this.width);
const part = event => {
const x = whole(), px = this.place(event), from = x(view.from), to = x(view.to);
if (view.isWhole) return 'new';
return Math.abs(px - from) < 7 ? 'from' : Math.abs(px - to) < 7 ? 'to' : px > from && px < to ? 'move' : 'new';
};
over.addEventListener('pointerdown', event => {
if (event.button) return;
drag = { part: part(event), px: this.place(event), from: view.axis.place(view.from), to: view.axis.place(view.to) };
view.keep();
over.setPointerCapture(event.pointerId);
});
over.addEventListener('pointermove', event => {
const x = whole(), px = this.place(event);
if (!drag) {
over.style.cursor = { new: 'crosshair', from: 'ew-resize', to: 'ew-resize', move: 'grab' }[part(event)];
return;
}
const time = x.time(px), keeps = { keeps: false };
if (drag.part === 'new') {
if (Math.abs(px - drag.px) > 3) view.range(...[x.time(drag.px), time].sort((a, b) => a - b), keeps);
} else if (drag.part === 'from') view.range(Math.min(time, view.to - 20), view.to, keeps);
else if (drag.part === 'to') view.range(view.from, Math.max(time, view.from + 20), keeps);
else {
const low = view.axis.place(data.base), high = view.axis.place(data.end);
const by = Math.min(Math.max((px - drag.px) / this.width * (high - low), low - drag.from), high - drag.to);
view.range(view.axis.time(drag.from + by), view.axis.time(drag.to + by), keeps);
}
});
for (const name of ['pointerup', 'pointercancel']) over.addEventListener(name, () => { drag = null; });
over.addEventListener('dblclick', () => view.whole());
over.addEventListener('wheel', event => {
event.preventDefault();
if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) view.move((event.deltaX || event.deltaY) / 400);
else view.zoom(Math.exp(Math.sign(event.deltaY) * 0.2), whole().time(this.place(event)));
}, { passive: false });
over.addEventListener('keydown', event => {
const act = { ArrowLeft: () => view.move(-0.1), ArrowRight: () => view.move(0.1), PageUp: () => view.move(-1), PageDown: () => view.move(1), Home: () => view.move(-1e9), End: () => view.move(1e9) }[event.key];
if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
event.preventDefault();
act();
});
}
}
const HEIGHT = 24;
const TALLEST = 12e6;
const ARROWS = ['', '\u2192 ', '\u2190 '];
const COLUMNS = ['Frame', 'Time', '\u0394', 'Link', 'What', 'Attribute', 'Value', 'Bytes', 'Wait'];
class Table {
constructor(data, view, select) {
this.data = data;
this.view = view;
this.rows = new Uint32Array(0);
this.live = new Map();
const titles = [...COLUMNS];
if (data.json.times !== 'relative') titles[1] = { utc: 'Time, UTC', local: 'Local time', epoch: 'Unix time' }[data.json.times];
else titles[1] = 'Seconds';
this.head = make('div', { class: 'line head', role: 'row', 'aria-rowindex': 1 }, ...titles.map(title => make('span', { role: 'columnheader' }, title)));
this.space = make('div', { class: 'space', role: 'rowgroup' });
this.list = make('div', { class: 'list', role: 'grid', tabIndex: 0, id: 'list', 'aria-label': 'Events in view' }, make('div', { role: 'rowgroup', class: 'heads' }, this.head), this.space);
this.list.addEventListener('scroll', () => soon('scroll', () => this.draw()));
this.list.addEventListener('click', event => {
const line = event.target.closest('[data-row]');
if (line) select(Number(line.dataset.row));
});
this.list.addEventListener('dblclick', event => {
const line = event.target.closest('[data-row]');
if (!line) return;
const time = data.time[Number(line.dataset.row)];
view.range(time - 1e6, time + 1e6);
});
}
show(rows) {
this.rows = rows;
this.height = Math.min(rows.length * HEIGHT, TALLEST);
this.space.style.height = `${this.height}px`;
this.list.setAttribute('aria-rowcount', rows.length + 1);
for (const line of this.live.values()) line.remove();
this.live.clear();
this.draw();
}
get first() {
const shown = this.list.clientHeight - HEIGHT;
if (this.height < TALLEST) return this.list.scrollTop / HEIGHT;
return this.list.scrollTop / Math.max(1, this.height - shown) * Math.max(0, this.rows.length - shown / HEIGHT);
}
draw() {
const shown = Math.ceil(Math.max(this.list.clientHeight, 100) / HEIGHT);
const first = Math.max(0, Math.floor(this.first) - 4), end = Math.min(this.rows.length, first + shown + 9);
const offset = this.height < TALLEST ? 0 : this.list.scrollTop - Math.floor(this.first) * HEIGHT;
for (const [place, line] of this.live) if (place < first || place >= end) {
line.remove();
this.live.delete(place);
}
let before = null;
for (let place = first; place < end; place++) {
let line = this.live.get(place);
if (!line) {
line = this.line(place);
this.live.set(place, line);
if (before) before.after(line); else this.space.prepend(line);
}
line.style.transform = `translateY(${place * HEIGHT + offset}px)`;
before = line;
}
this.mark();
}
line(place) {
const { data } = this, row = this.rows[place], isGap = data.isGap(row);
const text = data.line(row), hex = data.hex(row, 24);
const told = /^([0-9a-f]{2,})(?:\W.*)?$/.exec(text), plain = hex.replace(/\W+$/, '');
const bytes = told && (told[1].startsWith(plain) || plain.startsWith(told[1])) ? '' : hex;
const cells = [
isGap ? '' : String(data.frame[row]), isGap ? '' : clockText(data.time[row], data.json),
place > 0 ? `+${durationText(data.time[row] - data.time[this.rows[place - 1]])}` : '',
data.connection[row] ? `C${data.connection[row]}` : '', ARROWS[data.arrow(row)] + data.word(row),
data.name(row), text, bytes, data.wait(row) === null ? '' : durationText(data.wait(row)),
];
const kind = (data.isProblem(row) ? ' p' : isGap ? ' g' : '') + (bytes ? '' : ' nb');
const line = make('div', { class: `line k${data.group[row]}${kind}`, role: 'row', id: `r${row}`, 'aria-rowindex': place + 2, data: { row, frame: data.frame[row] } });
cells.forEach((cell, column) => line.append(make('span', { role: column ? 'gridcell' : 'rowheader', title: column > 4 ? cell : '' }, cell)));
return line;
}
mark() {
let active = '';
for (const line of this.live.values()) {
const isChosen = Number(line.dataset.row) === this.view.row;
line.classList.toggle('on', isChosen);
if (isChosen) active = line.id;
line.setAttribute('aria-selected', isChosen);
}
if (active) this.list.setAttribute('aria-activedescendant', active);
else this.list.removeAttribute('aria-activedescendant');
}
place(row) {
let low = 0, high = this.rows.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.rows[middle] < row) low = middle + 1; else high = middle;
}
return low;
}
reveal(row) {
const place = this.place(row), shown = this.list.clientHeight - HEIGHT;
const top = this.height < TALLEST ? place * HEIGHT : place / Math.max(1, this.rows.length) * this.height;
if (top < this.list.scrollTop || top > this.list.scrollTop + shown - HEIGHT) this.list.scrollTop = Math.max(0, top - shown / 2);
this.draw();
}
move(by) {
if (!this.rows.length) return -1;
const { row, time } = this.view;
const place = row >= 0 ? this.place(row) : time === null ? -1 : this.place(this.data.range(time, time)[0]) - (by > 0 ? 1 : 0);
return this.rows[Math.min(this.rows.length - 1, Math.max(0, place + by))];
}
}
function sparkPoints(times, values, width, height, most = 80) {
const low = Math.min(...values), high = Math.max(...values), from = times[0], length = Math.max(times[times.length - 1] - from, 1);
const step = Math.max(1, Math.ceil(times.length / most)), points = [];
for (let at = 0; at < times.length; at += step) {
points.push([(times[at] - from) / length * (width - 2) + 1, height - 2 - (high > low ? (values[at] - low) / (high - low) : 0.5) * (height - 4)]);
}
return points;
}
function median(values) {
const sorted = Float64Array.from(values).sort();
return sorted[sorted.length >> 1];
}
const sparks = [];
function drawSparks(look) {
for (const [canvas, points] of sparks) {
const context = fit(canvas, 80, 18);
context.clearRect(0, 0, 80, 18);
context.strokeStyle = look.curves[0];
context.beginPath();
for (const [x, y] of points) context.lineTo(x, y);
context.stroke();
}
}
function foldIdle(table) {
const rows = [...table.querySelectorAll('tr[data-handle]')], idle = rows.filter(row => !row.lastElementChild.textContent);
if (idle.length < 3 || idle.length === rows.length) return;
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
function growTrees(data, go) {
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
class View {
constructor(data) {
this.data = data;
this.from = data.base;
this.to = data.end;
this.connection = 0;
this.row = -1;
this.marked = null;
this.packet = -1;
this.point = null;
this.query = '';
this.problems = false;
this.hidden = new Set();
this.past = [];
this.listeners = [];
if (data.connections.length && !data.json.adverts) this.hidden.add(GROUP.advert);
this.usual = new Set(this.hidden);
const busy = data.connections.length ? data.time.filter((_, row) => data.group[row] !== GROUP.advert) : data.time;
this.gaps = silences(busy, data.base, data.beyond ? data.beyond.from : data.end);
const silent = this.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
this.fold(data.count > 20 && data.end - data.base > 30e6 && silent > (data.end - data.base) * 0.7);
}
get chosen() {
const { row, packet, point, data } = this;
if (row >= 0) return { row, packet, point, frame: data.frame[row], time: data.time[row] };
if (packet >= 0) return { row, packet, point, frame: data.air.frames[packet], time: data.air.times[packet] };
return point && { row, packet, point, frame: null, time: point.time };
}
get time() { return this.chosen ? this.chosen.time : null; }
get isWhole() { return this.from <= this.data.base && this.to >= this.data.end; }
get isUsual() { return this.hidden.size === this.usual.size && [...this.hidden].every(group => this.usual.has(group)); }
fold(isFolded) {
this.isFolded = isFolded;
const silent = this.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
const busy = this.data.end - this.data.base - silent;
const room = Math.max(busy * 0.02, (this.data.end - this.data.base) * 1e-4);
this.axis = isFolded ? new Axis(this.gaps, room) : new Axis();
}
changed(...what) { for (const listener of this.listeners) listener(new Set(what)); }
range(from, to, { keeps = true } = {}) {
const { base, end } = this.data;
const least = 20;
if (to - from < least) {
const middle = (from + to) / 2;
from = middle - least / 2;
to = middle + least / 2;
}
if (from < base) [from, to] = [base, Math.min(end, to + base - from)];
if (to > end) [from, to] = [Math.max(base, from - to + end), end];
if (from === this.from && to === this.to) return;
if (keeps) this.keep();
this.from = from;
this.to = to;
this.changed('range');
}
keep() {
this.past.push([this.from, this.to]);
if (this.past.length > 100) this.past.shift();
}
back() {
const last = this.past.pop();
if (last) this.range(last[0], last[1], { keeps: false });
}
whole() { this.range(this.data.base, this.data.end); }
zoom(factor, time = null) {
const start = this.axis.place(this.from), stop = this.axis.place(this.to);
const chosen = this.time;
const middle = this.axis.place(time ?? (chosen !== null && chosen >= this.from && chosen <= this.to ? chosen : this.axis.time((start + stop) / 2)));
this.range(this.axis.time(middle - (middle - start) * factor), this.axis.time(middle + (stop - middle) * factor));
}
move(part) {
const start = this.axis.place(this.from), stop = this.axis.place(this.to), length = stop - start;
const low = this.axis.place(this.data.base), high = this.axis.place(this.data.end);
const begin = Math.min(Math.max(start + length * part, low), high - length);
this.range(this.axis.time(begin), this.axis.time(begin + length));
}
select(row, { shows = true } = {}) {
if (row < 0 || row >= this.data.count) return;
this.put({ row }, shows);
}
pick(packet, { shows = true } = {}) {
const row = this.data.rowOfPacket(packet);
this.put(row >= 0 ? { row } : { packet }, shows);
}
mark(point) { this.put({ point }); }
again({ row, packet, point }) { this.put({ row, packet, point }); }
put({ row = -1, packet = -1, point = null }, shows = true) {
this.marked = this.chosen;
Object.assign(this, { row, packet, point });
this.reveal(shows);
}
reveal(shows) {
const { time } = this;
if (shows && (time < this.from || time > this.to)) {
const half = Math.max((this.to - this.from) / 2, 500);
this.range(time - half, time + half);
}
this.changed('row');
}
show(connection) {
this.connection = connection;
this.changed('filter');
}
leave() {
Object.assign(this, { row: -1, marked: null, packet: -1, point: null });
this.changed('row');
}
clear() {
Object.assign(this, { connection: 0, row: -1, marked: null, packet: -1, point: null, query: '', problems: false });
this.changed('filter', 'row');
}
}
performance.mark('page:begins');
const store = $('data');
const data = new Data(JSON.parse(store.textContent));
store.remove();
performance.measure('page:data', 'page:begins');
const view = new View(data);
let test = null;
const choose = (row, isFar = false, shows = true) => {
view.select(row, { shows });
table.reveal(view.row);
if (isFar && $('left').getBoundingClientRect().bottom < 80) $('left').scrollIntoView();
};
const chooseFrame = (frame, isFar = false, shows = true) => {
const { row, packet } = data.thingOfFrame(frame);
if (packet < 0) {
choose(row, isFar, shows);
return;
}
view.pick(packet, { shows });
if (isFar && $('left').getBoundingClientRect().bottom < 80) $('left').scrollIntoView();
};
const stage = new Stage(data, view, choose, chooseFrame);
const table = new Table(data, view, choose);
const details = make('aside', { class: 'details', 'aria-label': 'Details' });
const shut = button('Close', 'Nothing chosen', () => view.leave());
shut.className = 'shut';
const status = make('span', { class: 'soft', role: 'status', id: 'status' });
const search = make('input', { type: 'search', id: 'search', placeholder: 'Search all ( / )', spellcheck: false, 'aria-label': 'Search all: words, hex, frames', autocomplete: 'off' });
const results = make('div', { class: 'results', hidden: true });
const problems = button('Problems', 'Only what went wrong (e)', () => act('problems'));
const links = make('select', { 'aria-label': 'Connection' }, new Option('All links', 0));
for (const one of data.connections.slice(0, 1000)) links.append(new Option(`C${one.number} ${data.deviceName(data.deviceOf.get(one.device))}`.slice(0, 40), one.number));
links.hidden = data.connections.length < 2;
const chips = make('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds of events' });
const counts = data.groupCounts;
GROUPS.forEach((name, group) => {
if (!counts[group]) return;
const chip = button('', `${name}: shown or not`, () => {
if (!view.hidden.delete(group)) view.hidden.add(group);
view.changed('filter');
});
chip.append(name, make('i', {}, counts[group].toLocaleString('en')));
chip.dataset.group = group;
chips.append(chip);
});
const help = make('dialog', { 'aria-label': 'Keys' }, make('h2', {}, 'Keys'), helpTable(), make('p', {}, button('Close', 'Close', () => help.close())));
const markdown = copyButton('Copy verdict', 'Copy the verdict as Markdown', () => verdictText());
const isBusy = () => view.time !== null || !view.isWhole || Boolean(view.query || view.connection) || stage.isChanged || table.list.scrollTop > 0 || help.open
|| document.querySelector('details[open]') !== null || !getSelection().isCollapsed || document.activeElement.matches('input, select');
const bar = make('div', { class: 'bar' }, search, results, problems, links, stage.total, ...follower(data, isBusy), markdown, button('?', 'Keys (?)', () => help.showModal()));
stage.strip.prepend(bar);
$('left').prepend(stage.strip);
$('stage').append(stage.root, recordsPart(data, choose));
$('bench').append(make('div', { class: 'filters' }, chips, status), table.list);
$('side').append(stage.talk, details);
document.body.append(help);
for (const id of ['stage', 'bench', 'side', 'show']) $(id).hidden = false;
document.documentElement.classList.add('js');
$('side').classList.add('idle');
const say = make('div', { class: 'away', role: 'status', id: 'say' });
document.body.append(say);
function verdictText() {
const said = selector => [...document.querySelectorAll(selector)].map(one => `- ${ticketText(one.textContent.trim())}`);
const rules = new Map();
for (const { rule } of data.findings) rules.set(rule, (rules.get(rule) || 0) + 1);
const all = [...rules].map(([rule, count]) => `${rule} (${count})`).join(', ');
const lines = [...said('.redacted'), ...said('section[aria-labelledby=verdict] p'), `- all findings: ${all || 'none'}`, ...said('footer .left-out'), ...said('footer .hash')];
return `### ${ticketText(document.querySelector('h1').textContent)}\n${lines.join('\n')}\n`;
}
const LARGE = 200000;
let waiting = 0;
function list() {
table.show(chosenRows(data, view, test));
if (view.row >= 0 && table.rows[table.place(view.row)] === view.row) table.reveal(view.row);
const unseen = test && view.hidden.size ? hiddenMatches(data, view, test) : 0;
status.textContent = `${table.rows.length.toLocaleString('en')} of ${data.count.toLocaleString('en')} events${unseen ? `; ${unseen.toLocaleString('en')} more of kinds that are not shown` : ''}`;
}
view.listeners.push(what => {
if (what.has('filter')) test = matcher(data, view.query);
soon('draw', () => {
stage.draw();
problems.setAttribute('aria-pressed', view.problems);
links.value = view.connection;
for (const chip of chips.children) chip.setAttribute('aria-pressed', !view.hidden.has(Number(chip.dataset.group)));
});
if (what.has('range') || what.has('filter')) {
clearTimeout(waiting);
if (data.count > LARGE || test) waiting = setTimeout(() => soon('list', list), 120); else soon('list', list);
stage.tell();
}
if (what.has('row')) {
$('side').classList.toggle('idle', view.time === null);
drawDetails(details, data, view, choose);
if (view.time !== null) details.prepend(shut);
table.mark();
if (view.packet >= 0) say.textContent = `frame ${data.air.frames[view.packet]}, ${data.packetText(view.packet)}`;
else if (view.point) say.textContent = `${view.point.name}: ${view.point.text}`;
else if (view.row >= 0) say.textContent = `${data.isGap(view.row) ? '' : `frame ${data.frame[view.row]}, `}${data.word(view.row)} ${data.name(view.row)} ${data.line(view.row)}`;
}
if (!what.has('fold')) {
soon('talk', () => drawConversation(stage.talk, data, view));
clearTimeout(remember.timer);
remember.timer = setTimeout(remember, 150);
}
});
function remember() {
const at = view.chosen && !(view.row >= 0 && data.isGap(view.row)) ? view.chosen.frame : null;
const address = formatAddress({ from: view.from, to: view.to, connection: view.connection, at, query: view.query, problems: view.problems, hidden: view.isUsual ? null : [...view.hidden] }, view.isWhole);
if (location.hash !== address) history.replaceState(null, '', address || location.pathname + location.search);
}
function follow() {
const place = parseAddress(location.hash);
if (place.opens) {
const one = data.byNumber.get(place.connection);
if (one) around(one.start, one.end);
view.connection = one ? one.number : 0;
} else {
if (place.from !== undefined) view.range(place.from, place.to);
if (place.connection && data.byNumber.has(place.connection)) view.connection = place.connection;
}
if (place.problems) view.problems = true;
if (place.hidden) view.hidden = new Set(place.hidden);
if (place.query !== undefined) search.value = view.query = place.query;
view.changed('filter', 'row');
if (place.at !== undefined && data.count) soon('follow', () => {
list();
chooseFrame(place.at, true, place.from === undefined);
});
}
function around(start, end) {
const margin = Math.max((end - start) * 0.04, 1000);
view.range(start - margin, end + margin);
}
const findingFrames = [...new Set(data.findings.map(one => one.frame))].sort((a, b) => a - b);
function nextFinding(step) {
const at = view.chosen && view.chosen.frame !== null ? view.chosen.frame : step > 0 ? -1 : Infinity;
const frame = step > 0 ? findingFrames.find(one => one > at) : findingFrames.findLast(one => one < at);
if (frame !== undefined) chooseFrame(frame);
}
const ACTS = {
next: () => choose(table.move(1)),
previous: () => choose(table.move(-1)),
before: () => { if (view.row >= 0) choose(data.before(view.row)); },
after: () => { if (view.row >= 0) choose(data.after(view.row)); },
nextFinding: () => nextFinding(1),
previousFinding: () => nextFinding(-1),
search: () => search.focus(),
problems: () => {
view.problems = !view.problems;
view.changed('filter');
},
closer: () => view.zoom(0.5),
wider: () => view.zoom(2),
earlier: () => view.move(-0.2),
later: () => view.move(0.2),
whole: () => view.whole(),
back: () => view.back(),
fold: () => stage.fold(),
help: () => help.showModal(),
clear: () => {
search.value = '';
results.hidden = true;
if (document.activeElement === search) search.blur();
view.clear();
},
};
function act(name) { ACTS[name](); }
listen(act);
table.list.addEventListener('keydown', event => {
const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }[event.key];
if (!by) return;
event.preventDefault();
choose(table.move(by));
});
links.addEventListener('change', () => view.show(Number(links.value)));
let typing;
search.addEventListener('input', () => {
clearTimeout(typing);
typing = setTimeout(() => {
view.query = search.value.trim();
view.changed('filter');
const found = places(data, view.query);
results.replaceChildren(...found.map(one => button(`${one.kind}: ${one.text}`.slice(0, 110), one.text, () => {
results.hidden = true;
if (one.frame) chooseFrame(one.frame);
else if (one.device) {
const all = data.connections.filter(other => data.deviceOf.get(other.device) === data.deviceOf.get(one.device));
if (all.length) around(all[0].start, all[all.length - 1].end);
} else {
const rows = data.rowsOf(one.attribute);
if (rows.length) choose(rows[0]);
}
})));
results.hidden = !found.length;
}, 150);
});
search.addEventListener('blur', () => setTimeout(() => { results.hidden = !results.contains(document.activeElement) || results.hidden; }, 200));
search.addEventListener('keydown', event => {
if (event.key === 'Enter' && table.rows.length) choose(table.rows[0]);
});
document.addEventListener('click', event => {
const link = event.target.closest('a[data-frame], a[href^="#f"]');
if (!link) return;
const frame = Number(link.dataset.frame || link.getAttribute('href').slice(2));
if (!Number.isFinite(frame)) return;
event.preventDefault();
chooseFrame(frame);
$('left').scrollIntoView();
});
for (const link of document.querySelectorAll('a[data-frame]')) link.href = `#f${link.dataset.frame}`;
$('show').addEventListener('click', () => {
const { frames, connections } = data.json.verdict;
const one = data.byNumber.get(connections[0]);
if (one) {
view.connection = one.number;
around(one.start, one.end);
}
if (frames.length) chooseFrame(frames[0]);
else if (one) choose(data.range(one.start, one.end)[0]);
$('left').scrollIntoView();
});
$('show').hidden = !data.json.verdict.frames.length && !data.json.verdict.connections.length;
addEventListener('hashchange', follow);
let width = innerWidth;
addEventListener('resize', () => soon('draw', () => {
stage.draw();
drawRecords(stage.look);
drawConversation(stage.talk, data, view);
if (innerWidth !== width) table.draw();
width = innerWidth;
}));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
stage.look = readLook();
stage.draw();
drawRecords(stage.look);
drawSparks(stage.look);
});
follow();
stage.draw();
stage.tell();
list();
drawConversation(stage.talk, data, view);
drawDetails(details, data, view, choose);
setTimeout(() => {
growTrees(data, row => {
choose(row);
$('left').scrollIntoView();
});
drawSparks(stage.look);
drawRecords(stage.look);
}, 50);
window.page = { data, view, table, stage };
performance.measure('page:ready', 'page:begins');
})();
