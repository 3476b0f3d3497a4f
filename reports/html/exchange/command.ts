import { type Html, html } from '../../text/html.ts';

/**
 * Longest flag with its value, in characters, that is kept on one line of a phone; of longer ones the flag alone is.
 */
const mostTogether = 30;

const flag = /(?<=^|\s)--?[A-Za-z][\w-]*(?:[ =](?!-)(?:'[^'\n]*'|[^\s'"]+)(?=\s|$))?/g;

/** A command whose lines do not break within a flag, or between a flag and its value. */
export function command(text: string): readonly (Html | string)[] {
  const found = [...text.matchAll(flag)];
  const pieces = found.flatMap(([whole], at): readonly (Html | string)[] => {
    const [from, next] = [found[at]?.index ?? 0, found[at + 1]?.index ?? text.length];
    const end = whole.length <= mostTogether ? whole.length : beginningOf(whole);
    return [html`<span class="kept">${whole.slice(0, end)}</span>`, text.slice(from + end, next)];
  });
  return [text.slice(0, found[0]?.index ?? text.length), ...pieces];
}

function beginningOf(whole: string): number {
  const [withWord = '', bare = ''] = [/^\S+ \S+/.exec(whole)?.[0], /^[^ =]+/.exec(whole)?.[0]];
  return withWord !== '' && withWord.length <= mostTogether ? withWord.length : bare.length;
}
