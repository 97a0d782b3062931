// Elements. Texts become nodes as texts, never as markup.

export function $(id) { return document.getElementById(id); }

export function make(name, properties = {}, ...children) {
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

export function button(text, title, act) {
  const made = make('button', { type: 'button', title }, text);
  made.addEventListener('click', act);
  return made;
}

// Calls it before the next frame, once however often it is asked for.
const asked = new Map();

export function soon(name, act) {
  if (asked.has(name)) return;
  asked.set(name, requestAnimationFrame(() => {
    asked.delete(name);
    performance.mark(`${name}-begins`);
    act();
    performance.measure(`page:${name}`, `${name}-begins`);
  }));
}

export function copyText(text) {
  const area = make('textarea', { value: text, class: 'away' });
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
