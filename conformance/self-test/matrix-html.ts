import { requirements } from '../requirements/all.ts';
import { styleSheet } from '../writers/html-style.ts';
import { type Html, html, nothing, verbatim } from '../writers/markup.ts';
import { counted, seconds } from '../writers/report-words.ts';
import { accusations } from './matrix-text.ts';
import { repeatCommand, share, verdictOf } from './matrix-words.ts';
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
  const { sensitivity, specificity, axes, medianRequests, seeds, seed, durationMs } = report;
  return html`<header class="verdict">
  <p class="eyebrow">Conversation Reset API · the conformance suite, tested</p>
  <h1>Can it be trusted?</h1>
  <p>${word}</p>
  <dl class="facts">
    <div><dt>sensitivity: broken servers caught by name</dt><dd>${share(sensitivity.caught, sensitivity.runs)}</dd></div>
    <div><dt>specificity: permitted servers that conform</dt><dd>${share(specificity.conforming, specificity.runs)}</dd></div>
    <div><dt>axes found as they are</dt><dd>${share(axes.found, axes.of)}</dd></div>
    <div><dt>median to the catch</dt><dd>${medianRequests === undefined ? '–' : counted(medianRequests, 'request')}</dd></div>
    <div><dt>seeds</dt><dd>${seeds.length}, from ${seed} on</dd></div>
    <div><dt>took</dt><dd>${seconds(durationMs)}</dd></div>
  </dl>
</header>`;
}

function survivorSection({ survivors }: SelfTestReport): Html {
  if (survivors.length === 0) return nothing;
  return html`
  <section>
    <h2>Broken, and not caught by the requirement that is broken</h2>${survivors.map(
      ({ fault, over, seed, requirement, caughtBy, verdict, reached }) => html`
    <div class="accused">
      <p><strong>${fault}</strong> over the ${over} server, seed ${seed}</p>
      <ul><li>breaks ${requirement} ${counted(reached, 'time')}; ${caughtBy.length > 0 ? `caught by ${caughtBy.join(', ')}` : `judged: ${verdict}`}</li></ul>
    </div>`,
    )}
  </section>`;
}

function alarmSection({ falseAlarms }: SelfTestReport): Html {
  if (falseAlarms.length === 0) return nothing;
  return html`
  <section>
    <h2>Permitted, and accused or not understood</h2>${falseAlarms.map(
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
    <ul class="faults">${unreached.map(({ fault, over, seed }) => html`<li class="unreached">${fault} (${over}, seed ${seed})</li>`)}</ul>
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

function matrixRow({ id, caught, runs, medianRequests }: RequirementRow, faults: readonly FaultRow[]): Html {
  const own = faults.filter(({ requirement }) => requirement === id);
  return html`
        <tr id="${id}">
          <td><strong>${id}</strong><br>${requirements.find((one) => one.id === id)?.title ?? ''}</td>
          <td><ul class="faults">${own.map((row) => html`<li class="${look(row)}" title="${row.about}">${row.name}${count(row)}</li>`)}</ul></td>
          <td class="number">${caught} of ${runs}</td>
          <td class="number">${medianRequests?.toLocaleString('en-GB') ?? '–'}</td>
        </tr>`;
}

const look = ({ runs, caught, unreached }: FaultRow): string =>
  caught === runs ? 'caught' : caught + unreached === runs ? 'unreached' : 'missed';

const count = ({ caught, runs }: FaultRow): string => (caught === runs ? '' : ` ${caught}/${runs}`);
