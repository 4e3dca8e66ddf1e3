import type { Counterexample, RequirementResult } from '../report.ts';
import { listPicture } from './html-lists.ts';
import { type Html, html, nothing } from './html-markup.ts';
import { printable } from './printable.ts';
import { oneLine } from './shell-command.ts';
import { type ShortNames, shortNames } from './short-names.ts';
import { shortened } from './story-text.ts';
import { reproduction, type StoryGroup, storyGroups } from './summary.ts';

const actsUpFront = 3;

/** One failed requirement: what is wrong, the request that shows it, the lists, and everything that was done. */
export function failureArticle(result: RequirementResult): Html {
  const { id, level, clause, title, counterexample, known } = result;
  return html`
    <article class="failure" id="${id}">
      <header>
        <h3><a href="#${id}">${id}</a></h3>
        <span class="pill ${level}">${level}</span>${known === undefined ? nothing : html`<span class="pill">known: ${known}</span>`}
        <p>${title} <span class="clause">${clause}</span></p>
      </header>${counterexample === undefined ? nothing : story(result, counterexample)}
    </article>`;
}

function story(result: RequirementResult, counterexample: Counterexample): Html {
  const { comparison } = counterexample;
  const names = shortNames(counterexample);
  const groups = storyGroups(counterexample.story);
  const acts = groups.filter(({ phase }) => phase === 'act');
  return html`
      <p class="summary">${names.text(counterexample.summary)}</p>${
        names.beginning === ''
          ? nothing
          : html`
      <p class="shortened">${shortened(names)}</p>`
      }${
        acts.length <= actsUpFront
          ? html`<ol class="steps acts">${acts.map((group) => step(group, names))}</ol>`
          : nothing
      }${
        comparison.of === 'answer'
          ? html`
      <figure class="answer">
        <figcaption>The answer: ${names.text(comparison.subject)}</figcaption>
        <dl><div class="expected"><dt>expected</dt><dd>${printable(comparison.expected)}</dd></div><div class="seen"><dt>seen</dt><dd>${printable(comparison.seen)}</dd></div></dl>
      </figure>`
          : listPicture(comparison, counterexample, names)
      }
      <p class="reproduction">It ${reproduction(result)}.</p>
      <details>
        <summary>Everything that was done, step by step</summary>
        <ol class="steps">${groups.map((group) => step(group, names))}</ol>
      </details>`;
}

const step = ({ phase, what, exchanges }: StoryGroup, names: ShortNames): Html => html`
          <li class="${phase}"><span class="pill">${phase}</span> ${names.text(what)}${exchanges.map(
            ({ curl, answer }) => html`
            <pre><code>${oneLine(curl)}</code>${answer === '' ? nothing : html`<samp>${printable(answer)}</samp>`}</pre>`,
          )}</li>`;
