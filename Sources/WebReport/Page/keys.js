// What keys do, and where it is said.

import { make } from './dom.js';

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

export const ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));

export function helpTable() {
  return make('dl', { class: 'facts-of' }, ...KEYS.flatMap(([keys, text]) => [make('dt', {}, make('kbd', {}, keys)), make('dd', {}, text)]));
}

export function listen(act) {
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
