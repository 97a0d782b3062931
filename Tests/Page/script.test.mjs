// The functions of the page's script that need no browser: `node --test Tests/Page`.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatAddress, parseAddress } from '../../Sources/WebReport/Page/address.js';
import { bytesOf, hexOf, Reader, unpack, unpackNumbers } from '../../Sources/WebReport/Page/bytes.js';
import { inOrder, linesOfRow, spokenConnection, spokenRows } from '../../Sources/WebReport/Page/conversation.js';
import { csvCell, csvOf } from '../../Sources/WebReport/Page/csv.js';
import { Blocks, Data } from '../../Sources/WebReport/Page/data.js';
import { byteParts, captureOf, linesOf, printable, shellWord, ticketText } from '../../Sources/WebReport/Page/details.js';
import { nextStep } from '../../Sources/WebReport/Page/follow.js';
import { ACTIONS } from '../../Sources/WebReport/Page/keys.js';
import { buildLanes, groupSeries, period } from '../../Sources/WebReport/Page/lanes.js';
import { airTime, pathOf, pathsOf, pathText, stretched } from '../../Sources/WebReport/Page/recorders.js';
import { dateText, rangeText, recordCSV, recordSets } from '../../Sources/WebReport/Page/records.js';
import { chosenRows, hiddenMatches, matcher, places } from '../../Sources/WebReport/Page/search.js';
import { Axis, clockText, durationText, eachColumn, lowerBound, scaleOf, silences, three, tickStep, ticks, timeText } from '../../Sources/WebReport/Page/scales.js';
import { hit, requestsIn, sumOf } from '../../Sources/WebReport/Page/there.js';
import { median, sparkPoints } from '../../Sources/WebReport/Page/tree.js';
import { View } from '../../Sources/WebReport/Page/view.js';

// MARK: Data as the program writes it

const base64 = bytes => Buffer.from(bytes).toString('base64');
const varint = number => {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push(number % 128 + 128);
  return [...bytes, number];
};
const zigzag = number => number < 0 ? -2 * number - 1 : 2 * number;
const plain = numbers => base64(numbers.flatMap(varint));
const steps = numbers => plain(numbers.map((number, at) => zigzag(number - (at ? numbers[at - 1] : 0))));
const rising = numbers => plain(numbers.map((number, at) => number - (at ? numbers[at - 1] : 0)));
const whole = numbers => plain(numbers.map((number, at) => zigzag(number - (at ? numbers[at - 1] : 0)) * 2));

// A strap that is connected, read and subscribed to, and lost.
function strap(change = {}) {
  const rows = [
    // frame, microseconds, shape, text, value, took, request
    [10, 1000000, 1, 1, 0, 0, 0],
    [14, 1200000, 2, 2, 1, 30001, 2],
    [16, 1300000, 3, 3, 2, 20001, 2],
    [20, 2000000, 4, 4, 3, 0, 0],
    [21, 3000000, 4, 5, 4, 0, 0],
    [22, 4000000, 4, 4, 3, 0, 0],
    // Reported at its end, but it begins earlier.
    [11, 1050000, 5, 6, 0, 100001, 0],
    [30, 14000000, 6, 7, 0, 0, 0],
  ];
  const column = at => rows.map(row => row[at]);
  return {
    form: 1, version: '0', rows: rows.length, left: 0, end: 14000000, times: 'relative', origin: 1700000000, fraction: 0, offset: 0, dated: true,
    captures: [{ first: 1, name: 'a.btsnoop', format: 'btsnoop', wireshark: true }], verdict: { frames: [30], connections: [1] },
    devices: [{ number: 1, name: 'Strap', address: 'AA:BB', adverts: 0 }],
    connections: [{ number: 1, device: 1, start: 1000000, end: 14000000, whole: true, kind: 'lost', role: 'central', ended: 'Connection Timeout (08)', terms: [[1000000, 30, 0, 4000]] }],
    findings: [{ rule: 'link-lost', severity: 'warning', frame: 30, time: 14000000, connection: 1, text: 'lost' }], cured: [], adverts: false,
    shapes: [['connect', 0, 0, 3, 1, 1], ['read', 2, 0, 0, 1, 2], ['write', 1, 0, 1, 1, 3], ['notify', 2, 0, 2, 1, 3], ['discovery', 1, 8, 6, 1, 1], ['disconnect', 0, 1, 3, 1, 1]],
    attributes: [['#1', '', 0, 0], ['Battery Level', '2A19', 7, 1], ['Heart Rate Measurement', '2A37', 3, 1]],
    texts: ['30 ms', '92 %', 'notifications on', '60 bpm', '61 bpm', '20 requests', 'Timeout'],
    frame: steps(column(0)), time: steps(column(1)), shape: plain(column(2)), text: plain(column(3)), value: plain(column(4)), took: plain(column(5)), request: plain(column(6)),
    bytes: base64([92, 1, 0, 0, 60, 0, 61]), lengths: plain([1, 2, 2, 2]), signals: [],
    series: [{ attribute: 3, key: 'heart_rate_bpm', name: 'Heart rate', unit: 'bpm', lane: true, count: 3, rows: rising([3, 4, 5]), values: whole([60, 61, 60]) }],
    ...change,
  };
}

