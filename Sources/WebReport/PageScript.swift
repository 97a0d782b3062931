/// What the page does where scripts run: a filter and all rows of the timeline, jumps to a record, and
/// charts that can be looked at closely. Texts become nodes as texts, never as markup.
enum PageScript {
  static let text: StaticString = #"""

    'use strict';
    (() => {
      const $ = id => document.getElementById(id);
      const make = (name, properties) => Object.assign(document.createElement(name), properties);
      const table = $('rows'), body = table.tBodies[0];
      const rows = Array.from(body.rows, row =>
        [...Array.from(row.cells, cell => (cell.querySelector('summary') || cell).textContent), row.className,
          ...Array.from(row.getElementsByTagName('details'), details => details.lastChild.textContent)]);
      const data = $('data');
      if (data) { for (const row of JSON.parse(data.textContent)) rows.push(row); data.remove(); }
      const piece = 500, most = 3000;
      const earlier = $('earlier'), later = $('later'), status = $('status');
      const everything = rows.map((_, index) => index);
      let shown = everything, first = 0, end = 0;

      const makeRow = place => {
        const row = rows[shown[place]], element = make('tr', { className: row[7] });
        element.dataset.frame = row[0];
        element.setAttribute('aria-rowindex', place + 2);
        for (let at = 0; at < 7; at++) {
          const cell = document.createElement(at ? 'td' : 'th');
          if (!at) cell.scope = 'row';
          if (at === 5 && row[8]) {
            const details = document.createElement('details');
            details.append(make('summary', { textContent: row[at] }), row[8]);
            cell.append(details);
          } else cell.textContent = row[at];
          element.append(cell);
        }
        return element;
      };
      const makeRows = (from, to) => {
        const made = document.createDocumentFragment();
        for (let place = from; place < to; place++) made.append(makeRow(place));
        return made;
      };
      // What is looked at stays where it is on the screen.
      const keep = (element, change) => {
        const top = element.getBoundingClientRect().top;
        change();
        scrollBy(0, element.getBoundingClientRect().top - top);
        settle();
      };
      const settle = () => {
        earlier.hidden = first === 0;
        later.hidden = end === shown.length;
        const all = rows.length.toLocaleString('en'), few = shown.length.toLocaleString('en');
        const said = shown.length < rows.length ? `${few} of ${all} rows` : `${all} rows`;
        if (status.textContent !== said) status.textContent = said;
        table.setAttribute('aria-rowcount', shown.length + 1);
      };
      const draw = from => {
        first = Math.max(0, from);
        end = Math.min(first + 2 * piece, shown.length);
        body.replaceChildren(makeRows(first, end));
        settle();
      };
      const after = () => keep(body.lastElementChild, () => {
        const next = Math.min(end + piece, shown.length);
        body.append(makeRows(end, next));
        end = next;
        while (end - first > most) { body.firstElementChild.remove(); first++; }
      });
      const before = () => keep(body.firstElementChild, () => {
        const next = Math.max(0, first - piece);
        body.prepend(makeRows(next, first));
        first = next;
        while (end - first > most) { body.lastElementChild.remove(); end--; }
      });
      earlier.addEventListener('click', before);
      later.addEventListener('click', after);
      const nearing = new IntersectionObserver(entries => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) {
          target.click();
          // It may be in sight again before anybody looks: that is no change, which would be told.
          nearing.unobserve(target);
          nearing.observe(target);
        }
      }, { rootMargin: '400px' });
      nearing.observe(earlier);
      nearing.observe(later);

