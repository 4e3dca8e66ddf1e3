// What a page does where scripts run; it can be read without.

for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  button.onclick = () => {
    getSelection().selectAllChildren(button.nextElementSibling);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected: copy it now';
  };
}

/** Opens what a link leads into. */
function reveal() {
  const fold = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  fold.scrollIntoView();
}
addEventListener('hashchange', reveal);
reveal();

const filters = document.querySelector('form.filters');
if (filters) showFilters(filters);

/** What a reader chooses stands in the address, so that a view can be sent to somebody. */
function showFilters(form) {
  const chosen = new URLSearchParams(location.search);
  for (const input of form.elements) {
    if (!input.name) continue;
    input.checked = chosen.getAll(input.name).includes(input.value) || (input.value === '' && !chosen.get(input.name));
  }
  const sections = [...document.querySelectorAll('section:has([data-group])')].map((section) => ({
    folds: [...section.querySelectorAll('[data-group]')],
    rows: [...section.querySelectorAll('tbody tr')],
  }));
  const apply = () => {
    const data = new FormData(form);
    hideOthers(data.get('level'), data.getAll('hide'));
    document.body.style.setProperty('--columns', form.elements.hide.length - data.getAll('hide').length);
    for (const section of sections) group(section);
    for (const section of document.querySelectorAll('section:has(> article)')) {
      section.hidden = !section.querySelector(':scope > article:not([hidden])');
    }
    const kept = new URLSearchParams([...data].filter(([, value]) => value !== ''));
    history.replaceState(null, '', location.pathname + (kept.size ? `?${kept}` : '') + location.hash);
  };
  form.hidden = false;
  form.onchange = apply;
  if (location.search) apply();
}

function hideOthers(level, columns) {
  for (const part of document.querySelectorAll('[data-column], tr.required, tr.derived')) {
    const isOther = level && part.matches('.required, .derived') && !part.classList.contains(level);
    part.hidden = Boolean(isOther) || columns.includes(part.dataset.column);
  }
}

/** Puts each row where it belongs by the columns that are left, and counts again. */
function group({ folds, rows }) {
  for (const row of rows) {
    const shown = [...row.querySelectorAll('[data-column]')].filter((cell) => !cell.hidden);
    const standing = standingOf(shown.map((cell) => cell.dataset.value));
    folds
      .find((fold) => fold.dataset.group === standing)
      .querySelector('tbody')
      .append(row);
  }
  for (const fold of folds) {
    const count = fold.querySelectorAll('tbody tr:not([hidden])').length;
    const summary = fold.querySelector('summary');
    summary.textContent = summary.textContent.replace(/^\d+/, count);
    fold.hidden = count === 0;
  }
}

/** As a comparison has it: of the values that were measured. */
function standingOf(values) {
  const measured = new Set(values.filter((value) => value !== undefined));
  if (measured.size > 1) return 'differs';
  return values.includes(undefined) ? 'partly-measured' : 'alike';
}
