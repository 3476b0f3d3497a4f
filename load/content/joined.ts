import { textIn, type StreamEvent } from './stream-event.ts';
import type { ContentRule } from './rule.ts';

/** What the events of a stream say according to a rule. */
export type JoinedReply = {
  readonly text: string;
  /** Number of events that carry part of the text. */
  readonly events: number;
  /** The index of each of these events. */
  readonly places: readonly number[];
  /** The text of the first of these events. */
  readonly first: string;
};

/** All plausible ways to join the texts of the events to a reply. Empty where no event has text. */
export function joinedReplies(rule: ContentRule, events: readonly StreamEvent[]): readonly JoinedReply[] {
  const found = contentEventsIn(events, rule);
  const texts = found.map(({ text }) => text);
  const places = found.map(({ place }) => place);
  const last = texts.at(-1);
  if (last === undefined) return [];
  const before = texts.slice(0, -1).join('');
  const as = (text: string): JoinedReply => ({ text, events: texts.length, places, first: texts[0] ?? '' });
  return [
    // Some services send the whole reply once more after its parts.
    as(texts.length > 2 && collapseWhitespace(before) === collapseWhitespace(last) ? last : before + last),
    ...(growsEach(texts) ? [as(last)] : []),
  ];
}

/**
 * The events with text of the reply. White space before the first text does not count: it is invisible, and any service
 * could send some at once.
 */
export function contentEventsIn(
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

/**
 * Whether a text consists of white space and zero-width characters only. Equals isBlank of
 * load/k6ext/content/replytext.go.
 */
function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b-\u200d\u2060]*$/u.test(text);
}

/** Whether each event repeats the whole text so far. */
function growsEach(texts: readonly string[]): boolean {
  return (
    texts.every((text, place) => place === 0 || text.startsWith(texts[place - 1] ?? '')) &&
    (texts.at(-1)?.length ?? 0) > (texts[0]?.length ?? 0)
  );
}

/** The text without blanks at both ends and with single blanks between words, so that spacing makes no difference. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
