import { candidateRules } from './candidates.ts';
import { doubtOf, doubtText, type RuleDoubt } from './doubt.ts';
import { narrowedRule } from './narrowed-rule.ts';
import { readByRule, bestAndRival, weakestEvidence, evidenceKinds, type ContentEvidence } from './reading.ts';
import { ruleText, type ContentRule } from './rule.ts';
import type { SampleChat, SampleStream } from './sample-replies.ts';
import type { StreamEvent } from './stream-event.ts';
import { isLikeOneOf } from './alike-events.ts';
import { contentEventsIn } from './joined.ts';

export type LearnedContent =
  /** `from` tells a report what the rule was learned from and how certain it is. */
  | {
      readonly is: 'rule';
      readonly rule: ContentRule;
      readonly isSure: boolean;
      /** Number of streams from which the rule could be learned; a bot may forget its words in the others. */
      readonly streams: number;
      readonly from: string;
    }
  /** `why` is absent where there was nothing to learn from. */
  | { readonly is: 'none'; readonly because: string; readonly why?: 'nothing' | RuleDoubt | RuleConflict };

/**
 * Learns from one to three streams of a target which events carry text of the reply: those whose texts join to what the
 * bot was asked to repeat, or to the reply of a whole chat. Where two equally good readings differ, neither is used: a
 * time to the wrong event is worse than none.
 *
 * @param another streams that answer other messages, whose text is unknown: the rule has to read them as well
 */
export function learnContent(
  all: readonly SampleStream[],
  chat?: SampleChat,
  another: readonly (readonly StreamEvent[])[] = [],
): LearnedContent {
  const streams = all.map((stream) => ({ ...stream, events: withinBounds(stream.events) }));
  const rules = candidateRules(streams.flatMap(({ events }) => events));
  const every = rules.map((rule) => readByRule(rule, streams, chat));
  // A bot may forget a word now and then. A stream in which no rule finds the words shows nothing.
  const usable = streams.flatMap((_, place) => (every.some(({ of }) => of[place]) ? [place] : []));
  const told = counted(usable.length === 0 ? streams.length : usable.length);
  const readings = every
    .map(({ rule, of }) => ({ rule, of: usable.map((place) => of[place]) }))
    .filter(({ of }) => of.length > 0 && of.every((read) => read !== undefined));
  const best = evidenceKinds.find((shown) => readings.some((reading) => weakestEvidence(reading) === shown));
  if (best === undefined) return { is: 'none', why: 'nothing', because: nothingIn(told, chat) };
  const heard = usable.flatMap((place) => streams[place] ?? []);
  const [first, other] = bestAndRival(
    readings.filter((reading) => weakestEvidence(reading) === best),
    (rule) => ruleText(rule).length,
  );
  if (first === undefined) return { is: 'none', why: 'nothing', because: nothingIn(told, chat) };
  const doubt = doubtOf({ shown: best, best: first, other, streams: heard, chat });
  if (doubt !== undefined) {
    const because = doubtText(doubt, ruleText(first.rule), other && ruleText(other.rule));
    return { is: 'none', why: doubt, because: `${because}, in ${told}` };
  }
  const isSure = best === 'theWords' || best === 'theChat';
  const others = another.map(withinBounds);
  const learnedFrom = heard.map(({ events }) => events);
  const rule = narrowedRule(first.rule, learnedFrom, others);
  const conflict = ruleConflictIn(rule, learnedFrom, others);
  if (conflict !== undefined) {
    const because = `${conflictText(conflict, ruleText(rule))}, in ${told} and ${others.length} of another`;
    return { is: 'none', why: conflict, because };
  }
  const from = others.length === 0 ? told : `${told} and ${others.length} of another message`;
  return { is: 'rule', rule, isSure, streams: usable.length + others.length, from: `${from}, ${says[best]}` };
}

const says: Readonly<Record<ContentEvidence, string>> = {
  theWords: 'certain: together their texts are exactly the words that the bot was asked to repeat',
  theChat: 'certain: together their texts are the whole reply of a chat',
  chatAlone: 'likely: joined, it is the text of a whole reply',
  hasTheWords: 'likely: it holds the words that the bot was asked to repeat',
};

function nothingIn(told: string, chat: SampleChat | undefined): string {
  const whole = chat === undefined ? '' : ', or the text of a whole reply';
  return `nothing in ${told}, joined, gives the words that the bot was asked to repeat${whole}`;
}

function counted(count: number): string {
  return `${count} stream${count === 1 ? '' : 's'}`;
}

/** Limits a stream to the length of a reply, so that all possible readings are computed without delay. */
function withinBounds(events: readonly StreamEvent[]): readonly StreamEvent[] {
  let characters = 0;
  const end = events.findIndex(({ data }, place) => (characters += data.length) > 256 * 1024 || place === 1000);
  return end < 0 ? events : events.slice(0, end);
}

type Events = readonly StreamEvent[];

type RuleConflict = 'noText' | 'strangeText';

const words: Readonly<Record<RuleConflict, string>> = {
  noText: 'holds no text where another message is answered',
  strangeText: 'holds a text first that may be no reply, where another message is answered',
};

export function conflictText(conflict: RuleConflict, rule: string): string {
  return `${rule} ${words[conflict]}`;
}

/**
 * Why a rule that reads replies to repeated words is not trusted with other messages. Undefined where it is. For other
 * messages the bot may first call a tool or think, with text at the same place. Events after the first text of the
 * reply do not matter: no time depends on them.
 *
 * @param heard the streams that the rule was learned from
 */
function ruleConflictIn(
  rule: ContentRule,
  heard: readonly Events[],
  another: readonly Events[],
): RuleConflict | undefined {
  const known = heard.map((events) => contentEventsIn(events, rule).map(({ event }) => event));
  for (const events of another) {
    const [first] = contentEventsIn(events, rule);
    if (first === undefined) return 'noText';
    if (!isLikeOneOf(first.event, known.flat(), (value) => isKind(value, known.length))) return 'strangeText';
  }
  return undefined;
}

/**
 * Whether a value can be a flag, a place or a name. An id differs from stream to stream, and a time is a large number.
 */
function isKind(value: unknown, streams: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1000;
  return typeof value === 'boolean' || value === null || (typeof value === 'string' && streams > 1);
}
