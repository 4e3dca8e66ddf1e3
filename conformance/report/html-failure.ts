import type { Counterexample, RequirementResult } from '../report.ts';
import { listPicture } from './html-lists.ts';
import { type Html, html, nothing } from './html-markup.ts';
import { printable } from './printable.ts';
import { type ScriptLine, scriptOf, storyOf } from './script.ts';
import { oneLine } from './shell-command.ts';
import { type ShortNames, shortNames } from './short-names.ts';
import { shortened } from './story-text.ts';
import { reproduction, type StoryGroup } from './summary.ts';

const actsUpFront = 3;

/** One failed requirement: what is wrong, the request that shows it, the lists, and everything that was done. */
export function failureArticle(result: RequirementResult, target: string): Html {
  const { id, level, clause, title, counterexample, known } = result;
  return html`
    <article class="failure" id="${id}">
      <header>
        <h3><a href="#${id}">${id}</a></h3>
        <span class="pill ${level}">${level}</span>${known === undefined ? nothing : html`<span class="pill">known: ${known}</span>`}
        <p>${title} <span class="clause">${clause}</span></p>
      </header>${counterexample === undefined ? nothing : story(result, counterexample, target)}
    </article>`;
}

function story(result: RequirementResult, counterexample: Counterexample, target: string): Html {
  const { comparison } = counterexample;
  const names = shortNames(counterexample);
  const groups = storyOf(counterexample);
  const acts = groups.slice(groups.findIndex(isAct)).filter(({ phase }) => phase !== 'look');
  const last = acts.findLast(isAct);
  const isLast = (act: StoryGroup) => last?.together !== undefined && act.together === last.together;
  const shown = acts.filter((act, index) => index >= acts.length - actsUpFront || isLast(act));
  return html`
      <p class="summary">${names.text(counterexample.summary)}</p>${
        names.beginning === ''
          ? nothing
          : html`
      <p class="shortened">${shortened(names)}</p>`
      }${
        shown.length < acts.length
          ? html`
      <p class="earlier">After ${acts.length - shown.length === 1 ? 'an earlier act' : `${acts.length - shown.length} earlier acts`}, which the script below has:</p>`
          : nothing
      }
      <ol class="steps acts">${shown.map((group) => step(group, names))}</ol>${
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
        <summary>Everything that was done, as a shell script</summary>
        <pre class="script">${scriptOf(groups, target).map((line) => scriptLine(line, names))}</pre>
      </details>`;
}

const isAct = ({ phase }: StoryGroup): boolean => phase === 'act';

const step = ({ phase, what, exchanges, together }: StoryGroup, names: ShortNames): Html => html`
          <li class="${phase}"><span class="pill">${phase}</span> ${
            together === undefined ? nothing : html`<span class="pill">sent together</span> `
          }${names.text(what)}${exchanges.map(
            ({ curl, answer }) => html`
            <pre><code>${oneLine(curl)}</code>${answer === '' ? nothing : html`<samp>${printable(answer)}</samp>`}</pre>`,
          )}</li>`;

/** Whoever selects the script gets one that a shell takes. */
function scriptLine(line: ScriptLine, names: ShortNames): Html {
  switch (line.kind) {
    case 'set-up':
    case 'wait':
      return html`<code>${line.text}</code>\n`;
    case 'together':
      return html`\n<i># ${line.text}</i>\n`;
    case 'title':
      return html`\n<i class="${line.phase}"># ${line.phase}: ${names.text(line.text)}</i>\n`;
    case 'command':
      return html`<code>${oneLine(line.text)}${line.isBackground ? ' &' : ''}</code>\n`;
    case 'answer':
      return html`<i># → ${printable(line.text)}</i>\n`;
  }
}
