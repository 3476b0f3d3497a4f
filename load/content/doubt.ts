import { isLikeOneOf } from './alike-events.ts';
import { candidateRules } from './candidates.ts';
import { joinedReplies, type JoinedReply } from './joined.ts';
import type { RuleReading, ContentEvidence } from './reading.ts';
import {
  hasTextBeforeChatReply,
  isMarkedUp,
  isEchoedQuestion,
  hasMoreBeforeWords,
  containsOnlyWords,
  type SampleChat,
  type SampleStream,
} from './sample-replies.ts';
import { textIn, eachScalarIn } from './stream-event.ts';

/** Why a reading that fits the reply is not used as its rule. */
export type RuleDoubt =
  | 'rivals'
  | 'markedUp'
  | 'beginsOtherwise'
  | 'saysMore'
  | 'moreFollows'
  | 'inOneEvent'
  | 'mayBeRepeated'
  | 'moreElsewhere';

const holds = 'holds the words that the bot was asked to repeat';

const words: Readonly<Record<Exclude<RuleDoubt, 'rivals'>, string>> = {
  markedUp: `${holds}, and more around each of them than a reply has`,
  beginsOtherwise: `${holds}, and begins with what may be no reply`,
  saysMore: `${holds}, and says more before them than a whole reply does`,
  moreFollows: `${holds}, and more text follows elsewhere`,
  inOneEvent: `${holds} in one event, which may be no reply`,
  mayBeRepeated: 'holds the reply in one event, and it may have come before in a form that no rule reads',
  moreElsewhere: 'joins to a whole reply, and more text lies elsewhere',
};

/** @param other the rival of the rule */
export function doubtText(doubt: RuleDoubt, rule: string, other = ''): string {
  return doubt === 'rivals' ? `${rule} and ${other} could both be the reply` : `${rule} ${words[doubt]}`;
}

type Found = {
  readonly shown: ContentEvidence;
  readonly best: RuleReading;
  readonly other: RuleReading | undefined;
  readonly streams: readonly SampleStream[];
  readonly chat: SampleChat | undefined;
};

/** Why the best reading is not trusted. Undefined where it is. */
export function doubtOf({ shown, best, other, streams, chat }: Found): RuleDoubt | undefined {
  if (other !== undefined) return 'rivals';
  const saysNothingElse = chat?.texts.some((text) => containsOnlyWords(text, chat)) === true;
  if (shown === 'hasTheWords' && someRead(best, streams, isMarkedUp)) return 'markedUp';
  const beginsEarly = someRead(
    best,
    streams,
    (text, asked) => chat !== undefined && hasTextBeforeChatReply(text, asked, chat),
  );
  if (shown === 'hasTheWords' && (saysNothingElse || beginsEarly || !beginsAsItGoesOn(best, streams)))
    return 'beginsOtherwise';
  const isRead = (is: (stream: SampleStream, joined: JoinedReply) => boolean): boolean =>
    streams.some((stream, place) => best.of[place] !== undefined && is(stream, best.of[place].joined));
  if (
    shown === 'hasTheWords' &&
    chat !== undefined &&
    someRead(best, streams, (text, asked) => hasMoreBeforeWords(text, asked, chat))
  )
    return 'saysMore';
  if (shown === 'hasTheWords' && isRead(hasReplyTextElsewhere)) return 'moreFollows';
  const comesAtOnce = best.of.some((read) => read?.joined.events === 1);
  if (comesAtOnce && shown !== 'theChat') return 'inOneEvent';
  if (isRead((stream, joined) => joined.events === 1 && mayBeDuplicatedBefore(stream, joined))) return 'mayBeRepeated';
  // Sources may be the same in each response, but the words of the reply never are.
  const most = shown === 'chatAlone' ? 0 : comesAtOnce ? 1 : Number.POSITIVE_INFINITY;
  if (!isLongest(best, streams, most)) return 'moreElsewhere';
  return undefined;
}

function someRead(
  { of }: RuleReading,
  streams: readonly SampleStream[],
  is: (text: string, asked: SampleStream) => boolean,
): boolean {
  return streams.some((stream, place) => {
    const text = of[place]?.joined.text;
    return text !== undefined && is(text, stream);
  });
}

/**
 * Whether text before the first word belongs to the reply: it could be a notice, so its events must look like those
 * with words.
 */
