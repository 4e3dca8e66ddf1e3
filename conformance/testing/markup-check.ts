const entity = /&(?:amp|lt|gt|quot|#39|#9|#10);/y;
const isCharacter = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const tag = /<(?<close>\/?)(?<name>[A-Za-z][\w-]*)(?<attributes>(?:\s+[\w-]+(?:="[^"<]*")?)*)\s*(?<empty>\/?)>/y;

/**
 * What keeps a text from being well-formed XML as our forms write it, or undefined. `open` names the elements that
 * HTML lets stand without an end. For tests.
 */
export function notWellFormed(text: string, open: ReadonlySet<string> = new Set()): string | undefined {
  if (!isCharacter.test(text)) return 'a character that XML does not allow';
  const stack: string[] = [];
  let at = text.match(/^<(\?xml|!doctype)[^>]*>/u)?.[0].length ?? 0;
  for (; at < text.length; ) {
    const here = `${text.slice(at, at + 60)}…`;
    if (text[at] === '<') {
      tag.lastIndex = at;
      const groups = tag.exec(text)?.groups;
      if (groups === undefined) return `no tag: ${here}`;
      const { close, name = '', empty, attributes = '' } = groups;
      const names = [...attributes.matchAll(/\s([\w-]+)=/gu)].map(([, attribute]) => attribute);
      if (new Set(names).size < names.length) return `an attribute twice: ${here}`;
      if (/&(?!(?:amp|lt|gt|quot|#39|#9|#10);)/u.test(attributes)) return `a bare ampersand: ${here}`;
      if (close !== '') {
        if (stack.pop() !== name) return `an end of what is not open: ${here}`;
      } else if (empty === '' && !open.has(name)) stack.push(name);
      at = tag.lastIndex;
      if (name === 'style' && close === '') at = text.indexOf('</style>', at);
    } else if (text[at] === '&') {
      entity.lastIndex = at;
      if (!entity.test(text)) return `a bare ampersand: ${here}`;
      at = entity.lastIndex;
    } else {
      if (stack.length === 0 && text[at]?.trim() !== '') return `text outside of the root: ${here}`;
      at += 1;
    }
  }
  return stack.length === 0 ? undefined : `never closed: ${stack.join(', ')}`;
}
