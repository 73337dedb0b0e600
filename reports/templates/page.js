'use strict';
(async () => {
  const AT_ONCE = 200;
  const find = (id) => document.getElementById(id);
  const list = find('rows'), search = find('search'), status = find('status'), said = find('said');
  const together = Number(find('part-index').dataset.together);
  const choices = ['state', 'target', 'subject'].map((name) => find(`choose-${name}`));
  const number = new Intl.NumberFormat('en');
  let texts = [], rows = [];
  // What a search looks at, made when it is needed for the first time.
  let words = null;
  let matches = [];
  let first = 0;

  const element = (name, properties, ...inner) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inner);
    return made;
  };

  function textOf(row) {
    return [row[0], texts[row[1]], texts[row[2]], texts[row[3]], texts[row[4]], row[6], row[7], row[8], texts[row[9]]].join(' ').toLowerCase();
  }

  function filter() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    const [state, target, subject] = choices.map((choice) => choice.value);
    if (wanted.length && !words) words = rows.map(textOf);
    matches = [];
    rows.forEach((row, at) => {
      if (state && !state.split(',').includes(texts[row[3]])) return;
      if (target && texts[row[1]] !== target) return;
      if (subject && !shows(texts[row[4]], subject)) return;
      if (wanted.every((word) => words[at].includes(word))) matches.push(at);
    });
    first = 0;
    show();
  }

  // Levels of one compiler are told together: `gcc-O0, -O2; clang-O1`.
  const expanded = new Map();
  function shows(told, subject) {
    if (!expanded.has(told)) {
      const names = told.split('; ').flatMap((group) => {
        const [head, ...levels] = group.split(', ');
        const base = head.slice(0, head.lastIndexOf('-O'));
        return [head, ...levels.map((level) => base + level)];
      });
      expanded.set(told, new Set(names));
    }
    return expanded.get(told).has(subject);
  }

  function line(at) {
    const row = rows[at];
    const span = (name, text) => element('span', { className: name, textContent: text });
    const state = texts[row[3]], severity = texts[row[9]];
    const button = element('button', { type: 'button', id: `r-${row[0]}` },
      span(`state ${slug(state)}`, state), span(`how ${slug(severity)}`, severity), span('says', row[7] || row[6] || texts[row[2]]),
      span('many', row[5]), span('who', `${texts[row[1]]} · ${texts[row[2]]}${row[8] ? ` · ${row[8]}` : ''}`));
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => toggle(at, button));
    return element('li', {}, element('h3', {}, button), ...(row[10] ? [drawn(row[10])] : []));
  }

  const slug = (words) => words.replace(/\W+/g, '-');

  // The call: caller, the places of its values, callee. What is wrong stands beside what is right.
  function drawn([caller, callee, guilty, ways, more]) {
    const part = (name, className, ...inner) => element(name, { className }, ...inner);
    const side = (word, who, is) => part('div', is ? 'side guilty' : 'side', part('small', '', word), ' ', texts[who]);
    const place = (word, what, className) => part('span', `at ${className}`, part('small', '', word), ' ', texts[what]);
    const way = ([value, back, right, how, wrong]) => part('li', back ? 'back' : 'forth', part('b', '', texts[value]), ' ',
      place('by the document', right, 'right-place'), ' ', place(texts[how], wrong, 'wrong-place'));
    const rest = more > 0 ? [part('li', 'rest', `and ${more} more`)] : [];
    return part('div', 'sketch', side('caller', caller, guilty & 1), part('ul', 'ways', ...ways.map(way), ...rest),
      side('callee', callee, guilty & 2));
  }

  function show() {
    const last = Math.min(first + AT_ONCE, matches.length);
    list.replaceChildren(...matches.slice(first, last).map(line));
    const of = matches.length === rows.length ? '' : ` of ${number.format(rows.length)}`;
    const buckets = rows.length === 1 ? 'bucket' : 'buckets';
    status.textContent = matches.length > AT_ONCE
      ? `${number.format(matches.length)}${of} ${buckets}; shown are ${number.format(first + 1)} to ${number.format(last)}`
      : `${number.format(matches.length)}${of} ${buckets}`;
    for (const [name, is] of [['before', first > 0], ['after', last < matches.length]]) {
      document.querySelectorAll(`.${name}`).forEach((button) => { button.disabled = !is; });
    }
    document.querySelectorAll('.turn').forEach((pager) => { pager.hidden = matches.length <= AT_ONCE; });
  }

  // Data is JSON, packed; each part is unpacked once.
  const parts = new Map();
  function unpack(part) {
    if (!parts.has(part)) {
      const packed = Uint8Array.from(atob(find(`part-${part}`).textContent), (c) => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      parts.set(part, new Response(stream).json());
    }
    return parts.get(part);
  }

  async function toggle(at, button) {
    const row = button.closest('li');
    if (button.getAttribute('aria-expanded') === 'true') {
      button.setAttribute('aria-expanded', 'false');
      row.querySelector('.detail').remove();
      return;
    }
    button.setAttribute('aria-expanded', 'true');
    const detail = element('div', { className: 'detail' });
    row.append(detail);
    try {
      const all = await unpack(Math.floor(at / together));
      // Made by crosscall's own templates, which escape everything from outside.
      detail.innerHTML = all[at % together];
    } catch (error) {
      detail.textContent = `The details cannot be unpacked: this browser is too old, or the file is damaged (${error.message}).`;
    }
  }

  // A link to a bucket shows its row, whatever is filtered, and its details.
  async function follow() {
    const id = location.hash.startsWith('#b-') ? location.hash.slice(3) : null;
    if (location.hash.startsWith('#only-')) {
      choices.forEach((choice) => { choice.value = ''; });
      search.value = '';
      find('choose-state').value = decodeURIComponent(location.hash.slice(6));
      filter();
      find('buckets').scrollIntoView();
      find('rows').querySelector('button')?.focus({ preventScroll: true });
      return;
    }
    const at = id === null ? -1 : rows.findIndex((row) => row[0] === id);
    if (at < 0) return;
    if (!matches.includes(at)) {
      choices.forEach((choice) => { choice.value = ''; });
      search.value = '';
      filter();
    }
    first = Math.floor(matches.indexOf(at) / AT_ONCE) * AT_ONCE;
    if (!find(`r-${id}`)) show();
    const button = find(`r-${id}`);
    if (button.getAttribute('aria-expanded') === 'false') await toggle(at, button);
    button.focus({ preventScroll: true });
    button.scrollIntoView();
  }

  async function copy(button) {
    const text = button.parentElement.querySelector('pre').textContent;
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.parentElement.querySelector('pre'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      said.textContent = 'Selected: copy it with the keyboard';
    }
    const label = button.textContent;
    button.textContent = said.textContent;
    setTimeout(() => { button.textContent = label; said.textContent = ''; }, 2000);
  }

  function turn(by) {
    first = Math.max(0, first + by * AT_ONCE);
    show();
    find('buckets').scrollIntoView();
    list.querySelector('button')?.focus({ preventScroll: true });
  }

  let waiting = 0;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  choices.forEach((choice) => choice.addEventListener('change', filter));
  find('filters').addEventListener('submit', (event) => { event.preventDefault(); filter(); });
  find('filters').addEventListener('reset', () => setTimeout(filter));
  document.querySelectorAll('.before').forEach((button) => button.addEventListener('click', () => turn(-1)));
  document.querySelectorAll('.after').forEach((button) => button.addEventListener('click', () => turn(1)));
  list.addEventListener('click', (event) => {
    if (event.target.matches('.copy')) copy(event.target);
  });
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    // The same link a second time is no change of the hash.
    const link = event.target.closest('a[href^="#b-"], a[href^="#only-"]');
    if (link && link.getAttribute('href') === location.hash) follow();
  });
  document.querySelectorAll('.one').forEach((button) => button.addEventListener('click', () => {
    const is = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(is));
    find(button.getAttribute('aria-controls')).querySelectorAll('tbody tr').forEach((row) => {
      row.hidden = is && row.dataset.one !== 'yes';
    });
  }));
  document.querySelectorAll('.scripted').forEach((part) => { part.hidden = false; });
  document.querySelectorAll('.unscripted').forEach((part) => { part.hidden = true; });
  try {
    ({ texts, rows } = await unpack('index'));
  } catch (error) {
    status.textContent = `The buckets cannot be unpacked: this browser is too old, or the file is damaged (${error.message}).`;
    return;
  }
  filter();
  performance.mark('rows');
  if (!location.hash) return;
  // The other parts are there when the document is.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', follow); else follow();
})();
