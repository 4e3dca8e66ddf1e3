import { type Html, html } from './markup.ts';
import type { Columns } from './page.ts';

/** What a reader chooses stands in the address, so that a view can be sent to somebody. Shown by the script alone. */
export const filterForm = ({ names }: Columns): Html => html`
  <form class="filters" hidden>
    <fieldset><legend>Requirements</legend>${['', 'required', 'derived'].map((level) => html`<label><input type="radio" name="level" value="${level}"> ${level || 'all'}</label> `)}</fieldset>
    <fieldset><legend>Hide</legend>${names.map(({ name }) => html`<label><input type="checkbox" name="hide" value="${name}"> ${name}</label> `)}</fieldset>
  </form>`;

/** Hides what is not chosen, and groups and counts the rows again by what is left. */
export const filterScript = ({ standingOf }: Columns): string => `
const standingOf = ${standingOf};
const form = document.querySelector('form.filters');
const chosen = new URLSearchParams(location.search);
for (const input of form.elements) {
  if (input.name) input.checked = chosen.getAll(input.name).includes(input.value) || (input.value === '' && !chosen.get(input.name));
}
const sections = [...document.querySelectorAll('section:has([data-group])')].map((section) => ({
  folds: [...section.querySelectorAll('[data-group]')],
  rows: [...section.querySelectorAll('tbody tr')],
}));
const apply = () => {
  const data = new FormData(form);
  const hidden = data.getAll('hide');
  const level = data.get('level');
  for (const part of document.querySelectorAll('[data-column], tr.required, tr.derived')) {
    const isOther = part.matches('.required, .derived') && level && !part.classList.contains(level);
    part.hidden = Boolean(isOther) || hidden.includes(part.dataset.column);
  }
  document.body.style.setProperty('--columns', form.elements.hide.length - hidden.length);
  for (const { folds, rows } of sections) {
    for (const row of rows) {
      const shown = [...row.querySelectorAll('[data-column]')].filter((cell) => !cell.hidden);
      const group = standingOf(shown.map((cell) => cell.dataset.value ?? null));
      folds.find((fold) => fold.dataset.group === group).querySelector('tbody').append(row);
    }
    for (const fold of folds) {
      const count = fold.querySelectorAll('tbody tr:not([hidden])').length;
      const summary = fold.querySelector('summary');
      summary.textContent = summary.textContent.replace(/^\\d+/, count);
      fold.hidden = count === 0;
    }
  }
  for (const section of document.querySelectorAll('section:has(> article)')) {
    section.hidden = !section.querySelector(':scope > article:not([hidden])');
  }
  const kept = new URLSearchParams([...data].filter(([, value]) => value !== ''));
  history.replaceState(null, '', location.pathname + (kept.size ? '?' + kept : '') + location.hash);
};
form.hidden = false;
form.onchange = apply;
if (location.search) apply();
`;
