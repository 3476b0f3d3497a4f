import type { Exchange } from './exchange.ts';

/** The id of a request, the same for all its attempts: `<probe>#<place>`. */
export function requestIdOf({ probe, place }: Pick<Exchange, 'probe' | 'place'>): string {
  return `${probe}#${place}`;
}

/** The same, with `.<attempt>` from the second attempt on. */
export function attemptIdOf(sent: Pick<Exchange, 'probe' | 'place' | 'attempt'>): string {
  const id = requestIdOf(sent);
  return sent.attempt === 1 ? id : `${id}.${sent.attempt}`;
}

/** Whether it is the first call of its probe, with nothing sent before it, at its first attempt. */
export function isFirstCall({ place, attempt }: Pick<Exchange, 'place' | 'attempt'>): boolean {
  return place === 1 && attempt === 1;
}

/** A place in a text that names an exchange. */
type Name = { readonly id: string; readonly from: number; readonly to: number };

/**
 * The places in a text that name one of these exchanges, in order. The longest name counts, and only a whole one:
 * `stream#1` is not named in `chat and stream#1`, where that is one of them, and `chat#1` neither in `chat#12` or
 * `chat#1.2` nor in `bots after chat#1#1`.
 */
export function idsNamedIn(text: string, ids: readonly string[]): readonly Name[] {
  const known = [...new Set(ids)];
  const found = [...text.matchAll(endOfName)].flatMap(({ 0: end, index }) => {
    const to = index + end.length;
    return known.flatMap((id) => {
      const from = to - id.length;
      return text.endsWith(id, to) && isBeginning(text, from) ? [{ id, from, to }] : [];
    });
  });
  let behind = 0;
  return found
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
    .filter(({ from, to }) => {
      const isFree = from >= behind;
      if (isFree) behind = to;
      return isFree;
    });
}

const endOfName = /#\d+(?:\.\d+)?(?![#.]?\d)/g;

function isBeginning(text: string, at: number): boolean {
  return at === 0 || /[\s(]/.test(text.charAt(at - 1));
}

/**
 * The text with each of these names replaced by what `told` returns; where that is empty, brackets around the name go
 * too.
 */
export function withIdsReplaced(
  text: string,
  ids: readonly string[],
  told: (id: string, isInBrackets: boolean) => string,
): string {
  let rest = '';
  let behind = 0;
  for (const { id, from, to } of idsNamedIn(text, ids)) {
    const isInBrackets = text.startsWith(' (', from - 2) && text.charAt(to) === ')';
    const words = told(id, isInBrackets);
    const [begin, end] = isInBrackets && words === '' ? [from - 2, to + 1] : [from, to];
    rest += text.slice(behind, begin) + words;
    behind = end;
  }
  return rest + text.slice(behind);
}
