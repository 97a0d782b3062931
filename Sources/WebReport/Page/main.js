// Puts the parts together: one view, and whoever has to follow it.

import { formatAddress, parseAddress } from './address.js';
import { drawConversation } from './conversation.js';
import { Data, GROUPS } from './data.js';
import { drawDetails, ticketText } from './details.js';
import { $, button, copyButton, make, soon } from './dom.js';
import { follower } from './follow.js';
import { helpTable, listen } from './keys.js';
import { readLook } from './look.js';
import { drawRecords, recordsPart } from './records.js';
import { chosenRows, hiddenMatches, matcher, places } from './search.js';
import { Stage } from './stage.js';
import { Table } from './table.js';
import { drawSparks, growTrees } from './tree.js';
import { View } from './view.js';

performance.mark('page:begins');
const store = $('data');
const data = new Data(JSON.parse(store.textContent));
store.remove();
performance.measure('page:data', 'page:begins');
const view = new View(data);
let test = null;

// MARK: Parts

// - shows: the range moves to where it is.
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
// Where details are a sheet over the page, and there may be no keys.
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
// What a newer page would not have, or what somebody reads or types just now.
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
// A screen reader is told what is chosen.
const say = make('div', { class: 'away', role: 'status', id: 'say' });
document.body.append(say);

// With what it does not tell: how many findings there are of which rules, and what the page has left out.
function verdictText() {
  const said = selector => [...document.querySelectorAll(selector)].map(one => `- ${ticketText(one.textContent.trim())}`);
  const rules = new Map();
  for (const { rule } of data.findings) rules.set(rule, (rules.get(rule) || 0) + 1);
  const all = [...rules].map(([rule, count]) => `${rule} (${count})`).join(', ');
  const lines = [...said('.redacted'), ...said('section[aria-labelledby=verdict] p'), `- all findings: ${all || 'none'}`, ...said('footer .left-out'), ...said('footer .hash')];
  return `### ${ticketText(document.querySelector('h1').textContent)}\n${lines.join('\n')}\n`;
}

// MARK: Following the view

const LARGE = 200000;
let waiting = 0;

function list() {
  table.show(chosenRows(data, view, test));
  // What is chosen stays in sight.
  if (view.row >= 0 && table.rows[table.place(view.row)] === view.row) table.reveal(view.row);
  // What is searched for may be of a kind that is not shown.
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
    // A range that is in the address stays.
    chooseFrame(place.at, true, place.from === undefined);
  });
}

function around(start, end) {
  const margin = Math.max((end - start) * 0.04, 1000);
  view.range(start - margin, end + margin);
}

// MARK: What people do

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
// What has no place without a script has one now.
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
// What is further down can wait until the first screen is there.
setTimeout(() => {
  growTrees(data, row => {
    choose(row);
    $('left').scrollIntoView();
  });
  drawSparks(stage.look);
  drawRecords(stage.look);
}, 50);
// For tests.
window.page = { data, view, table, stage };
performance.measure('page:ready', 'page:begins');
