// What the page does. It has no names of its own outside; all that it receives becomes text, never markup.

const most = 1000;
const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([, value]) => value !== ''));
const sandbox = query.get('sandbox') ?? '';
let newestShown = 0;
const at = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const isDrawing = name === 'svg' || name === 'path';
  const element = document.createElementNS(`http://www.w3.org/${isDrawing ? '2000/svg' : '1999/xhtml'}`, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Shows data at an id. What is shown already stays, with focus and selection; a link in the place of another has its focus. */
function show(id, data, elementsFor) {
  const signature = JSON.stringify(data);
  if (at(id).dataset.shown === signature) return;
  const focused = [...at(id).children].indexOf(document.activeElement);
  at(id).replaceChildren(...elementsFor(data));
  at(id).children[focused]?.focus();
  at(id).dataset.shown = signature;
}

function say(text, isBad) {
  show('message', text, () => [text]);
  at('message').classList.toggle('bad', isBad);
}

async function ask(path, init = {}) {
  const given = sessionStorage.getItem('control-token');
  const headers = { ...init.headers, ...(given === null ? {} : { Authorization: `Bearer ${given}` }) };
  const answer = await fetch(`/_mock${path}`, { ...init, headers, cache: 'no-store' });
  at('control-token').hidden = answer.status !== 401;
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error.message);
  return body;
}

// Live

async function refresh() {
  const asked = new URLSearchParams([...query, ['after', newestShown], ['last', most]]);
  const { health, sandboxes, newest, entries, lists } = await ask(`/overview?${asked}`);
  // Another server or sandbox stands in its place.
  if (newest < newestShown && newest > 0) return location.reload();
  newestShown = newest || newestShown;
  const more = health.sandboxes.open - sandboxes.length;
  const links = () => [{ name: '' }, ...sandboxes].map(sandboxLink);
  show('sandboxes', [sandboxes, more], () => (more > 0 ? [...links(), `${more} more`] : links()));
  show('lists', lists, () => lists.map(userList));
  const journal = at('journal');
  journal.prepend(...entries.map(entryItem).reverse());
  const oldest = newestShown - health.journal.entries;
  while (journal.childElementCount > most || Number(journal.lastElementChild?.dataset.number) <= oldest) {
    journal.lastElementChild.remove();
  }
  show('facts', factsOf(health, journal.childElementCount), (facts) => [facts.join(' · ')]);
}

