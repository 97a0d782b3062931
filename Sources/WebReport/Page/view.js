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
    this.marked = -1;
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
    const chosen = this.row >= 0 ? this.data.time[this.row] : null;
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
    this.marked = this.row;
    this.row = row;
    const time = this.data.time[row];
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

  clear() {
    Object.assign(this, { connection: 0, row: -1, marked: -1, query: '', problems: false });
    this.changed('filter', 'row');
  }
}
