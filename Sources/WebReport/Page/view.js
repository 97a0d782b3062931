// What is looked at: one range of time, one connection, one row, and what is searched for rule all of the page.

import { GROUP } from './data.js';
import { Axis, silences } from './scales.js';

export class View {
  constructor(data) {
    this.data = data;
    this.from = data.base;
    this.to = data.end;
    this.connection = 0;
    this.row = -1;
    // What was chosen before: a row or a packet, its frame and its time.
    this.marked = null;
    // A packet on the air that no row is about; a point of a lane that has no record.
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
    // What is mostly silence starts folded.
    this.fold(data.count > 20 && data.end - data.base > 30e6 && silent > (data.end - data.base) * 0.7);
  }

  // What is chosen; null: nothing is.
  get chosen() {
    const { row, packet, point, data } = this;
    if (row >= 0) return { row, packet, point, frame: data.frame[row], time: data.time[row] };
    if (packet >= 0) return { row, packet, point, frame: data.air.frames[packet], time: data.air.times[packet] };
    return point && { row, packet, point, frame: null, time: point.time };
  }

  get time() { return this.chosen ? this.chosen.time : null; }

  get isWhole() { return this.from <= this.data.base && this.to >= this.data.end; }

  // Whether the kinds of events that are shown are those at first.
  get isUsual() { return this.hidden.size === this.usual.size && [...this.hidden].every(group => this.usual.has(group)); }

  fold(isFolded) {
    this.isFolded = isFolded;
    const silent = this.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
    const busy = this.data.end - this.data.base - silent;
    const room = Math.max(busy * 0.02, (this.data.end - this.data.base) * 1e-4);
    this.axis = isFolded ? new Axis(this.gaps, room) : new Axis();
  }

  // Tells all parts what has changed: range, row, filter, fold.
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

  // Around a place on the axis, which stays where it is.
  zoom(factor, time = null) {
    const start = this.axis.place(this.from), stop = this.axis.place(this.to);
    const chosen = this.time;
    const middle = this.axis.place(time ?? (chosen !== null && chosen >= this.from && chosen <= this.to ? chosen : this.axis.time((start + stop) / 2)));
    this.range(this.axis.time(middle - (middle - start) * factor), this.axis.time(middle + (stop - middle) * factor));
  }

  // By a part of what is shown.
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

  // A packet; its row, if it has one.
  pick(packet, { shows = true } = {}) {
    const row = this.data.rowOfPacket(packet);
    this.put(row >= 0 ? { row } : { packet }, shows);
  }

  // - point: its time, the name of its lane, and words.
  mark(point) { this.put({ point }); }

  // Chooses what was chosen before.
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

  // Nothing is chosen; what is looked at stays.
  leave() {
    Object.assign(this, { row: -1, marked: null, packet: -1, point: null });
    this.changed('row');
  }

  clear() {
    Object.assign(this, { connection: 0, row: -1, marked: null, packet: -1, point: null, query: '', problems: false });
    this.changed('filter', 'row');
  }
}