      const words = $('word'), links = $('link'), search = $('search'), problems = $('problems');
      const word = row => row[3].replace(/^[<>*] /, '');
      const fill = (list, names) => {
        for (const name of names) list.append(new Option(name, name));
        list.parentElement.hidden = names.length < 2;
      };
      fill(words, [...new Set(rows.map(word))].sort());
      fill(links, [...new Set(rows.map(row => row[2]).filter(Boolean))]);
      let texts;
      const choose = () => {
        const text = search.value.trim().toLowerCase();
        if (text && !texts) texts = rows.map(row => [...row.slice(0, 7), row[8]].join(' ').toLowerCase());
        shown = everything.filter(index => {
          const row = rows[index];
          return (!words.value || word(row) === words.value)
            && (!links.value || row[2] === links.value)
            && (!problems.checked || row[7] === 'p')
            && (!text || texts[index].includes(text));
        });
        draw(0);
      };
      let waiting;
      search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(choose, 150); });
      for (const control of [words, links, problems]) control.addEventListener('change', choose);
      $('controls').addEventListener('submit', event => event.preventDefault());

      // To the row of a frame, or what comes next.
      const find = frame => {
        const exact = shown.findIndex(index => Number(rows[index][0]) === frame);
        if (exact >= 0) return exact;
        const next = shown.findIndex(index => Number(rows[index][0]) > frame);
        return next < 0 ? shown.length - 1 : next;
      };
      const go = frame => {
        if (shown !== everything) {
          search.value = words.value = links.value = '';
          problems.checked = false;
          shown = everything;
        }
        const place = find(frame);
        if (place < 0) return;
        draw(place - 50);
        const element = body.children[place - first];
        element.classList.add('here');
        element.tabIndex = -1;
        element.scrollIntoView({ block: 'center' });
        element.focus({ preventScroll: true });
      };
      const frame = hash => { const found = /^#f(\d+)$/.exec(hash); return found && Number(found[1]); };
      addEventListener('hashchange', () => { const at = frame(location.hash); if (at !== null) go(at); });
      document.addEventListener('click', event => {
        const link = event.target.closest('a[href]'), hash = link && link.getAttribute('href');
        if (hash && hash === location.hash && frame(hash) !== null) { event.preventDefault(); go(frame(hash)); }
      });

      for (const figure of document.querySelectorAll('figure.chart')) {
        const svg = figure.querySelector('svg');
        if (!svg) continue;
        const plot = figure.querySelector('.plot'), ground = figure.querySelector('.b');
        const labels = figure.querySelectorAll('.t'), unit = svg.dataset.unit ? ' ' + svg.dataset.unit : '';
        const [, , width, height] = plot.getAttribute('viewBox').split(' ').map(Number);
        const from = Number(svg.dataset.from), length = Number(svg.dataset.to) - from, decimals = Number(svg.dataset.decimals);
        // No closer than the labels can tell apart.
        const closest = Math.min(width, width * Math.max(0.001, 10 ** (1 - decimals) / length));
        // One for each record; it may have several numbers.
        const points = new Map();
        const paths = [...figure.querySelectorAll('.dot')];
        paths.forEach((path, axis) => {
          const places = path.getAttribute('d').slice(1).split('M');
          path.dataset.points.split(',').forEach((point, index) => {
            const [frame, time, value] = point.split(' ');
            const x = Number(places[index].split(' ')[0]), key = frame + ' ' + time;
            if (!points.has(key)) points.set(key, { frame, time, x, values: [], place: '' });
            points.get(key).values.push(paths.length > 1 ? 'xyzw'[axis] + ' ' + value : value);
            points.get(key).place += 'M' + places[index];
          });
        });
        const dots = [...points.values()].sort((a, b) => a.x - b.x);
        const copy = (element, kind) => {
          const made = plot.appendChild(element.cloneNode(false));
          made.setAttribute('class', kind);
          return made;
        };
        const marker = copy(paths[0], 'at');
        marker.setAttribute('d', '');
        const readout = make('p', { className: 'readout' });
        let left = 0, wide = width, at = -1;
        const apply = (newLeft, newWide) => {
          wide = Math.min(width, Math.max(closest, newWide));
          left = Math.min(width - wide, Math.max(0, newLeft));
          plot.setAttribute('viewBox', `${left} 0 ${wide} ${height}`);
          plot.setAttribute('overflow', wide < width ? 'hidden' : 'visible');
          labels.forEach((label, index) => {
            const part = (left + wide * index / (labels.length - 1)) / width;
            label.textContent = (from + length * part).toFixed(decimals) + ' s';
          });
        };
        const slider = make('input', { type: 'range', min: 0, max: dots.length - 1, value: 0 });
        slider.setAttribute('aria-label', 'Values of ' + figure.querySelector('h3').textContent);
        const point = index => {
          at = Math.min(dots.length - 1, Math.max(0, index));
          const dot = dots[at], value = dot.values.join(', ') + unit;
          marker.setAttribute('d', dot.place);
          readout.replaceChildren(
            make('a', { href: '#f' + dot.frame, textContent: 'frame ' + dot.frame }),
            `, ${dot.time} s: ${value}`);
          slider.value = at;
          slider.setAttribute('aria-valuetext', readout.textContent);
          if (dot.x < left || dot.x > left + wide) apply(dot.x - wide / 2, wide);
        };
        const nearest = x => {
          let low = 0, high = dots.length - 1;
          while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (dots[middle].x <= x) low = middle; else high = middle;
          }
          return x - dots[low].x <= dots[high].x - x ? low : high;
        };
        const place = event => {
          const box = ground.getBoundingClientRect();
          return left + wide * Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
        };
        // A part is chosen by drawing over it.
        let start = null, choice;
        svg.addEventListener('pointerdown', event => {
          if (event.button) return;
          event.preventDefault();
          start = place(event);
          svg.setPointerCapture(event.pointerId);
          choice = copy(ground, 'choice');
          for (const [name, value] of [['x', start], ['y', 0], ['width', 0], ['height', height]]) choice.setAttribute(name, value);
        });
        svg.addEventListener('pointermove', event => {
          const here = place(event);
          if (start === null) { point(nearest(here)); return; }
          choice.setAttribute('x', Math.min(start, here));
          choice.setAttribute('width', Math.abs(here - start));
        });
        const finish = (event, isDone) => {
          if (start === null) return;
          const here = place(event);
          if (isDone && Math.abs(here - start) > wide / 100) apply(Math.min(start, here), Math.abs(here - start));
          else point(nearest(here));
          start = null;
          choice.remove();
        };
        svg.addEventListener('pointerup', event => finish(event, true));
        svg.addEventListener('pointercancel', event => finish(event, false));
        const middle = () => at >= 0 ? dots[at].x : left + wide / 2;
        const actions = [
          ['Zoom in', '+', () => apply(middle() - wide / 4, wide / 2)],
          ['Zoom out', '-', () => apply(middle() - wide, wide * 2)],
          ['Earlier', ',', () => apply(left - wide / 2, wide)],
          ['Later', '.', () => apply(left + wide / 2, wide)],
          ['Whole', '0', () => apply(0, width)]];
        const group = make('div', { className: 'controls' });
        group.setAttribute('role', 'group');
        group.setAttribute('aria-label', 'Zoom');
        for (const [name, key, act] of actions) {
          // The slider's keys do the same: one stop for each chart.
          const button = make('button', { type: 'button', tabIndex: -1, textContent: `${name} (${key})` });
          button.addEventListener('click', act);
          group.append(button);
        }
        slider.setAttribute('aria-keyshortcuts', actions.map(action => action[1] === '+' ? 'Plus' : action[1]).join(' '));
        slider.addEventListener('input', () => point(Number(slider.value)));
        slider.addEventListener('focus', () => point(Math.max(0, at)));
        slider.addEventListener('keydown', event => {
          const action = actions.find(action => action[1] === event.key);
          if (action && !event.ctrlKey && !event.altKey && !event.metaKey) { event.preventDefault(); action[2](); }
        });
        readout.textContent = 'Point at a value, or draw over a part to see it closely.';
        figure.append(slider, readout, group);
      }

      // On paper nothing can be opened, and nothing scrolled to.
      const paper = 2000, cut = make('p', { hidden: true });
      table.parentElement.after(cut);
      let opened = [], place = 0;
      addEventListener('beforeprint', () => {
        place = scrollY;
        body.replaceChildren(makeRows(0, Math.min(paper, shown.length)));
        opened = [...document.querySelectorAll('details:not([open])')];
        for (const element of opened) element.open = true;
        cut.hidden = shown.length <= paper;
        cut.textContent = `The first ${paper.toLocaleString('en')} of ${shown.length.toLocaleString('en')} rows.`;
      });
      addEventListener('afterprint', () => {
        for (const element of opened) element.open = false;
        body.replaceChildren(makeRows(first, end));
        cut.hidden = true;
        scrollTo(0, place);
      });

      $('controls').hidden = status.hidden = false;
      for (const element of document.querySelectorAll('.plain')) element.remove();
      draw(0);
      if (frame(location.hash) !== null) go(frame(location.hash));
    })();

    """#
}