async function live() {
  for (let wasBad = false; ; ) {
    try {
      if (!document.hidden) await refresh();
      if (wasBad) say('', false);
      wasBad = false;
    } catch ({ name, message }) {
      say(name === 'TypeError' ? 'The mock server does not answer. It is asked again and again.' : message, true);
      wasBad = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function backToBefore(number) {
  const asked = new URLSearchParams({ sandbox });
  try {
    await ask(`/journal/restore?${asked}`, { method: 'POST', body: JSON.stringify({ number }) });
    say(`The lists and messages are as they were before request ${number}.`, false);
  } catch (error) {
    say(error.message, true);
  }
}

function sandboxLink({ name, entries }) {
  const href = name === '' ? '/' : `/?${new URLSearchParams({ sandbox: name })}`;
  const current = name === sandbox ? { 'aria-current': 'page' } : {};
  return make('a', { href, ...current }, name === '' ? 'of the key itself' : `${name} · ${entries}`);
}

function factsOf({ journal, faults, clock }, fitting) {
  const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const requests = counted(journal.entries, 'request');
  return [
    at('unfiltered').hidden ? requests : `${fitting} of ${requests}`,
    'newest first',
    ...(journal.dropped > 0 ? [`${journal.dropped} older ones dropped`] : []),
    ...(faults > 0 ? [`${counted(faults, 'fault')} armed`] : []),
    ...(clock.frozen ? [`the clock stands at ${timeOf(clock.now)}`] : []),
  ];
}

const timeOf = (seconds) => new Date(seconds * 1000).toLocaleTimeString('en-GB');

// Lists, drawn as in the report of the suite

const signs = { same: '', moved: '↕', lost: '−', extra: '+' };

const place = (index) => make('td', { class: 'place' }, index + 1);

function entryCell(name, mark, ...more) {
  const sign = make('b', signs[mark] === '' ? {} : { title: mark }, signs[mark]);
  const whole = make('div', { title: name }, sign, make('span', { class: 'name' }, name), ...more);
  return make('td', { class: mark }, whole);
}

function userList({ uid, total, rows }) {
  const items = rows.map(({ kind, id, unread }, index) => {
    const more = unread > 0 ? [pill(`${unread} unread`)] : [];
    return make('tr', {}, place(index), entryCell(kind === 'user' ? id : `group ${id}`, 'same', ...more));
  });
  const remark = total === 0 ? 'no conversations' : total > rows.length ? `${total - rows.length} more` : '';
  const last = make('tr', {}, make('td', { class: 'place' }), make('td', { class: 'none' }, remark));
  const list = [...items, ...(remark === '' ? [] : [last])];
  return make('table', { class: 'lists', 'data-uid': uid }, make('caption', {}, uid), ...list);
}

/** Which entries changed their place among those that stayed; where one alone explains it, that one, the named first. */
function movedIn(before, after, names) {
  const [old, current] = [new Set(before), new Set(after)];
  const [stayed, now] = [before.filter((id) => current.has(id)), after.filter((id) => old.has(id))];
  const without = (ids, id) => JSON.stringify(ids.filter((one) => one !== id));
  const moved = now.filter((id, place) => id !== stayed[place]);
  const alone = moved.filter((id) => without(stayed, id) === without(now, id));
  const first = alone.find((id) => names.some((name) => id.includes(name))) ?? alone[0];
  return new Set(first === undefined ? moved : [first]);
}

function nameOf(id, user) {
  if (id.startsWith('group_')) return `group ${id.slice('group_'.length)}`;
  if (id.startsWith(`${user}_user_`)) return id.slice(`${user}_user_`.length);
  return id.endsWith(`_user_${user}`) ? id.slice(0, -`_user_${user}`.length) : id;
}

function picture({ before, after }, user, names) {
  const moved = movedIn(before, after, names);
  const markOf = (id) => {
    if (moved.has(id)) return 'moved';
    return !after.includes(id) ? 'lost' : before.includes(id) ? 'same' : 'extra';
  };
  const entryAt = (index, ids) => {
    const [id, isEmpty] = [ids[index], ids.length === 0 && index === 0];
    if (id !== undefined) return entryCell(nameOf(id, user), markOf(id));
    return make('td', { class: 'none' }, isEmpty ? 'no conversations' : '');
  };
  const length = Math.max(before.length, after.length, 1);
  const rows = Array.from({ length }, (_, index) => {
    const lines = index === 0 ? [linesBetween(before, after, markOf, length)] : [];
    return make('tr', {}, place(index), entryAt(index, before), ...lines, entryAt(index, after));
  });
  const heads = Object.entries({ place: '', before: 'before', lines: '', after: 'after' });
  const head = make('tr', {}, ...heads.map(([name, text]) => make('th', { class: name }, text)));
  const stayed = JSON.stringify(before) === JSON.stringify(after) ? ', which stayed as it was' : '';
  const caption = make('figcaption', {}, `The list of ${user}${stayed}`);
  return make('figure', { tabindex: '0' }, caption, make('table', { class: 'lists' }, head, ...rows));
}

/** A line from each entry to where it has come. */
function linesBetween(before, after, markOf, rows) {
  const [rowHeight, gap] = [32, 4];
  const middleOf = (index) => rowHeight / 2 + (rowHeight + gap) * index;
  const paths = before.flatMap((id, index) => {
    if (!after.includes(id)) return [];
    const [from, to] = [middleOf(index), middleOf(after.indexOf(id))];
    return [make('path', { class: markOf(id), d: `M0 ${from} C50 ${from} 50 ${to} 100 ${to}` })];
  });
  const height = (rowHeight + gap) * rows - gap;
  const size = { viewBox: `0 0 100 ${height}`, height, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  return make('td', { class: 'lines', rowspan: rows }, make('svg', size, ...paths));
}

// Journal

function pill(text, tone = '') {
  return make('span', { class: `pill ${tone}` }, text);
}

function entryItem(entry) {
  const { number, at, request, answer, unspecified, hints, faults = [] } = entry;
  const { status } = answer;
  const outcome = status === undefined || status >= 500 ? 'bad' : status >= 400 ? 'open' : 'good';
  const code = answer.body?.error?.code;
  const pills = [
    ...(typeof code === 'string' ? [pill(code, outcome)] : []),
    ...(request.onBehalfOf === undefined ? [] : [pill(`for ${request.onBehalfOf}`)]),
    ...faults.map((name) => pill(`fault ${name}`, 'bad')),
    ...(hints.length === 0 ? [] : [pill('hint', 'open')]),
    ...(unspecified.length === 0 ? [] : [pill(`unspecified ${unspecified.length}`)]),
  ];
  const details = make(
    'details',
    {},
    make(
      'summary',
      { class: 'request' },
      make('span', { class: 'note' }, `#${number} ${timeOf(at)}`),
      make('code', {}, `${request.method} ${request.url}`),
      make('span', { class: `status ${outcome}` }, String(status ?? 'no answer')),
      make('span', { class: 'pills' }, ...pills),
    ),
  );
  const open = () => {
    details.append(entryDetails(entry));
    details.querySelector('figure :is(.moved, .lost, .extra)')?.scrollIntoView({ block: 'nearest' });
  };
  details.addEventListener('toggle', open, { once: true });
  return make('li', { 'data-number': number }, details);
}

function entryDetails({ number, request, answer, list, unspecified, hints, faults = [] }) {
  const restore = make('button', { type: 'button' }, 'Back to before this request');
  restore.addEventListener('click', () => backToBefore(number));
  const user = request.onBehalfOf ?? '';
  const sentence = (lead, what) =>
    what.length === 0 ? [] : [make('p', {}, make('strong', {}, `${lead} `), what.join(', '))];
  return make(
    'div',
    { class: 'entry' },
    make('div', { class: 'exchange' }, side('Request', request.body), side('Answer', answer.body)),
    ...(list === undefined ? [] : [picture(list, user, namesIn(request))]),
    ...sentence('Where the specification is silent, this rests on', unspecified),
    ...sentence('Hint:', hints),
    ...sentence('Wrong on purpose:', faults),
    restore,
  );
}

/** Whom a request names, but for the acting user. */
function namesIn({ url, body, onBehalfOf }) {
  return [url.split(/[/?]/)[3], body?.conversationWith].filter(
    (name) => typeof name === 'string' && name !== '' && name !== onBehalfOf,
  );
}

function side(heading, body) {
  const text = body === undefined ? 'no body' : typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  const cut = text.length > 20000 ? `${text.slice(0, 20000)}…` : text;
  return make('div', {}, make('h3', {}, heading), make('pre', { tabindex: '0', 'aria-label': heading }, cut));
}

// Forms

for (const input of at('filter').elements) if (input.name !== '') input.value = query.get(input.name) ?? '';
at('filter').addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});
at('unfiltered').href = `/?${new URLSearchParams(sandbox === '' ? {} : { sandbox })}`;
at('unfiltered').hidden = [...query.keys()].every((name) => name === 'sandbox');
at('control-token').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem('control-token', new FormData(event.target).get('token'));
  location.reload();
});
live();
