import { sentJson } from '../../bodies/sent-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isRecord } from '../../reading/is-object.ts';

/** A request of the same kind, and how it came out. */
type Came = { readonly exchange: Exchange; readonly outcome: string | undefined };

/** Fewest different lengths on either side: with fewer the words of the texts may decide. */
const leastOfEach = 2;

/**
 * `"text" of 96 characters or more is failed in 4 of 4 answers, and of up to 44 is accepted in 9 of 9, with the same
 * beside it`: where, of all requests that differ only in their text, the longest fail, and every shorter one is taken.
 * The letters of the text then do not matter. Undefined elsewhere.
 */
export function lengthBeside(shown: Exchange, own: string, near: readonly Came[]): string | undefined {
  const named = ['text', 'message'].find((name) => lengthOf(shown, name) !== undefined);
  if (named === undefined) return undefined;
  const alike = [{ exchange: shown, outcome: own }, ...near].filter(
    ({ exchange }) =>
      lengthOf(exchange, named) !== undefined && besideText(exchange, named) === besideText(shown, named),
  );
  const lengths = (wanted: string): readonly number[] =>
    alike.flatMap(({ exchange, outcome }) => (outcome === wanted ? (lengthOf(exchange, named) ?? []) : []));
  const [wrong, right] = [lengths(own), lengths('accepted')];
  const [least, most] = [Math.min(...wrong), Math.max(...right)];
  if (own === 'accepted' || new Set(wrong).size < leastOfEach || new Set(right).size < leastOfEach || least <= most)
    return undefined;
  const of = (all: readonly number[]): string => `${all.length} of ${all.length} answers`;
  return `"${named}" of ${least} characters or more is ${own} in ${of(wrong)}, and of up to ${most} is accepted in ${of(right)}, with the same beside it.`;
}

function lengthOf({ request }: Exchange, name: string): number | undefined {
  const value = sentJson(request);
  const text = isRecord(value) ? value[name] : undefined;
  return typeof text === 'string' ? text.length : undefined;
}

function besideText({ request }: Exchange, name: string): string {
  const value = sentJson(request);
  const others = Object.entries(isRecord(value) ? value : {}).filter(([each]) => each !== name);
  return JSON.stringify(others.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
