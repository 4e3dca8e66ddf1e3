import type { Report, RequirementResult } from '../report.ts';
import { consistencySentence } from './consistency-text.ts';
import { failureArticle } from './html-failure.ts';
import { type Html, html, nothing, verbatim } from './html-markup.ts';
import { styleSheet } from './html-style.ts';
import {
  axisLines,
  counted,
  headline,
  outcomeWords,
  repeatOptions,
  seconds,
  statusLines,
  tally,
  verdictSentence,
} from './summary.ts';

/** The report as one page that needs no script, no network and no other file. */
export function htmlReport(report: Report): string {
  const { failed, knownFailures } = tally(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
  <meta name="color-scheme" content="light dark">
  <title>${headline(report)}: ${report.target}</title>
  <style>${verbatim(styleSheet)}</style>
</head>
<body class="${report.replayed && report.verdict === 'conforms' ? 'replayed' : report.verdict}">
${heading(report)}
<main>${
    failed.length > 0
      ? html`
  <section>
    <h2>${failed.length === 1 ? 'The violation' : `The ${failed.length} violations`}</h2>${failed.map((result) => failureArticle(result, report.target))}
  </section>`
      : nothing
  }${
    knownFailures.length > 0
      ? html`
  <section>
    <h2>Violations that are known</h2>${knownFailures.map((result) => failureArticle(result, report.target))}
  </section>`
      : nothing
  }
${requirementSection(report)}
${behaviourSection(report)}
${consistencySection(report)}
${
  report.notes.length > 0
    ? html`
  <section>
    <h2>Notes</h2>
    <ul class="notes">${report.notes.map((note) => html`<li>${note}</li>`)}</ul>
  </section>`
    : nothing
}
</main>
${report.replayed ? nothing : repeating(report)}
</body>
</html>
`;
  return page.markup;
}

const repeating = (report: Report): Html => html`<footer>
  <p>Repeat the run with <code>${repeatOptions(report)}</code>.${tally(report).failed.length > 0 ? html` The JSON report repeats its violations alone, with <code>--replay</code>.` : nothing}</p>
</footer>`;

function heading(report: Report): Html {
  const { target, seed, budget, requests, observedResets, durationMs, requirements, verdict, replayed } = report;
  const words = outcomeWords(report);
  return html`<header class="verdict">
  <p class="eyebrow">Conversation Reset API · ${replayed ? 'violations repeated' : 'conformance'}</p>
  <h1>${headline(report)}</h1>
  <p>${verdictSentence(report)}</p>${
    requirements.length > 0 && verdict !== 'not-run' && !replayed
      ? html`
  <div class="strip" aria-hidden="true">${requirements.map((result) => html`<a class="${look(result)}" href="#${anchor(result)}" title="${result.id}: ${words[result.outcome]}"></a>`)}</div>`
      : nothing
  }
  <dl class="facts">
    <div><dt>target</dt><dd>${target}</dd></div>
${
  replayed
    ? nothing
    : html`
    <div><dt>seed</dt><dd>${seed}</dd></div>
    <div><dt>budget</dt><dd>${budget}</dd></div>
    <div><dt>seen to work</dt><dd>${counted(observedResets, 'reset')}</dd></div>`
}
    <div><dt>sent</dt><dd>${counted(requests, 'request')}</dd></div>
    <div><dt>took</dt><dd>${seconds(durationMs)}</dd></div>
  </dl>
</header>`;
}

/** The class of a result, which decides its colour. */
const look = ({ outcome, known }: RequirementResult): string => (known === undefined ? outcome : 'known');

const signs: Readonly<Record<string, string>> = {
  pass: '✓',
  fail: '✗',
  known: '✗',
  'not-exercised': '?',
  'not-applicable': '–',
};

/** A failure has a story of its own to go to. */
const anchor = (result: RequirementResult): string => (result.outcome === 'fail' ? result.id : `row-${result.id}`);

function requirementSection(report: Report): Html {
  const { requirements, verdict } = report;
  if (requirements.length === 0 || verdict === 'not-run') return nothing;
  const most = Math.max(1, ...requirements.map(({ exercised }) => exercised));
  return html`
  <section>
    <h2>${report.replayed ? 'Repeated' : 'Requirements'}</h2>
    <table class="requirements">
      <thead><tr><th></th><th>requirement</th><th>clause of the specification</th><th>level</th><th class="number">tried</th></tr></thead>
      <tbody>${requirements.map((result) => requirementRow(result, most, report))}
      </tbody>
    </table>
  </section>`;
}

/** A remark that is the whole run's reason is not said again. */
function requirementRow(result: RequirementResult, most: number, report: Report): Html {
  const { id, level, clause, title, outcome, exercised, because, known } = result;
  const share = Math.round((100 * Math.log1p(exercised)) / Math.log1p(most));
  const word = outcomeWords(report)[outcome];
  const detail = because === report.reason ? known : (because ?? known);
  const remark = detail === undefined ? (report.replayed ? word : undefined) : `${word}: ${detail}`;
  const name = outcome === 'fail' ? html`<a href="#${id}">${id}</a>` : html`${id}`;
  return html`
        <tr class="${look(result)}" id="row-${id}">
          <td class="sign" title="${word}">${signs[look(result)] ?? ''}</td>
          <td><strong>${name}</strong><br>${title}${remark === undefined ? nothing : html`<p class="remark">${remark}</p>`}</td>
          <td class="clause">${clause}</td>
          <td><span class="pill ${level}">${level}</span></td>
          <td class="number">${exercised}<span class="bar" style="--share:${share}%"></span></td>
        </tr>`;
}

function behaviourSection(report: Report): Html {
  const axes = axisLines(report);
  const statuses = statusLines(report);
  if (axes.length + statuses.length + report.behaviourUnknown.length === 0) return nothing;
  return html`
  <section>
    <h2>Behaviour found</h2>
    <p class="lead">What the target does where the specification is silent. None of it is right or wrong.</p>
    <table class="behaviour">
      <thead><tr><th>axis</th><th>value</th><th>seen</th></tr></thead>
      <tbody>${axes.map(
        ({ axis, value, evidence = '' }) => html`
        <tr><td>${axis}</td><td><span class="pill value">${value}</span></td><td class="clause">${evidence}</td></tr>`,
      )}${report.behaviourUnknown.map(
        (axis) => html`
        <tr><td>${axis}</td><td><span class="pill unknown">unknown</span></td><td class="clause">${report.evidence[axis] ?? ''}</td></tr>`,
      )}
      </tbody>
    </table>${
      statuses.length > 0
        ? html`
    <h3>Statuses</h3>
    <ul class="statuses">${statuses.map(([name, status]) => html`<li><b>${status}</b> ${name}</li>`)}</ul>`
        : nothing
    }
  </section>`;
}

function consistencySection({ consistency }: Report): Html {
  const sentence = consistencySentence(consistency);
  if (sentence === undefined) return nothing;
  const timeline = consistency?.example?.timeline ?? [];
  return html`
  <section>
    <h2>Parallel requests</h2>
    <p>${sentence}</p>${
      timeline.length > 0
        ? html`
    <pre>${timeline.join('\n')}</pre>`
        : nothing
    }
  </section>`;
}
