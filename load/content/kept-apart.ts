import { pathText } from './path.ts';
import type { ContentRule } from './rule.ts';
import { oneTextAt, textIn, textPathsIn, type StreamEvent } from './stream-event.ts';

/**
 * The rule with what tells its events from the others of these streams, whether they needed it or not: tools are called
 * and thoughts are thought for other questions than ours, and may hold their text at the same place.
 *
 * @param another the streams that answer other messages: what the rule takes for a reply in them may be none, but each
 *   has one
 */
export function keptApart(
  rule: ContentRule,
  heard: readonly StreamEvent[],
  another: readonly (readonly StreamEvent[])[] = [],
): ContentRule {
  const carrying = heard.filter((event) => textIn(event, rule) !== '');
  const all = [...heard, ...another.flat()];
  const readsEach = (narrower: ContentRule): boolean =>
    another.every((events) => events.some((event) => textIn(event, narrower) !== ''));
  const event = rule.event ?? nameApart(carrying, all);
  const named = event === undefined || !readsEach({ ...rule, event }) ? rule : { ...rule, event };
  const where = rule.where ?? memberApart(rule, carrying, all);
  return where === undefined || !readsEach({ ...named, where }) ? named : { ...named, where };
}

function nameApart(carrying: readonly StreamEvent[], all: readonly StreamEvent[]): string | undefined {
  const [name, ...others] = new Set(carrying.map((each) => each.name));
  return others.length === 0 && all.some((each) => each.name !== name) ? name : undefined;
}

/** A member that holds one text wherever the reply is, and another one elsewhere; of several the one of the shortest path. */
function memberApart(
  { path }: ContentRule,
  carrying: readonly StreamEvent[],
  all: readonly StreamEvent[],
): ContentRule['where'] {
  if (path === undefined || path.length === 0) return undefined;
  const own = pathText(path);
  const found = textPathsIn(carrying[0]?.value).flatMap((member) => {
    const is = oneTextAt(carrying[0]?.value, member);
    const isOther = pathText(member) !== own && is !== undefined && is.length <= longestLabel;
    const isOfAll = isOther && carrying.every(({ value }) => oneTextAt(value, member) === is);
    const tells = isOfAll && all.some(({ value }) => (oneTextAt(value, member) ?? is) !== is);
    return tells ? [{ path: member, is }] : [];
  });
  return found.toSorted((one, next) => pathText(one.path).length - pathText(next.path).length)[0];
}

/** As of those that a rule is looked for by. */
const longestLabel = 64;