// MARK: Tests

test('numbers in base 128', () => {
  const numbers = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 40 + 3, 2 ** 52];
  assert.deepEqual([...unpack(plain(numbers), new Float64Array(numbers.length))], numbers);
  const signed = [0, -1, 5, -70000, 2 ** 45, 3];
  assert.deepEqual([...unpack(steps(signed), new Float64Array(signed.length), true)], signed);
});

test('a newer page is looked for while somebody writes', () => {
  const moment = { age: 4000, read: 3100, interval: 3000, isBusy: false, isOn: true };
  assert.deepEqual(nextStep(moment), { isOver: false, reloads: true, text: 'new' });
  assert.equal(nextStep({ ...moment, read: 2000 }).reloads, false);
  assert.equal(nextStep({ ...moment, isOn: false }).reloads, false);
  // A clock that is behind that of the writer.
  assert.deepEqual(nextStep({ ...moment, age: -90000 }), { isOver: false, reloads: true, text: 'new' });
  const busy = nextStep({ ...moment, isBusy: true });
  assert.deepEqual([busy.reloads, busy.text], [false, 'new; waits while something is chosen']);
  // Looked for less often while nothing is new, and then no longer.
  const quiet = nextStep({ ...moment, age: 100000, read: 9000 });
  assert.deepEqual([quiet.reloads, quiet.text], [false, 'nothing new for 1 min 40 s']);
  assert.equal(nextStep({ ...moment, age: 100000, read: 11000 }).reloads, true);
  const over = nextStep({ ...moment, age: 3600000, read: 1e9 });
  assert.deepEqual([over.isOver, over.reloads, over.text], [true, false, 'nothing new for 1 h: no longer looked for']);
});

test('decimals change on the way, and some numbers have none', () => {
  const pi = Buffer.alloc(8);
  pi.writeDoubleLE(Math.PI);
  const bytes = [...varint(zigzag(5) * 2), ...varint(2 * 2 + 1), ...varint(zigzag(525) * 2), ...varint(zigzag(-100) * 2), 31, ...pi, ...varint(zigzag(1) * 2)];
  assert.deepEqual([...unpackNumbers(base64(bytes), 5)], [5, 5.25, 4.25, Math.PI, 4.26]);
});

test('bytes and hex', () => {
  assert.deepEqual([...bytesOf('AP8=')], [0, 255]);
  assert.equal(hexOf(Uint8Array.of(0, 10, 255)), '000aff');
  assert.equal(hexOf(new Uint8Array(5), 2), '0000..');
  assert.equal(new Reader(Uint8Array.of(0x81, 1)).number(), 129);
});

test('ticks are round and few', () => {
  for (const span of [20, 1e3, 37e3, 1e6, 9.3e6, 147e6, 624e6, 3.6e9, 9e10, 4e13]) {
    for (const count of [2, 6, 12]) {
      const step = tickStep(span, count), marks = ticks(0, span, count);
      assert.ok(marks.at.length <= count + 1, `${span} ${count}: ${marks.at.length}`);
      assert.ok(marks.at.every(at => Math.abs(at / step - Math.round(at / step)) < 1e-9));
      const digits = String(step / 1e6 < 30 ? step : 1).replace(/0+$/, '');
      assert.ok(['1', '2', '5'].includes(digits), `${step}`);
    }
  }
});

