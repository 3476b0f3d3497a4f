import { type Html, html } from '../../text/html.ts';

/** A flag with what follows it, where both fit into a line of a telephone; of a longer one its first word, or the flag alone. */
const mostTogether = 30;

const flag = /(?<=^|\s)--?[A-Za-z][\w-]*(?:[ =](?!-)(?:'[^'\n]*'|[^\s'"]+)(?=\s|$))?/g;

/** A command in which no line breaks within a flag, or between it and its value: the text is that of the command. */
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
