// The timeline: the strip, the lanes, what the pointer does on them, and the conversation beside them.

import { csvOf } from './csv.js';
import { GROUP } from './data.js';
import { button, copyButton, make, soon } from './dom.js';
import { buildLanes, valueLane } from './lanes.js';
import { fit, readLook } from './look.js';
import { drawLane } from './paint.js';
import { countText, durationText, scaleOf, sizeText, timeText } from './scales.js';
import { drawAxis, drawOverview } from './strip.js';
import { hit, sumOf } from './there.js';

export class Stage {
  constructor(data, view, choose, chooseFrame) {
    Object.assign(this, { data, view, choose, chooseFrame });
    const { lanes, others, devices } = buildLanes(data);
    Object.assign(this, { others, devices });
    // Whether anybody has made lanes higher, added some, or folded silence.
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
    // The row after the chosen one, or before it.
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

  // Every number stays within reach, and every device.
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

  // MARK: Drawing

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

  // What the range has, in words: a moment after it has stopped moving.
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

  // MARK: Pointer

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
    // A captured pointer is the board's, wherever it is.
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

  // The strip: a new window, the window moved, or its edges.
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