test('times in words', () => {
  assert.equal(timeText(1500000, 500000), '1.5 s');
  assert.equal(timeText(2000000, 1000000), '2 s');
  assert.equal(timeText(-1500000, 100000), '-1.5 s');
  assert.equal(timeText(150e6, 30e6), '2 min 30 s');
  assert.equal(timeText(7200e6, 3600e6), '2 h');
  assert.equal(durationText(85), '85 \u00b5s');
  assert.equal(durationText(15300), '15.3 ms');
  assert.equal(durationText(2e6), '2.00 s');
  assert.equal(three(0.64321), '0.643');
  assert.equal(three(97), '97');
  assert.equal(three(12345), '12345');
  const utc = { times: 'utc', origin: 86399, fraction: 900000, offset: 0 };
  assert.deepEqual([0, 999, 65410999, 86400000001, -1999].map(time => clockText(time, { times: 'relative' })), ['0.000', '0.000', '65.410', '86400.000', '-0.001']);
  assert.equal(clockText(200000, utc), '00:00:00.100');
  assert.equal(clockText(200000, { ...utc, times: 'epoch' }), '86400.100');
  assert.equal(clockText(0, { ...utc, times: 'local', offset: 3600 }), '00:59:59.900');
});

test('folded silence: there and back', () => {
  const gaps = silences(Float64Array.of(1e6, 2e6, 50e6, 51e6, 90e6), 0, 100e6);
  assert.equal(gaps.length, 3);
  const axis = new Axis(gaps, 1e6);
  assert.ok(axis.place(100e6) < 20e6);
  for (let time = 0; time <= 100e6; time += 333333) assert.ok(Math.abs(axis.time(axis.place(time)) - time) < 1);
  for (let time = 0; time < 99e6; time += 333333) assert.ok(axis.place(time + 333333) > axis.place(time));
  assert.equal(new Axis().place(7), 7);
  const x = scaleOf(axis, 0, 100e6, 800);
  assert.equal(x(0), 0);
  assert.ok(Math.abs(x(100e6) - 800) < 1e-6 && Math.abs(x.time(x(51e6)) - 51e6) < 1);
});

test('a pulse each second is no silence', () => {
  const times = Float64Array.from({ length: 60 }, (_, at) => at * 1e6);
  assert.equal(silences(times, 0, 60e6).length, 0);
});

test('the first that is not before', () => {
  const times = Float64Array.of(1, 3, 3, 5);
  assert.deepEqual([0, 1, 2, 3, 4, 6].map(time => lowerBound(times, time)), [0, 0, 1, 1, 3, 4]);
});

test('rows in the order of their times', () => {
  const data = new Data(strap());
  assert.deepEqual([...data.frame], [10, 11, 14, 16, 20, 21, 22, 30]);
  assert.equal(data.word(1), 'discovery');
  assert.deepEqual(data.bar(1), [1050000, 1150000]);
  assert.deepEqual(data.bar(2), [1170000, 1200000]);
  assert.equal(data.requestFrame(2), 12);
  assert.equal(data.hex(4), '003c');
  assert.equal(data.line(7), 'Timeout');
  assert.ok(data.isProblem(7) && !data.isProblem(0));
  assert.deepEqual([...data.series[0].open().rows], [4, 5, 6]);
  assert.deepEqual(data.fields(5), [['Heart rate', '61 bpm']]);
  assert.equal(data.before(5), 4);
  assert.equal(data.after(5), 6);
  assert.equal(data.rowOfFrame(21), 5);
  // A request selects its answer, and what has no row what comes next.
  assert.equal(data.rowOfFrame(12), 2);
  assert.equal(data.rowOfFrame(25), 7);
});

test('who else has what a row is about', () => {
  const captures = [{ first: 1, name: 'phone.log', format: 'btsnoop', wireshark: true }, { first: 31, name: 'air.pcap', format: 'pcap', wireshark: true }];
  // In the order of reporting: frames 14 and 11.
  const seen = { rows: 7, count: 4, counts: plain([0, 2, 0, 0, 0, 0, 2]), capture: plain([0, 1, 0, 1]), place: plain([2, 1, 0, 1]), frame: steps([14, 90, 11, 70]), time: steps([1179000, 1200000, 1049000, 1050000]) };
  const data = new Data(strap({ captures, seen }));
  assert.deepEqual(data.seen(0), []);
  // Rows are in the order of their times.
  assert.deepEqual(data.seen(1), [{ place: 0, frame: 11, time: 1049000, capture: 'phone.log' }, { place: 1, frame: 70, time: 1050000, capture: 'air.pcap' }]);
  assert.deepEqual(data.seen(2).map(one => one.frame), [14, 90]);
  assert.deepEqual(data.seen(7), []);
  assert.deepEqual(new Data(strap()).seen(2), []);
  assert.deepEqual([0, 1, 2, 7].map(row => data.hasPath(row)), [false, true, true, false]);
});

