import { ruleConflictIn } from './rule-conflict.ts';
import { candidateRules } from './candidates.ts';
import { hasReplyTextElsewhere, mayBeDuplicatedBefore } from './text-elsewhere.ts';
import {
  beginsBeforeTheChat,
  isMarkedUp,
  isTheQuestion,
  saysMore,
  saysOnlyTheWords,
  type SampleChat,
  type SampleStream,
} from './sample-replies.ts';
import { joinedBy, type Joined } from './joined.ts';
import { narrowedRule } from './narrowed-rule.ts';
import { readingBy, rivals, shownIn, shows, type Reading, type Shown } from './reading.ts';
import { ruleText, type ContentRule } from './rule.ts';
import { membersOf, textIn, type StreamEvent } from './stream-event.ts';

export type LearnedContent =
  /** `from` says what it was learned from, and how sure it is, for a report. */
  | {
      readonly is: 'rule';
      readonly rule: ContentRule;
      readonly isSure: boolean;
      /** That it could be learned from; a bot may forget its words in others. */
      readonly streams: number;
      readonly from: string;
    }
  | { readonly is: 'none'; readonly because: string };

/**
 * Which events of a target's streams carry text of the reply, learned from one to three of them: those whose texts join
 * to what the bot was asked to repeat, or to what a whole chat said. Where two readings are as good and differ, neither
 * is claimed: a time to the wrong event is worse than none.
 *
 * @param another streams that answer other messages, whose text nobody knows: the rule has to read them as well
 */
export function learnContent(
  all: readonly SampleStream[],
  chat?: SampleChat,
  another: readonly (readonly StreamEvent[])[] = [],
): LearnedContent {
  const streams = all.map((stream) => ({ ...stream, events: withinBounds(stream.events) }));
  const rules = candidateRules(streams.flatMap(({ events }) => events));
  const every = rules.map((rule) => readingBy(rule, streams, chat));
  // A bot may forget a word now and then: such a stream shows nothing, by whatever rule.
  const usable = streams.flatMap((_, place) => (every.some(({ of }) => of[place]) ? [place] : []));
  const told = counted(usable.length === 0 ? streams.length : usable.length);
  const readings = every
    .map(({ rule, of }) => ({ rule, of: usable.map((place) => of[place]) }))
    .filter(({ of }) => of.length > 0 && of.every((read) => read !== undefined));
  const best = shows.find((shown) => readings.some((reading) => shownIn(reading) === shown));
  if (best === undefined) return { is: 'none', because: nothingIn(told, chat) };
  const heard = usable.flatMap((place) => streams[place] ?? []);
  const [first, other] = rivals(
    readings.filter((reading) => shownIn(reading) === best),
    (rule) => ruleText(rule).length,
  );
  const doubt = first && doubtOf({ shown: best, best: first, other, streams: heard, chat });
  if (first === undefined || doubt !== undefined) return { is: 'none', because: `${doubt}, in ${told}` };
  const isSure = best === 'theWords' || best === 'theChat';
  const others = another.map(withinBounds);
  const rule = narrowedRule(
    first.rule,
    heard.map(({ events }) => events),
    others,
  );
  const strange = ruleConflictIn(
    rule,
    heard.map(({ events }) => events),
    others,
  );
  if (strange !== undefined) return { is: 'none', because: `${strange}, in ${told} and ${others.length} of another` };
  const from = others.length === 0 ? told : `${told} and ${others.length} of another message`;
  return { is: 'rule', rule, isSure, streams: usable.length + others.length, from: `${from}, ${says[best]}` };
}

