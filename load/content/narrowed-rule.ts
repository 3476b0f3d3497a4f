import { contentEventsIn, collapseWhitespace } from './joined.ts';
import { isLabel } from './label.ts';
import { pathText } from './path.ts';
import type { ContentRule } from './rule.ts';
import { oneTextAt, textIn, textPathsIn, type StreamEvent } from './stream-event.ts';

type Events = readonly StreamEvent[];

/**
 * The rule, narrowed by what distinguishes its events from the others of these streams, whether they need it or not:
 * for other questions the bot may call tools or think, and such events may hold text at the same place.
 *
 * @param another the streams that answer other messages: what the rule reads in them may not be the reply, but each of
 * them has a reply
 */
export function narrowedRule(
  rule: ContentRule,
  streams: readonly Events[],
  another: readonly Events[] = [],
): ContentRule {
  const carrying = streams.flatMap((events) => partsIn(rule, events));
  const all = [...streams, ...another].flat();
  // With an event name the rule may read the data itself as text, which it does not without a name.
  const isNarrower = (narrower: ContentRule): boolean =>
    all.every((each) => ['', textIn(each, rule)].includes(textIn(each, narrower))) &&
    another.every((events) => events.some((each) => textIn(each, narrower) !== ''));
  const event = rule.event ?? nameApart(carrying, all);
  const named = event === undefined || !isNarrower({ ...rule, event }) ? rule : { ...rule, event };
  const where = rule.where ?? memberApart(rule, carrying, all);
  return where === undefined || !isNarrower({ ...named, where }) ? named : { ...named, where };
}

/** The events with parts of the reply. An event after them that repeats the whole reply may be of another kind. */
function partsIn(rule: ContentRule, events: Events): Events {
  const found = contentEventsIn(events, rule);
  const texts = found.map(({ text }) => text);
  const last = collapseWhitespace(texts.at(-1) ?? '');
  const isAgain =
    texts.length > 2 && [texts.slice(0, -1).join(''), texts.at(-2) ?? ''].map(collapseWhitespace).includes(last);
  return (isAgain ? found.slice(0, -1) : found).map(({ event }) => event);
}

function nameApart(carrying: Events, all: Events): string | undefined {
  const [name, ...others] = new Set(carrying.map((each) => each.name));
  return others.length === 0 && all.some((each) => each.name !== name) ? name : undefined;
}

/**
 * A member that holds the same text wherever the reply is, and other text elsewhere. Of several, the member with the
 * shortest path.
 */
function memberApart({ path }: ContentRule, carrying: Events, all: Events): ContentRule['where'] {
  if (path === undefined || path.length === 0) return undefined;
  const own = pathText(path);
  const found = textPathsIn(carrying[0]?.value).flatMap((member) => {
    const is = oneTextAt(carrying[0]?.value, member);
    const isOther = pathText(member) !== own && is !== undefined && isLabel(is);
    const isOfAll = isOther && carrying.every(({ value }) => oneTextAt(value, member) === is);
    const tells = isOfAll && all.some(({ value }) => (oneTextAt(value, member) ?? is) !== is);
    return tells ? [{ path: member, is }] : [];
  });
  return found.toSorted((one, next) => pathText(one.path).length - pathText(next.path).length)[0];
}