// Handed down by the central's host, heard, and received by the peripheral's.
function threeRecorders() {
  const captures = ['phone.log', 'air.pcap', 'strap.log'].map((name, at) => ({ first: at * 100 + 1, name, format: 'btsnoop', wireshark: true }));
  // A read (row 1 as it is told) and its request.
  const seen = { rows: 2, count: 3, counts: plain([0, 3]), capture: plain([0, 1, 2]), place: plain([2, 1, 0]), frame: steps([14, 90, 5]), time: steps([1200500, 1200000, 1180000]) };
  const asked = { rows: 2, count: 3, counts: plain([0, 3]), capture: plain([2, 0, 1]), place: plain([2, 0, 1]), frame: steps([4, 12, 80]), time: steps([1171000, 1160000, 1170000]) };
  return new Data(strap({ captures, seen, asked }));
}

test('a conversation in the order in which it was begun', () => {
  // Three were asked before the first was answered; rows come with their answers.
  const turns = [[{ time: 20, label: 'b' }, { time: 25, label: 'to b' }], [{ time: 10, label: 'a' }, { time: 30, label: 'to a' }], [{ time: 20, label: 'c' }]];
  assert.deepEqual(inOrder(turns).flat().map(one => one.label), ['a', 'to a', 'b', 'to b', 'c']);
  assert.equal(turns[0][0].label, 'b');
});

test('nothing is chosen, and all else stays', () => {
  const data = new Data(strap()), view = new View(data);
  view.range(1e6, 4e6);
  Object.assign(view, { query: 'heart', problems: true, connection: 1 });
  view.select(3);
  view.leave();
  assert.deepEqual([view.chosen, view.time, view.marked, view.query, view.problems, view.connection, view.from, view.to], [null, null, null, 'heart', true, 1, 1e6, 4e6]);
});

test('the way of a PDU', () => {
  const data = threeRecorders(), row = [...data.frame].indexOf(14), view = new View(data);
  const [ask, answer] = pathsOf(data, row);
  assert.deepEqual(ask.map(one => [one.lane, one.time]), [[0, 1160000], [1, 1170000], [2, 1171000]]);
  assert.deepEqual(answer.map(one => [one.lane, one.time]), [[2, 1180000], [1, 1200000], [0, 1200500]]);
  assert.equal(pathText(ask), 'phone.log frame 12; air.pcap frame 80, 10 ms later; strap.log frame 4, 1 ms later');
  // Each line stands where it was on the air, or where its receiver had it.
  assert.deepEqual(linesOfRow(data, row).map(one => [one.way, one.time]), [[1, 1170000], [2, 1200000]]);
  assert.equal(airTime(ask.filter(one => one.lane !== 1)), 1171000);
  assert.equal(airTime([]), null);
  // Two sniffers are one lane; without a way there is none.
  const both = [{ place: 1, capture: 'b', time: 1 }, { place: 1, capture: 'c', time: 2 }, { place: 0, capture: 'a', time: 0 }];
  assert.deepEqual(pathOf(both, 2).map(one => [one.lane, one.capture]), [[2, 'a'], [1, 'b']]);
  assert.deepEqual(pathOf(both, 0), []);
  const { lanes } = buildLanes(data), lane = lanes.find(one => one.kind === 'paths'), x = scaleOf(view.axis, 1.1e6, 1.3e6, 2000);
  assert.deepEqual([lane.note, lane.paths.length, lane.height], ['central, air, peripheral', 2, 54]);
  assert.equal(hit(lane, x, x(1171000), 45, data).row, row);
  assert.equal(hit(lane, x, x(1171000), 5, data), null);
  assert.deepEqual(sumOf(lane, x, data), ['2', '']);
  assert.ok(!buildLanes(new Data(strap())).lanes.some(one => one.kind === 'paths'));
});

test('time is stretched near rows', () => {
  const place = stretched([1e6, 2e6, 2e6, 9e6], [10, 60, 110, 160], 50);
  assert.deepEqual([1e6, 9e6].map(place), [10, 160]);
  assert.ok(place(1e6 + 20000) > 20 && place(1e6 + 500) > 10 && place(2e6 - 20000) < 50);
  const found = [];
  for (let time = 0; time < 10e6; time += 997) found.push(place(time));
  assert.ok(found.every((one, at) => !at || one >= found[at - 1]), 'never goes up');
  assert.ok(found[0] > -40 && found.at(-1) < 210);
  assert.equal(stretched([], [], 50)(3), 0);
  assert.ok(Number.isFinite(stretched([5, 5], [1, 2], 50)(5)));
});

