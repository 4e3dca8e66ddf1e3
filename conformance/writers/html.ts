import type { Report, RequirementResult } from '../report/document.ts';
import { failureWords } from './failure-words.ts';
import { failureArticle } from './html-failure.ts';
import { failureScript, htmlPage } from './html-page.ts';
import { type Html, html, nothing } from './markup.ts';
import {
  asSentence,
  behaviourRows,
  dateOf,
  factsOf,
  headline,
  lookOf,
  nameOf,
  notesOf,
  outcomeWords,
  reasonOf,
  resultsOf,
  signOf,
  verdictSentence,
} from './report-words.ts';

/** The report as one page that needs no network, no other file, and no script to be read. */
export function htmlReport(report: Report): string {
  const notes = notesOf(report);
  return htmlPage({
    title: `${headline(report)}: ${nameOf(report)}, ${dateOf(report)}`,
    look: report.replayed && report.verdict === 'conforms' ? 'replayed' : report.verdict,
    script: failureScript,
    content: html`${heading(report)}
<main>${failures(report, 'fail', 'Violations')}${failures(report, 'known', 'Violations that are known')}${requirementSection(report)}${behaviourSection(report)}${section(
      'Notes',
      notes.length === 0 ? nothing : html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`,
    )}
</main>`,
  });
}

const section = (title: string, content: Html): Html =>
  content.markup === ''
    ? nothing
    : html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>`;

function heading(report: Report): Html {
  const { requirements, verdict, replayed, completeFor } = report;
  const words = outcomeWords(report);
  const squares = requirements.map((result) => {
    const said = `${result.id}: ${words[lookOf(result)]}`;
    return html`<a class="${lookOf(result)}" href="#${anchorOf(result)}" title="${said}"><span>${said}</span></a>`;
  });
  const failed = resultsOf(report, 'fail').map((result) => ({ ...result, words: failureWords(result) }));
  return html`<header class="verdict">
  <p class="eyebrow">Conversation Reset API · ${replayed ? 'violations repeated' : 'conformance'} of ${nameOf(report)}</p>
  <h1>${headline(report)}</h1>
  <p>${verdictSentence(report)}</p>${
    completeFor === undefined
      ? nothing
      : html`
  <p class="lead">${asSentence(completeFor)}</p>`
  }${
    failed.length < 2
      ? nothing
      : html`
  <ul class="diagnoses">${failed.map(({ id, title, words: { diagnosis } = { diagnosis: title } }) => html`<li><a href="#${id}">${diagnosis}</a></li>`)}</ul>`
  }${
    verdict === 'not-run' || replayed
      ? nothing
      : html`
  <nav class="strip" aria-label="Requirements">${squares}</nav>`
  }
  <dl class="facts">${factsOf(report).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

/** A failure has an article to go to. */
const anchorOf = (result: RequirementResult): string => (result.outcome === 'fail' ? result.id : `row-${result.id}`);

const failures = (report: Report, look: 'fail' | 'known', title: string): Html =>
  section(
    title,
    html`${resultsOf(report, look).map((result) => failureArticle({ result, target: report.target, anchor: result.id }))}`,
  );

/** What is fulfilled is folded, where anything else is to be said. */
function requirementSection(report: Report): Html {
  if (report.verdict === 'not-run') return nothing;
  const [passed, others] = [resultsOf(report, 'pass'), report.requirements.filter(({ outcome }) => outcome !== 'pass')];
  return section(
    report.replayed ? 'Repeated' : 'Requirements',
    html`${others.length === 0 ? nothing : requirementTable(others, report)}${
      passed.length === 0
        ? nothing
        : html`<details><summary>${passed.length} ${outcomeWords(report).pass}</summary>${requirementTable(passed, report)}</details>`
    }`,
  );
}

function requirementTable(results: readonly RequirementResult[], report: Report): Html {
  const words = outcomeWords(report);
  const rows = results.map((result) => {
    const { id, title, clause, level, exercised, outcome } = result;
    const reason = reasonOf(result);
    return html`
        <tr class="${lookOf(result)}" id="row-${id}">
          <td class="sign">${signOf(result, report)}</td>
          <td>${outcome === 'fail' ? html`<a href="#${id}">${id}</a>` : html`<b>${id}</b>`} <span class="pill ${level}">${level}</span><br>${title} <span class="clause">(${clause})</span></td>
          <td>${words[lookOf(result)]}${reason === undefined ? nothing : html`<p class="remark">${reason}</p>`}</td>
          <td class="number">tried ${exercised.toLocaleString('en-GB')}</td>
        </tr>`;
  });
  return html`
    <table class="requirements"><tbody>${rows}
    </tbody></table>`;
}

function behaviourSection(report: Report): Html {
  const rows = behaviourRows(report);
  if (rows.length === 0 || report.replayed) return nothing;
  return section(
    'Behaviour found where the spec is silent',
    html`<p class="lead">None of it is right or wrong.</p>
    <table class="behaviour"><thead><tr><th>axis</th><th>value</th><th>seen</th></tr></thead><tbody>${rows.map(
      ({ axis, value, evidence }) => html`
        <tr><td>${axis}</td><td>${value === undefined ? html`<span class="pill doubt">unknown</span>` : html`<span class="pill value">${value}</span>`}</td><td class="clause">${evidence}</td></tr>`,
    )}
    </tbody></table>`,
  );
}
