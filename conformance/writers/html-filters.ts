import { type Html, html } from './markup.ts';

/** What a reader chooses stands in the address, so that a view can be sent to somebody. Shown by the script alone. */
export const filterForm = (columns: readonly string[]): Html => html`
  <form class="filters" hidden>
    <fieldset><legend>Requirements</legend>${['', 'required', 'derived'].map((level) => html`<label><input type="radio" name="level" value="${level}"> ${level || 'all'}</label> `)}</fieldset>
    <fieldset><legend>Hide</legend>${columns.map((name) => html`<label><input type="checkbox" name="hide" value="${name}"> ${name}</label> `)}</fieldset>
  </form>`;

export const filterScript = `
const form = document.querySelector('form.filters');
const chosen = new URLSearchParams(location.search);
for (const input of form.elements) {
  if (input.name) input.checked = chosen.getAll(input.name).includes(input.value) || (input.value === '' && !chosen.get(input.name));
}
const apply = () => {
  const data = new FormData(form);
  const hidden = data.getAll('hide');
  const level = data.get('level');
  for (const part of document.querySelectorAll('[data-column], tr.required, tr.derived')) {
    const row = part.matches('.required, .derived') && level && !part.classList.contains(level);
    part.hidden = Boolean(row) || hidden.includes(part.dataset.column);
  }
  const kept = new URLSearchParams([...data].filter(([, value]) => value !== ''));
  history.replaceState(null, '', location.pathname + (kept.size ? '?' + kept : '') + location.hash);
};
form.hidden = false;
form.onchange = apply;
if (location.search) apply();
`;