test('nothing, and one', () => {
  const none = { rows: 0, end: 0, connections: [], devices: [], findings: [], shapes: [], attributes: [], texts: [], series: [], frame: '', time: '', shape: '', text: '', value: '', took: '', request: '', bytes: '', lengths: '' };
  const empty = new Data(strap(none)), view = new View(empty);
  assert.equal(empty.count, 0);
  assert.ok(view.to > view.from);
  assert.deepEqual(buildLanes(empty).lanes, []);
  assert.equal(chosenRows(empty, view, null).length, 0);
  assert.throws(() => new Data(strap({ form: 2 })));
});

test('extremes of any range', () => {
  const values = Float64Array.from({ length: 1000 }, (_, at) => Math.sin(at) * 50), blocks = new Blocks(values);
  for (const [from, to] of [[0, 1000], [3, 900], [64, 128], [63, 65], [5, 6], [7, 7]]) {
    const part = [...values.subarray(from, to)];
    assert.deepEqual(blocks.extremes(from, to), [Math.min(...part), Math.max(...part)]);
  }
});

test('the address holds what is looked at', () => {
  for (const place of [{ from: 681700000, to: 703700000, connection: 2, at: 514 }, { from: 1500, to: 1900, connection: 0, at: null }, { from: -2e6, to: 3e6, connection: 1, at: 7, query: 'a b&c' }]) {
    const read = parseAddress(formatAddress(place, false));
    assert.ok(Math.abs(read.from - place.from) <= (place.to - place.from) / 1000 && Math.abs(read.to - place.to) <= (place.to - place.from) / 1000);
    assert.equal(read.connection || 0, place.connection);
    assert.equal(read.at ?? null, place.at);
    assert.equal(read.query, place.query);
  }
  assert.equal(formatAddress({ from: 681700000, to: 703700000, connection: 2, at: 514 }, false), '#t=681.7..703.7&c=2&at=514');
  assert.equal(formatAddress({ from: 0, to: 1, connection: 0, at: null }, true), '');
  assert.deepEqual(parseAddress('#f142'), { at: 142 });
  // What is filtered by kinds outlives a newer page.
  assert.equal(formatAddress({ from: 0, to: 1, connection: 0, at: null, problems: true, hidden: [7, 2] }, true), '#problems&without=2.7');
  assert.deepEqual(parseAddress('#problems&without=2.7'), { problems: true, hidden: [2, 7] });
  assert.equal(formatAddress({ from: 0, to: 1, connection: 0, at: null, problems: false, hidden: [] }, true), '#without=');
  assert.deepEqual(parseAddress('#without='), { hidden: [] });
  assert.deepEqual(parseAddress('#without=x'), {});
  assert.deepEqual(parseAddress('#c3'), { connection: 3, opens: true });
  for (const broken of ['', '#', '#t=5..1', '#t=a..b', '#t=1..2.3.4', '#at=-1', '#q=%', '#<svg onload=x>']) {
    const { from, to, connection, at } = parseAddress(broken);
    assert.deepEqual([from, to, connection, at], [undefined, undefined, undefined, undefined]);
  }
});

test('one range: zoom, move, back', () => {
  const data = new Data(strap()), view = new View(data), told = [];
  view.listeners.push(what => told.push([...what]));
  assert.ok(view.isWhole);
  view.range(2e6, 4e6);
  view.zoom(0.5, 3e6);
  assert.deepEqual([view.from, view.to], [2.5e6, 3.5e6]);
  view.move(-1);
  assert.deepEqual([view.from, view.to], [1.5e6, 2.5e6]);
  view.move(-99);
  assert.deepEqual([view.from, view.to], [0, 1e6]);
  view.back();
  view.back();
  view.back();
  assert.deepEqual([view.from, view.to], [2e6, 4e6]);
  view.back();
  assert.ok(view.isWhole);
  view.range(5, 5);
  assert.ok(view.to - view.from >= 20);
  view.select(7);
  assert.ok(view.from <= 14e6 && view.to >= 14e6);
  assert.ok(told.length > 6);
});

