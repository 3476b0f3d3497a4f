import { textIn, type StreamEvent } from './stream-event.ts';
import type { ContentRule } from './rule.ts';

/** What the events of one stream say by a rule. */
export type Joined = {
  readonly text: string;
  /** How many events carry some of it. */
  readonly events: number;
  /** The place of each of them. */
  readonly places: readonly number[];
  /** What the first of them says. */
  readonly first: string;
};

/** The ways in which texts of events may make up a reply, all that fit; none where no event has any. */
export function joinedBy(rule: ContentRule, events: readonly StreamEvent[]): readonly Joined[] {
  const found = carryingIn(events, rule);
  const texts = found.map(({ text }) => text);
  const places = found.map(({ place }) => place);
  const last = texts.at(-1);
  if (last === undefined) return [];
  const before = texts.slice(0, -1).join('');
  const as = (text: string): Joined => ({ text, events: texts.length, places, first: texts[0] ?? '' });
  return [
    // Behind its parts some send the whole once more.
    as(texts.length > 2 && spaced(before) === spaced(last) ? last : before + last),
    ...(growsEach(texts) ? [as(last)] : []),
  ];
}

/**
 * The events with text of the reply. White space before the rest of it is none: nobody sees it, and any service could send
 * some at once.
 */
export function carryingIn(
  events: readonly StreamEvent[],
  rule: ContentRule,
): readonly { readonly text: string; readonly event: StreamEvent; readonly place: number }[] {
  const found = events.flatMap((event, place) => {
    const text = textIn(event, rule);
    return text === '' ? [] : [{ text, event, place }];
  });
  const first = found.findIndex(({ text }) => !isBlank(text));
  return first < 0 ? [] : found.slice(first);
}

/** White space, and what takes no room at all; the same as isBlank of load/k6ext/content/replytext.go. */
function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b-\u200d\u2060]*$/u.test(text);
}

/** Each event has the whole so far. */
function growsEach(texts: readonly string[]): boolean {
  return (
    texts.every((text, place) => place === 0 || text.startsWith(texts[place - 1] ?? '')) &&
    (texts.at(-1)?.length ?? 0) > (texts[0]?.length ?? 0)
  );
}

/** Blanks at both ends, and how many there are between words, make no other text. */
export function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
