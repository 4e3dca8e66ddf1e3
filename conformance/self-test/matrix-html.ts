import { requirements } from '../requirements/all.ts';
import { styleSheet } from '../writers/html-style.ts';
import { type Html, html, nothing, verbatim } from '../writers/markup.ts';
import { counted, seconds } from '../writers/report-words.ts';
import { accusations, figures, meaning, repeatCommand, share, unreachableWords, verdictOf } from './matrix-words.ts';
import type { FaultRow, RequirementRow, SelfTestReport } from './self-test-report.ts';

/** The matrix as one page that needs no script, no network and no other file. */
export function matrixHtml(report: SelfTestReport): string {
  const { word, isGood } = verdictOf(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
  <meta name="color-scheme" content="light dark">
  <title>Can the suite be trusted? ${word}</title>
  <style>${verbatim(styleSheet + ownStyle)}</style>
</head>
<body class="${isGood ? 'conforms' : 'violates'}">
${heading(report, word)}
<main>
${survivorSection(report)}
${alarmSection(report)}
${unreachedSection(report)}
${secondSection(report)}
${controlSection(report)}
${matrixSection(report)}
</main>
<footer>
  <p>Repeat it with <code>${repeatCommand(report)}</code>.</p>
</footer>
</body>
</html>
`;
  return page.markup;
}

const ownStyle = `
.matrix td { vertical-align: top; } .matrix td:first-child { width: 34%; }
.faults { display: flex; flex-wrap: wrap; gap: .3rem; margin: 0; padding: 0; list-style: none; }
.faults li { padding: .05rem .5rem; border-radius: 4px; background: var(--good-bg); color: var(--good); font: .76rem/1.6 var(--mono); }
.faults .missed { background: var(--bad-bg); color: var(--bad); } .faults .unreached { background: var(--open-bg); color: var(--open); }
.accused { margin: 0 0 1rem; padding: .8rem 1rem; border-left: 4px solid var(--bad); border-radius: 6px; background: var(--bad-bg); }
.accused p { margin: 0; } .accused ul { margin: .4rem 0 0; padding-left: 1.1rem; color: var(--soft); }
`;

function heading(report: SelfTestReport, word: string): Html {
  const { seeds, seed, durationMs } = report;
  return html`<header class="verdict">
  <p class="eyebrow">Conversation Reset API · the conformance suite, tested</p>
  <h1>Can it be trusted?</h1>
  <p>${word}</p>
  <dl class="facts">${figures(report).map(
    ([name, value]) => html`
    <div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}
    <div><dt>seeds</dt><dd>${seeds.length}, from ${seed} on</dd></div>
    <div><dt>took</dt><dd>${seconds(durationMs)}</dd></div>
  </dl>
  <p>${meaning(report)}</p>
</header>`;
}

function survivorSection({ survivors, faults }: SelfTestReport): Html {
  if (survivors.length === 0) return nothing;
  return html`
  <section>
    <h2>Broken, and not caught by the requirement that is broken</h2>${survivors.map(
      ({ subject: { name, over }, seed, violated, verdict, reached = 0 }) => html`
    <div class="accused">
      <p><strong>${name}</strong> over the ${over} server, seed ${seed}</p>
      <ul><li>breaks ${faults.find((fault) => fault.name === name)?.requirement ?? ''} ${counted(reached, 'time')}; ${violated.length > 0 ? `caught by ${violated.map(({ requirement }) => requirement).join(', ')}` : `judged: ${verdict}`}</li></ul>
    </div>`,
    )}
  </section>`;
}

function alarmSection({ falseAlarms }: SelfTestReport): Html {
  if (falseAlarms.length === 0) return nothing;
  return html`
  <section>
    <h2>Correct, and accused or not understood</h2>${falseAlarms.map(
      (accused) => html`
    <div class="accused">
      <p><strong>${accused.described}</strong>, seed ${accused.seed}</p>
      <ul>${accusations(accused).map((text) => html`<li>${text}</li>`)}</ul>
    </div>`,
    )}
  </section>`;
}

function unreachedSection({ unreached }: SelfTestReport): Html {
  if (unreached.length === 0) return nothing;
  return html`
  <section>
    <h2>Never given occasion to do wrong</h2>
    <ul class="faults">${unreached.map(({ subject: { name, over }, seed }) => html`<li class="unreached">${name} (${over}, seed ${seed})</li>`)}</ul>
  </section>`;
}

function secondSection(report: SelfTestReport): Html {
  const { missed, runs } = report.second;
  if (runs === 0) return nothing;
  return html`
  <section>
    <h2>The second catalogue</h2>
    <p class="lead">Broken servers, written from the specification by somebody who had not read the suite.</p>
    <ul>${missed.map((one) => html`<li><strong>${one.name}</strong> (${one.dimension}), missed in ${share(one.missed, one.of)}: ${one.what}</li>`)}</ul>
    ${unreachableWords(report).map((sentence) => html`<p>${sentence}</p>`)}
  </section>`;
}

function controlSection({ controls }: SelfTestReport): Html {
  if (controls.length === 0) return nothing;
  return html`
  <section>
    <h2>Controls</h2>
    <ul>${controls.map(({ name, about, mustConform, verdicts, isRight }) => html`<li class="${isRight ? 'caught' : 'missed'}"><strong>${name}</strong> (${about}) ${mustConform ? 'must conform' : 'must not conform'}: ${[...new Set(verdicts)].join(', ')}</li>`)}</ul>
  </section>`;
}

function matrixSection(report: SelfTestReport): Html {
  return html`
  <section>
    <h2>Every fault under the requirement that it breaks</h2>
    <p class="lead">A fault is caught when that very requirement is found violated; another one does not count.</p>
    <table class="requirements matrix">
      <thead><tr><th>requirement</th><th>broken servers</th><th class="number">caught</th><th class="number">requests</th></tr></thead>
      <tbody>${report.requirements.map((row) => matrixRow(row, report.faults))}
      </tbody>
    </table>
  </section>`;
}

function matrixRow({ id, caught, runs, requestsToCatch }: RequirementRow, faults: readonly FaultRow[]): Html {
  const own = faults.filter(({ requirement }) => requirement === id);
  return html`
        <tr id="${id}">
          <td><strong>${id}</strong><br>${requirements.find((one) => one.id === id)?.title ?? ''}</td>
          <td><ul class="faults">${own.map((row) => html`<li class="${look(row)}" title="${row.about}">${row.name}${count(row)}</li>`)}</ul></td>
          <td class="number">${caught} of ${runs}</td>
          <td class="number">${requestsToCatch?.median.toLocaleString('en-GB') ?? '–'}</td>
        </tr>`;
}

const look = ({ runs, caught, unreached }: FaultRow): string =>
  caught === runs ? 'caught' : caught + unreached === runs ? 'unreached' : 'missed';

const count = ({ caught, runs }: FaultRow): string => (caught === runs ? '' : ` ${caught}/${runs}`);