test('searching texts, names, hex and frames', () => {
  const data = new Data(strap()), view = new View(data);
  const found = query => [...chosenRows(data, view, matcher(data, query))].map(row => data.frame[row]);
  assert.deepEqual(found('61 bpm'), [21]);
  assert.deepEqual(found('heart'), [16, 20, 21, 22]);
  assert.deepEqual(found('2a19'), [14]);
  assert.deepEqual(found('003d'), [21]);
  assert.deepEqual(found('notify 60'), [20, 22]);
  assert.deepEqual(found('nothing of it'), []);
  assert.equal(matcher(data, '  '), null);
  view.problems = true;
  assert.deepEqual(found('timeout'), [30]);
  const all = places(data, 'strap').map(one => one.kind);
  assert.deepEqual(all, ['device']);
  assert.deepEqual(places(data, 'link-lost').map(one => one.frame), [30]);
  assert.deepEqual(places(data, 'battery').map(one => one.attribute), [1]);
});

test('what is found among kinds that are not shown', () => {
  const data = new Data(strap()), view = new View(data), fits = matcher(data, 'bpm');
  assert.equal(hiddenMatches(data, view, fits), 0);
  view.hidden.add(2);
  assert.deepEqual([chosenRows(data, view, fits).length, hiddenMatches(data, view, fits)], [0, 3]);
  view.range(0, 2.5e6);
  assert.equal(hiddenMatches(data, view, fits), 1);
  view.problems = true;
  assert.equal(hiddenMatches(data, view, fits), 0);
});

test('lanes: what they have and where', () => {
  const data = new Data(strap()), { lanes, others } = buildLanes(data), view = new View(data);
  assert.deepEqual(lanes.map(lane => lane.kind), ['findings', 'links', 'terms', 'requests', 'pushes', 'value']);
  assert.equal(others.length, 0);
  const x = scaleOf(view.axis, 0, 14e6, 1400);
  const byKind = Object.fromEntries(lanes.map(lane => [lane.kind, lane]));
  assert.equal(hit(byKind.pushes, x, 301, 5, data).row, 5);
  assert.equal(hit(byKind.value, x, 301, 5, data).text, 'Heart rate: 61 bpm');
  assert.equal(hit(byKind.findings, x, 1399, 5, data).finding.frame, 30);
  assert.equal(hit(byKind.links, x, 700, 5, data).connection.number, 1);
  assert.equal(hit(byKind.requests, x, 118, 3, data).row, 2);
  assert.equal(hit(byKind.pushes, x, 900, 5, data), null);
  assert.deepEqual(sumOf(byKind.value, x, data), ['60..61', 'bpm']);
  assert.deepEqual(sumOf(byKind.links, x, data), ['1 link', '1 lost']);
  // Before the connection, in it, and where its interval changes.
  assert.deepEqual(sumOf(byKind.terms, scaleOf(view.axis, 0, 0.5e6, 1400), data), ['', '']);
  assert.deepEqual(sumOf(byKind.terms, x, data), ['30 ms', '']);
  const terms = [[1e6, 30, 0, 4000], [5e6, 7.5, 0, 4000], [6e6, 45, 0, 4000]], changing = { kind: 'terms', connections: [{ terms, end: 14e6 }, { end: 14e6 }] };
  assert.deepEqual(sumOf(changing, scaleOf(view.axis, 2e6, 4e6, 1400), data), ['30 ms', '']);
  assert.deepEqual(sumOf(changing, x, data), ['7.5..45 ms', '']);
  // The discovery's requests have no rows of their own.
  assert.deepEqual(sumOf(byKind.requests, x, data), ['2', '+20 of discovery']);
  assert.deepEqual(sumOf(byKind.requests, scaleOf(new Axis(), 1100000, 14e6, 1000), data), ['2', '']);
  assert.deepEqual(['1 request, 1 service', '1,234 requests', 'no request', ''].map(requestsIn), [1, 1234, 0, 0]);
  const columns = [];
  eachColumn(byKind.pushes.times, x, 4, (pixel, start, end) => columns.push([pixel, end - start]));
  assert.deepEqual(columns.reduce((sum, [, count]) => sum + count, 0), 3);
});

