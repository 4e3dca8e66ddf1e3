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
  const fold = document.getElementById(decoded(location.hash.slice(1)))?.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  fold.scrollIntoView();
}

/** An address may end in anything. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
addEventListener('hashchange', reveal);
reveal();

/** What a reader hides stands in the address, so that a view can be sent to somebody. */
const filters = document.querySelector('form.filters');
if (filters) {
  const chosen = new URLSearchParams(location.search).getAll('hide');
  for (const input of filters.elements) input.checked = chosen.includes(input.value);
  filters.hidden = false;
  filters.onchange = hide;
  hide();
}

function hide() {
  const hidden = new FormData(filters).getAll('hide');
  for (const part of document.querySelectorAll('[data-of]')) {
    part.hidden = part.dataset.of.split(' ').some((one) => hidden.includes(one));
  }
  const kept = new URLSearchParams(hidden.map((one) => ['hide', one]));
  history.replaceState(null, '', location.pathname + (kept.size ? `?${kept}` : '') + location.hash);
}
