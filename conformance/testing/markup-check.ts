const isCharacter = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const char = (but: string): string => `(?:[^<&${but}]|&(?:amp|lt|gt|quot|#39|#9|#10);)`;
const attribute = `\\s+[\\w-]+(?:="${char('"')}*")?`;
const token = `<(?<close>/?)(?<name>[A-Za-z][\\w-]*)(?<attributes>(?:${attribute})*)\\s*(?<empty>/?)>|(?<words>${char('')}+)`;

/**
 * What keeps a text from being well-formed XML as our forms write it, or undefined. `open` names the elements that
 * HTML lets stand without an end. For tests.
 */
export function notWellFormed(text: string, open: ReadonlySet<string> = new Set()): string | undefined {
  if (!isCharacter.test(text)) return 'a character that XML does not allow';
  const stack: string[] = [];
  const tokens = new RegExp(token, 'y');
  tokens.lastIndex = text.match(/^<(\?xml|!doctype)[^>]*>/u)?.[0].length ?? 0;
  while (tokens.lastIndex < text.length) {
    const here = text.slice(tokens.lastIndex, tokens.lastIndex + 60);
    const groups = tokens.exec(text)?.groups;
    if (groups === undefined) return `${here.startsWith('&') ? 'a bare ampersand' : 'no tag'}: ${here}`;
    const { close, name, attributes = '', empty, words = '' } = groups;
    if (stack.length === 0 && words.trim() !== '') return `text outside of the root: ${here}`;
    const names = [...attributes.matchAll(/\s([\w-]+)=/gu)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) return `an attribute twice: ${here}`;
    if (close === '/' && stack.pop() !== name) return `an end of what is not open: ${here}`;
    if (close === '' && empty === '' && name !== undefined && !open.has(name)) stack.push(name);
    if (close === '' && name === 'style') tokens.lastIndex = text.indexOf('</style>', tokens.lastIndex);
  }
  return stack.length === 0 ? undefined : `never closed: ${stack.join(', ')}`;
}