test('packets on the air', () => {
  const air = { count: 4, time: steps([2000000, 1000000, 3000000, 4000000]), mark: plain([12 * 8 + 2, 5 * 8, 39 * 8 + 1, 63 * 8 + 6]), connection: plain([1, 1, 2, 1]), missed: plain([0, 0, 0, 3]), frame: steps([20, 9, 21, 40]) };
  const data = new Data(strap({ air }));
  assert.deepEqual([...data.air.times], [1000000, 2000000, 3000000, 4000000]);
  const { lanes } = buildLanes(data), x = scaleOf(new Axis(), 0, 14e6, 1400);
  const channels = lanes.find(one => one.kind === 'air'), radio = lanes.find(one => one.kind === 'radio');
  assert.equal(channels.times.length, 3);
  assert.equal(hit(channels, x, 200, 5, data).text, 'channel 12, from the peripheral');
  assert.equal(hit(radio, x, 400, 5, data).text, 'channel not known, from the peripheral, sent again, 3 connection events before it not heard');
  // In one column, the channel decides; the packet of a row is that row.
  assert.equal(hit(channels, x, 100, 60, data).packet, 0);
  assert.deepEqual([0, 1, 2, 3].map(packet => data.rowOfPacket(packet)), [-1, [...data.frame].indexOf(20), [...data.frame].indexOf(21), -1]);
  assert.deepEqual([9, 20, 40].map(frame => data.thingOfFrame(frame)), [{ row: -1, packet: 0 }, { row: [...data.frame].indexOf(20), packet: -1 }, { row: -1, packet: 3 }]);
  const view = new View(data);
  view.pick(1);
  assert.deepEqual(view.chosen, { row: [...data.frame].indexOf(20), packet: -1, point: null, frame: 20, time: 2000000 });
  view.pick(3);
  assert.deepEqual([view.row, view.chosen.frame, view.time, view.marked.frame], [-1, 40, 4000000, 20]);
  view.select(0);
  assert.deepEqual([view.packet, view.marked.packet], [-1, 3]);
  view.mark({ time: 3000000, name: 'Signal', text: '-60 dBm' });
  assert.deepEqual([view.row, view.time, view.chosen.frame, view.marked.row], [-1, 3000000, null, 0]);
  view.again(view.marked);
  assert.deepEqual([view.row, view.point, view.marked.time], [0, null, 3000000]);
  view.clear();
  assert.equal(view.time, null);
  assert.deepEqual(sumOf(channels, x, data), ['3', '1 + 2']);
  assert.deepEqual(sumOf(radio, x, data), ['1 again', '3 missed']);
});

test('a lane as CSV', () => {
  const data = new Data(strap()), lane = buildLanes(data).lanes.find(one => one.kind === 'value');
  const lines = csvOf(lane, data, 0, 14e6).split('\n');
  assert.equal(lines[0], 'time_s,frame,connection,"Heart rate, bpm"');
  assert.equal(lines[1], '2,20,C1,60');
  assert.equal(lines.length, 5);
  assert.equal(csvOf(lane, data, 3e6, 3e6).trim().split('\n').length, 2);
  assert.equal(csvCell('=1+1'), "'=1+1");
  assert.equal(csvCell(-1.5), '-1.5');
  assert.equal(csvCell('a"b,c'), '"a""b,c"');
});

test('stored records by their own time', () => {
  const times = { attribute: 3, key: 'time', name: 'by the clock of the device', lane: false, quantity: false, time: true, dated: true, count: 2, rows: rising([3, 4]), values: whole([1709251200, 1709251320]) };
  const many = { attribute: 3, key: 'records.temperature', name: 'Temperature', unit: 'C', lane: false, quantity: true, count: 4, rows: rising([3, 3, 4, 4]), values: whole([20, 21, 22, 23]) };
  const data = new Data(strap({ series: [times, many] }));
  assert.equal(data.series.length, 1);
  const { sets, left } = recordSets(data);
  assert.equal(left, 0);
  // Two records of one value, and the next value two minutes later: one a minute.
  assert.deepEqual([...sets[0].curves[0].times], [1709251200, 1709251260, 1709251320, 1709251380]);
  assert.equal(dateText(1709251260), '2024-03-01 00:01:00');
  assert.equal(recordCSV(sets[0], data).split('\n')[2], '2024-03-01 00:01:00,20,21');
  assert.equal(sets[0].untimed, 0);
  // The time of the second value is not known.
  const some = new Data(strap({ series: [{ ...times, count: 1, rows: rising([3]), values: whole([1709251200]) }, many] }));
  assert.deepEqual([recordSets(some).sets[0].untimed, recordSets(some).sets[0].curves[0].times.length], [1, 2]);
  const undated = new Data(strap({ dated: false, series: [{ ...times, dated: false }, many] }));
  assert.deepEqual(recordSets(undated).sets, []);
});

