import { textIn, type StreamEvent } from './stream-event.ts';
import type { ContentRule } from './rule.ts';

/** What the events of one stream say by a rule. */
export type Joined = {
  readonly text: string;
  /** How many events carry some of it. */
  readonly events: number;
  /** The place of each of them. */
  readonly places: readonly number[];
};

/** The ways in which texts of events may make up a reply, all that fit; none where no event has any. */
export function joinedBy(rule: ContentRule, events: readonly StreamEvent[]): readonly Joined[] {
  const found = events.flatMap((event, place) => {
    const text = textIn(event, rule);
    return text === '' ? [] : [{ text, place }];
  });
  const texts = found.map(({ text }) => text);
  const places = found.map(({ place }) => place);
  const last = texts.at(-1);
  if (last === undefined) return [];
  const before = texts.slice(0, -1).join('');
  const as = (text: string): Joined => ({ text, events: texts.length, places });
  return [
    // Behind its parts some send the whole once more.
    as(texts.length > 2 && spaced(before) === spaced(last) ? last : before + last),
    ...(growsEach(texts) ? [as(last)] : []),
  ];
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
