import { escaped } from './markup.ts';

/** Markup that is whole and safe; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[];

/** A template in which everything that is not markup already is escaped. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: literals.reduce((text, literal, index) => text + markupOf(values[index - 1] ?? '') + literal) };
}

/** For text of our own that no escaping may touch, such as a style sheet. */
export const verbatim = (markup: string): Html => ({ markup });

export const nothing: Html = { markup: '' };

function markupOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