test('between what a curve goes', () => {
  assert.equal(rangeText(Float64Array.of(21.25, 19, 30.512)), '19..30.5');
  assert.equal(rangeText(Float64Array.of(7)), '7');
});

test('x, y and z are one lane', () => {
  const one = (name, at) => ({ attribute: 3, key: name, name, unit: 'g', lane: true, count: 3, rows: rising([3, 4, 5]), values: whole([at, at + 1, at]) });
  const data = new Data(strap({ series: ['x', 'y', 'z'].map((axis, at) => one(`Acceleration ${axis}`, at)) }));
  const groups = groupSeries(data);
  assert.equal(groups.length, 1);
  assert.deepEqual(groups[0].series.map(part => part.axis), [0, 1, 2]);
  assert.equal(groups[0].name, 'Acceleration');
});

test('who is spoken to', () => {
  const data = new Data(strap()), view = new View(data);
  assert.equal(spokenConnection(data, view), 1);
  const { rows, earlier, later } = spokenRows(data, view, 1);
  assert.deepEqual([rows.length, earlier, later], [8, 0, 0]);
  view.row = 7;
  assert.equal(spokenRows(data, view, 1).rows.length, 8);
  // A connection that was never established has nothing to tell, unless there is no other.
  const [real] = strap().connections, failed = { ...real, number: 2, start: 0, end: 500000 };
  const two = new Data(strap({ connections: [failed, real] }));
  assert.equal(spokenConnection(two, new View(two)), 1);
  const none = new Data(strap({ connections: [failed] }));
  assert.equal(spokenConnection(none, new View(none)), 2);
});

test('a name is no option, and no markup', () => {
  assert.equal(shellWord('--output=x'), './--output=x');
  assert.equal(shellWord('-o x'), "'./-o x'");
  assert.equal(shellWord('-'), '-');
  assert.equal(ticketText('@all <img> `x`'), "`@all <img> 'x'`");
});

test('lines to copy', () => {
  const data = new Data(strap());
  assert.deepEqual(linesOf(data, 5), [
    'bleinspect packets -v -x --frame 21 a.btsnoop', 'wireshark -r a.btsnoop -g 21',
    '- frame 21, 3.000 s, C1: `notify Heart Rate Measurement 61 bpm` (`003d`), `a.btsnoop`']);
  assert.equal(shellWord("it's $HOME.log"), "'it'\\''s $HOME.log'");
  const captures = [{ first: 1, name: 'a' }, { first: 101, name: 'b' }];
  assert.deepEqual(captureOf(captures, 105), { capture: captures[1], number: 5 });
  assert.deepEqual(captureOf(captures, 100), { capture: captures[0], number: 100 });
  const other = new Data(strap({ captures: [{ first: 1, name: 'b u g.zip', format: 'btsnooz', wireshark: false }] }));
  assert.equal(linesOf(other, 5)[1], "bleinspect convert 'b u g.zip' 'b u g.zip.pcapng'");
});

test('where each further capture begins', () => {
  const data = new Data(strap({ captures: [{ first: 1, name: 'a', wireshark: true }, { first: 20, name: 'b', wireshark: true }, { first: 99, name: 'c', wireshark: true }] }));
  assert.deepEqual(data.begins, [{ name: 'b', time: 2000000 }]);
});

test('bytes that are not as before', () => {
  assert.deepEqual(byteParts(Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1, 9, 9)), [{ text: '01', isNew: false }, { text: '02 03 04', isNew: true }]);
  assert.deepEqual(byteParts(Uint8Array.of(1), null), [{ text: '01', isNew: false }]);
  assert.equal(printable(Uint8Array.of(72, 0, 105, 200)), 'H.i.');
});

test('small curves', () => {
  assert.equal(median(Float64Array.of(5, 1, 3)), 3);
  assert.equal(period(Float64Array.of(0, 10, 20, 30, 90)), 10);
  assert.ok(sparkPoints(Float64Array.of(0, 1, 2), Float64Array.of(5, 6, 5), 80, 18).every(([x, y]) => x >= 0 && x <= 80 && y >= 0 && y <= 18));
});

test('each key does one thing', () => {
  assert.equal(ACTIONS['/'], 'search');
  assert.equal(ACTIONS['0'], 'whole');
  assert.ok(Object.keys(ACTIONS).length >= 18);
});
