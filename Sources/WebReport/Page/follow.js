// The page while somebody listens: a newer one takes its place, as long as nothing is lost by that.

import { button, make } from './dom.js';
import { timeText } from './scales.js';

// After so many intervals without a newer page, whoever wrote this one is taken to have ended.
const MOST_INTERVALS = 1200;
// Beyond so many, the page says that nothing is new.
const FEW_INTERVALS = 5;

// What to do at a moment. Times in milliseconds: since the page was written, and since it was read.
export function nextStep({ age, read, interval, isBusy, isOn }) {
  const isOver = age >= MOST_INTERVALS * interval;
  // The longer nothing came, the less often somebody looks.
  const reloads = isOn && !isOver && !isBusy && read >= Math.max(interval, age / 10);
  const when = age < FEW_INTERVALS * interval ? 'new' : `nothing new for ${timeText(age * 1000, 60e6)}`;
  const rest = isOver ? ': no longer looked for' : isOn && isBusy ? '; waits while something is chosen' : '';
  return { isOver, reloads, text: `${when}${rest}` };
}

// The button and the words beside it; nothing on the last page.
export function follower(data, isBusy) {
  if (!data.json.reloads) return [];
  const interval = data.json.reloads / 1000, begun = Date.now();
  const told = make('span', { class: 'soft', id: 'age' });
  let isOn = true;
  const follows = button('Live', 'Shows the newest page by itself, unless something is chosen', () => {
    // Asked for by hand, it looks at once.
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
