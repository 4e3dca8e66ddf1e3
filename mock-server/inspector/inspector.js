// What the page does. It has no names of its own outside; all that it receives becomes text, never markup.

const most = 1000;
const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([, value]) => value !== ''));
const sandbox = query.get('sandbox') ?? '';
const shown = { newest: 0, lists: '' };
const at = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function say(text, isBad) {
  if (at('message').textContent !== text) at('message').textContent = text;
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
  const asked = new URLSearchParams([...query, ['after', shown.newest], ['last', most]]);
  const { health, sandboxes, newest, entries, lists } = await ask(`/overview?${asked}`);
  // Another server or sandbox stands in its place.
  if (newest < shown.newest && newest > 0) return location.reload();
  shown.newest = newest || shown.newest;
  showSandboxes(sandboxes, health);
  showLists(lists);
  const journal = at('journal');
  journal.prepend(...entries.map(entryItem).reverse());
  while (
    journal.childElementCount > most ||
    Number(journal.lastElementChild?.dataset.number) <= shown.newest - health.journal.entries
  ) {
    journal.lastElementChild.remove();
  }
  showFacts(health, journal.childElementCount);
}

async function live() {
  let wasBad = false;
  for (;;) {
    try {
      if (!document.hidden) await refresh();
      if (wasBad) say('', false);
      wasBad = false;
    } catch (error) {
      say(
        error instanceof TypeError ? 'The mock server does not answer. It is asked again and again.' : error.message,
        true,
      );
      wasBad = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function backToBefore(number) {
  const headers = { 'X-Page-Token': document.querySelector('meta[name=page-token]').content };
  const asked = new URLSearchParams({ sandbox });
  try {
    await ask(`/journal/restore?${asked}`, { method: 'POST', headers, body: JSON.stringify({ number }) });
    say(`The lists and messages are as they were before request ${number}.`, false);
  } catch (error) {
    say(error.message, true);
  }
}

function showSandboxes(sandboxes, health) {
  const signature = JSON.stringify([sandboxes, health.sandboxes.open]);
  if (at('sandboxes').dataset.shown === signature) return;
  at('sandboxes').dataset.shown = signature;
  const focused = document.activeElement?.dataset.sandbox;
  const links = [{ name: '' }, ...sandboxes].map(({ name, entries }) => {
    const href = name === '' ? '/' : `/?${new URLSearchParams({ sandbox: name })}`;
    const current = name === sandbox ? { 'aria-current': 'page' } : {};
    const label = (name === '' ? 'of the key itself' : name) + (entries === undefined ? '' : ` · ${entries}`);
    return make('a', { href, 'data-sandbox': name, ...current }, label);
  });
  const more = health.sandboxes.open - sandboxes.length;
  at('sandboxes').replaceChildren(...links, ...(more > 0 ? [make('span', { class: 'pill' }, `${more} more`)] : []));
  if (focused !== undefined) links.find(({ dataset }) => dataset.sandbox === focused)?.focus();
}

function showFacts({ journal, faults, clock }, fitting) {
  const requests = journal.entries + (journal.entries === 1 ? ' request' : ' requests');
  const facts = [at('unfiltered').hidden ? requests : `${fitting} of ${requests}`, 'newest first'];
  if (journal.dropped > 0) facts.push(`${journal.dropped} older ones dropped`);
  if (faults > 0) facts.push(`${faults + (faults === 1 ? ' fault' : ' faults')} armed`);
  if (clock.frozen) facts.push(`the clock stands at ${timeOf(clock.now)}`);
  if (at('facts').textContent !== facts.join(' · ')) at('facts').textContent = facts.join(' · ');
}

const timeOf = (seconds) => new Date(seconds * 1000).toLocaleTimeString('en-GB');

// Lists

function showLists(lists) {
  const signature = JSON.stringify(lists);
  if (shown.lists !== signature) at('lists').replaceChildren(...lists.map(userList));
  shown.lists = signature;
}

const row = (place, kind, name, mark, sign, more = '') =>
  make(
    'li',
    { class: mark },
    make('span', { class: 'place' }, String(place)),
    make('span', { class: `kind ${kind === 'group' ? 'group' : 'user'}` }, make('span', {}, `${kind} `)),
    make('span', { class: 'name', title: name }, name),
    ...(sign === '' ? [] : [make('span', { class: 'sign', title: mark }, sign)]),
    ...(more === '' ? [] : [make('span', { class: 'pill' }, more)]),
  );

const remark = (kind, text) => make('li', { class: kind }, text);

function userList({ uid, name, total, rows }) {
  const items = rows.map(({ kind, id, unread }, index) =>
    row(index + 1, kind, id, 'same', '', unread > 0 ? `${unread} unread` : ''),
  );
  if (total === 0) items.push(remark('empty', 'no conversations'));
  if (total > rows.length) items.push(remark('left-out', `⋯ ${total - rows.length} more`));
  const scrolls = items.length > 7 ? { tabindex: '0' } : {};
  return make(
    'div',
    { class: 'list', 'data-uid': uid },
    make('h4', { title: name }, uid),
    make('ol', { 'aria-label': `The list of ${uid}`, ...scrolls }, ...items),
  );
}

/** The positions of a longest part that rises. */
function rising(numbers) {
  const ends = [];
  const before = [];
  numbers.forEach((number, index) => {
    const found = ends.findIndex((end) => numbers[end] >= number);
    const length = found < 0 ? ends.length : found;
    before[index] = ends[length - 1];
    ends[length] = index;
  });
  const kept = new Set();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) kept.add(index);
  return kept;
}

/** Which entries changed their place among those that stayed; where one alone explains it, the one that was named. */
function movedIn(before, after, names) {
  const places = new Map(before.map((id, place) => [id, place]));
  const stayed = after.filter((id) => places.has(id));
  const without = (ids, id) => JSON.stringify(ids.filter((one) => one !== id));
  const old = before.filter((id) => stayed.includes(id));
  if (without(old) === without(stayed)) return new Set();
  const alone = stayed.find(
    (id) => names.some((name) => id.includes(name)) && without(old, id) === without(stayed, id),
  );
  if (alone !== undefined) return new Set([alone]);
  const kept = rising(stayed.map((id) => places.get(id)));
  return new Set(stayed.filter((_id, index) => !kept.has(index)));
}

/** All rows of short lists; of long ones the first two, the last, and what stands around a change. */
function rowsToShow(length, isChanged) {
  const rows = [];
  for (let place = 0, leftOut = 0; place < length; place += 1) {
    const isNear = [-2, -1, 0, 1, 2].some((step) => isChanged(place + step));
    if (length > 16 && place > 1 && place < length - 1 && !isNear) {
      leftOut += 1;
      continue;
    }
    if (leftOut > 0) rows.push({ leftOut });
    leftOut = 0;
    rows.push({ place });
  }
  return rows;
}

function sidesOf(id, user) {
  if (id.startsWith('group_')) return ['group', id.slice('group_'.length)];
  if (id.startsWith(`${user}_user_`)) return ['user', id.slice(`${user}_user_`.length)];
  return ['user', id.endsWith(`_user_${user}`) ? id.slice(0, -`_user_${user}`.length) : id];
}

function picture({ before, after }, user, names) {
  const moved = movedIn(before, after, names);
  const [old, current] = [new Set(before), new Set(after)];
  const markOf = (id) => (moved.has(id) ? 'moved' : !current.has(id) ? 'gone' : old.has(id) ? 'same' : 'new');
  const isChanged = (place) => [before[place], after[place]].some((id) => id !== undefined && markOf(id) !== 'same');
  const rows = rowsToShow(Math.max(before.length, after.length), isChanged);
  const signs = { same: '', moved: '↕', gone: '−', new: '+' };
  const column = (heading, ids) =>
    make(
      'div',
      { class: 'list' },
      make('h4', {}, heading),
      make(
        'ol',
        { 'aria-label': `The list ${heading}` },
        ...(ids.length === 0
          ? [remark('empty', 'no conversations')]
          : rows.map(({ place, leftOut }) => {
              if (leftOut !== undefined) return remark('left-out', `⋯ ${leftOut} more`);
              if (ids[place] === undefined) return remark('none', '');
              const mark = markOf(ids[place]);
              return row(place + 1, ...sidesOf(ids[place], user), mark, signs[mark]);
            })),
      ),
    );
  const stayed = JSON.stringify(before) === JSON.stringify(after) ? ', which stayed as it was' : '';
  return make(
    'figure',
    {},
    make('figcaption', {}, `The list of ${user}${stayed}`),
    make(
      'div',
      { class: 'columns' },
      column('before', before),
      links(rows, before, after, markOf),
      column('after', after),
    ),
  );
}

function links(rows, before, after, markOf) {
  const space = 'http://www.w3.org/2000/svg';
  const heights = (ids) => new Map(rows.map(({ place }, index) => [ids[place], (index + 0.5) * 20]));
  const right = heights(after);
  const svg = document.createElementNS(space, 'svg');
  svg.style.setProperty('--rows', rows.length);
  const attributes = {
    class: 'links',
    viewBox: `0 0 100 ${rows.length * 20}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  for (const [id, from] of heights(before)) {
    const to = right.get(id);
    if (id === undefined || to === undefined) continue;
    const path = document.createElementNS(space, 'path');
    path.setAttribute('class', markOf(id));
    path.setAttribute('d', ['M0', from, 'C50', from, '50', to, '100', to].join(' '));
    svg.append(path);
  }
  return svg;
}

// Journal

function entryItem(entry) {
  const { number, at, request, answer, unspecified, hints, faults = [] } = entry;
  const { status } = answer;
  const outcome = status === undefined || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'good';
  const code = answer.body?.error?.code;
  const pills = [
    ...(typeof code === 'string' ? [make('code', { class: outcome }, code)] : []),
    ...(request.onBehalfOf === undefined ? [] : [make('span', { class: 'pill' }, `for ${request.onBehalfOf}`)]),
    ...faults.map((name) => make('span', { class: 'pill fault' }, `fault ${name}`)),
    ...(hints.length === 0 ? [] : [make('span', { class: 'pill hint' }, 'hint')]),
    ...(unspecified.length === 0 ? [] : [make('span', { class: 'pill' }, `unspecified ${unspecified.length}`)]),
  ];
  const details = make(
    'details',
    {},
    make(
      'summary',
      {},
      make('span', { class: 'number' }, `#${number}`),
      make('span', { class: 'time' }, timeOf(at)),
      make('code', {}, `${request.method} ${request.url}`),
      make('span', { class: `status ${outcome}` }, String(status ?? 'no answer')),
      make('span', { class: 'pills' }, ...pills),
    ),
  );
  details.addEventListener('toggle', () => details.append(entryDetails(entry)), { once: true });
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