const says: Readonly<Record<Shown, string>> = {
  theWords: 'certain: joined, they are exactly the words that the bot was asked to repeat',
  theChat: 'certain: joined, they are the whole reply of a chat',
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

/** What one reply takes, and no more than can be read in any way there is without delay. */
function withinBounds(events: readonly StreamEvent[]): readonly StreamEvent[] {
  let characters = 0;
  const end = events.findIndex(({ data }, place) => (characters += data.length) > 256 * 1024 || place === 1000);
  return end < 0 ? events : events.slice(0, end);
}

type Found = {
  readonly shown: Shown;
  readonly best: Reading;
  readonly other: Reading | undefined;
  readonly streams: readonly SampleStream[];
  readonly chat: SampleChat | undefined;
};

/** Why the best reading is not to be trusted, if so. */
function doubtOf({ shown, best, other, streams, chat }: Found): string | undefined {
  const rule = ruleText(best.rule);
  if (other !== undefined) return `${rule} and ${ruleText(other.rule)} could both be the reply`;
  const saysNothingElse = chat?.texts.some((text) => saysOnlyTheWords(text, chat)) === true;
  if (shown === 'hasTheWords' && someRead(best, streams, isMarkedUp))
    return `${rule} holds the words that the bot was asked to repeat, and more around each of them than a reply has`;
  const beginsEarly = someRead(
    best,
    streams,
    (text, asked) => chat !== undefined && beginsBeforeTheChat(text, asked, chat),
  );
  if (shown === 'hasTheWords' && (saysNothingElse || beginsEarly || !beginsAsItGoesOn(best, streams)))
    return `${rule} holds the words that the bot was asked to repeat, and begins with what may be no reply`;
  const isRead = (is: (stream: SampleStream, joined: Joined) => boolean): boolean =>
    streams.some((stream, place) => best.of[place] !== undefined && is(stream, best.of[place].joined));
  if (
    shown === 'hasTheWords' &&
    chat !== undefined &&
    someRead(best, streams, (text, asked) => saysMore(text, asked, chat))
  )
    return `${rule} holds the words that the bot was asked to repeat, and says more before them than a whole reply does`;
  if (shown === 'hasTheWords' && isRead(hasReplyTextElsewhere))
    return `${rule} holds the words that the bot was asked to repeat, and more text follows elsewhere`;
  const comesAtOnce = best.of.some((read) => read?.joined.events === 1);
  if (comesAtOnce && shown !== 'theChat')
    return `${rule} holds the words that the bot was asked to repeat in one event, which may be no reply`;
  if (isRead((stream, joined) => joined.events === 1 && mayBeDuplicatedBefore(stream, joined)))
    return `${rule} holds the reply in one event, and it may have come before in a form that no rule reads`;
  // Sources may be the same in each answer where the words of the reply never are.
  const most = shown === 'chatAlone' ? 0 : comesAtOnce ? 1 : Number.POSITIVE_INFINITY;
  if (!isLongest(best, streams, most)) return `${rule} joins to a whole reply, and more text lies elsewhere`;
  return undefined;
}

function someRead(
  { of }: Reading,
  streams: readonly SampleStream[],
  is: (text: string, asked: SampleStream) => boolean,
): boolean {
  return streams.some((stream, place) => {
    const text = of[place]?.joined.text;
    return text !== undefined && is(text, stream);
  });
}

/** What comes before the first word could be a notice: it counts where its events look as those with words do. */
function beginsAsItGoesOn({ rule, of }: Reading, streams: readonly SampleStream[]): boolean {
  return streams.every(({ events, words }, stream) => {
    const carrying = (of[stream]?.joined.places ?? []).flatMap((place) => events[place] ?? []);
    const texts = carrying.map((event) => textIn(event, rule));
    const firstWord = Math.max(
      0,
      texts.findIndex((_, place) => startsHere(texts.slice(place), words[0] ?? '')),
    );
    // What comes behind the last word is looked at too: a thought with the words may stand where the reply follows.
    const lastWord = texts.findLastIndex((_, place) => startsHere(texts.slice(place), words.at(-1) ?? ''));
    const withWords = carrying.slice(firstWord, lastWord + 1);
    return (
      carrying.slice(0, firstWord).every((event) => isAlike(event, carrying.slice(firstWord))) &&
      carrying.slice(lastWord + 1).every((event) => isAlike(event, withWords))
    );
  });
}

/** Has the members of one of the others, and holds what all of them hold alike: a flag may tell a notice too. */
function isAlike(event: StreamEvent, others: readonly StreamEvent[]): boolean {
  const [own, each] = [membersOf(event), others.map(membersOf)];
  const [first = new Map<string, unknown>()] = each;
  const alike = [...first].filter(([path, value]) => each.every((members) => members.get(path) === value));
  return (
    alike.every(([path, value]) => own.has(path) && own.get(path) === value) &&
    each.some((members) => members.size === own.size && [...own.keys()].every((path) => members.has(path)))
  );
}

/** Whether the word begins within the first of the texts. */
function startsHere(texts: readonly string[], word: string): boolean {
  const at = texts.join('').toLowerCase().indexOf(word);
  return at >= 0 && at < (texts[0] ?? '').length;
}

/**
 * What else there is, but for the question and what every event says alike, is no longer than the best reading.
 *
 * @param most how many times as long it may be; infinite: it may be anything
 */
function isLongest({ of }: Reading, streams: readonly SampleStream[], most: number): boolean {
  if (most === Number.POSITIVE_INFINITY) return true;
  return streams.every((stream, place) => {
    const best = of[place]?.joined;
    return (
      candidateRules(stream.events)
        .filter(({ event, where, path = [] }) => event === undefined && where === undefined && path.length > 0)
        .filter((rule) => !isRepeated(stream.events.map((event) => textIn(event, rule)).filter((text) => text !== '')))
        .map((rule) => joinedBy(rule, stream.events).filter((joined) => !isTheQuestion(joined, stream)))
        // What comes once, as a session's id does, is no rival of what comes in parts.
        .filter((ways) => most > 0 || ways.some(({ events }) => events > 1))
        .every(
          (ways) =>
            ways.length === 0 ||
            ways.some((way) => isPartOf(way, best) || way.text.length <= most * (best?.text.length ?? 0)),
        )
    );
  });
}

function isPartOf(way: Joined, best: Joined | undefined): boolean {
  return best !== undefined && best.text.includes(way.text);
}

function isRepeated(texts: readonly string[]): boolean {
  return texts.length > 1 && new Set(texts).size === 1;
}