function beginsAsItGoesOn({ rule, of }: RuleReading, streams: readonly SampleStream[]): boolean {
  return streams.every(({ events, words }, stream) => {
    const carrying = (of[stream]?.joined.places ?? []).flatMap((place) => events[place] ?? []);
    const texts = carrying.map((event) => textIn(event, rule));
    const firstWord = Math.max(
      0,
      texts.findIndex((_, place) => startsHere(texts.slice(place), words[0] ?? '')),
    );
    // The events after the last word must look alike too: a thought that repeats the words may stand where the reply
    // follows.
    const lastWord = texts.findLastIndex((_, place) => startsHere(texts.slice(place), words.at(-1) ?? ''));
    const withWords = carrying.slice(firstWord, lastWord + 1);
    return (
      carrying.slice(0, firstWord).every((event) => isLikeOneOf(event, carrying.slice(firstWord))) &&
      carrying.slice(lastWord + 1).every((event) => isLikeOneOf(event, withWords))
    );
  });
}

/** Whether the word begins within the first of the texts. */
function startsHere(texts: readonly string[], word: string): boolean {
  const at = texts.join('').toLowerCase().indexOf(word);
  return at >= 0 && at < (texts[0] ?? '').length;
}

/**
 * Whether every other text, except the question and what every event says alike, is at most `most` times as long as the
 * best reading.
 *
 * @param most infinite: other texts may have any length
 */
function isLongest({ of }: RuleReading, streams: readonly SampleStream[], most: number): boolean {
  if (most === Number.POSITIVE_INFINITY) return true;
  return streams.every((stream, place) => {
    const best = of[place]?.joined;
    return (
      candidateRules(stream.events)
        .filter(({ event, where, path = [] }) => event === undefined && where === undefined && path.length > 0)
        .filter((rule) => !isRepeated(stream.events.map((event) => textIn(event, rule)).filter((text) => text !== '')))
        .map((rule) => joinedReplies(rule, stream.events).filter((joined) => !isEchoedQuestion(joined, stream)))
        // A text that comes once, such as the id of a session, does not compete with a text that comes in parts.
        .filter((ways) => most > 0 || ways.some(({ events }) => events > 1))
        .every(
          (ways) =>
            ways.length === 0 ||
            ways.some((way) => isPartOf(way, best) || way.text.length <= most * (best?.text.length ?? 0)),
        )
    );
  });
}

function isPartOf(way: JoinedReply, best: JoinedReply | undefined): boolean {
  return best !== undefined && best.text.includes(way.text);
}

function isRepeated(texts: readonly string[]): boolean {
  return texts.length > 1 && new Set(texts).size === 1;
}

/**
 * Whether a text in several events follows after the words were said: a thought also holds the words of the request,
 * and a bot that repeats nothing replies after it. Ids and times do not count as text.
 */
function hasReplyTextElsewhere({ events, ...asked }: SampleStream, best: JoinedReply): boolean {
  const [begins = 0, ends = 0] = [best.places[0], best.places.at(-1)];
  return candidateRules(events)
    .filter(({ event, where, path = [] }) => event === undefined && where === undefined && path.length > 0)
    .flatMap((rule) => joinedReplies(rule, events))
    .some(
      (other) =>
        other.events > 1 &&
        (other.places[0] ?? 0) > begins &&
        (other.places.at(-1) ?? 0) > ends &&
        isMostlyLetters(other.text) &&
        !best.text.includes(other.text) &&
        !isEchoedQuestion(other, { ...asked }),
    );
}

function isMostlyLetters(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) > text.length / 2;
}

/**
 * Whether the events before a reply in a single piece could carry the same reply in parts, in a form that no rule
 * reads, such as base64 or code points: several events with as much as the reply, at the same place.
 */
function mayBeDuplicatedBefore({ events }: SampleStream, best: JoinedReply): boolean {
  const before = events.slice(0, best.places[0] ?? 0);
  const found = new Map<string, string[]>();
  for (const event of before) {
    const texts = new Map<string, string>();
    if (event.value === undefined) texts.set('data', event.data);
    else for (const [path, value] of eachScalarIn(event.value)) texts.set(path, (texts.get(path) ?? '') + value);
    for (const [path, text] of texts) found.set(path, [...(found.get(path) ?? []), text]);
  }
  return [...found.values()].some(
    (texts) => texts.length > 1 && new Set(texts).size > 1 && texts.join('').length >= best.text.length,
  );
}
