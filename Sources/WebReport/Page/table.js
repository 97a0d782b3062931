// The rows in view: as many elements as there is room for, whatever their number.

import { make, soon } from './dom.js';
import { clockText, durationText } from './scales.js';

const HEIGHT = 24;
// A browser shows no taller element.
const TALLEST = 12e6;
const ARROWS = ['', '\u2192 ', '\u2190 '];

const COLUMNS = ['Frame', 'Time', '\u0394', 'Link', 'What', 'Attribute', 'Value', 'Bytes', 'Wait'];

export class Table {
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

  // The place in the list that stands at the top.
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
    // A value that is told by its bytes needs them once.
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

  // The place of a row, or of what comes next.
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
    // Beside a packet without a row, those before and after it.
    const place = row >= 0 ? this.place(row) : time === null ? -1 : this.place(this.data.range(time, time)[0]) - (by > 0 ? 1 : 0);
    return this.rows[Math.min(this.rows.length - 1, Math.max(0, place + by))];
  }
}
