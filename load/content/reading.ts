import {
  beginsLikeChatReply,
  isEchoedQuestion,
  containsOnlyWords,
  containsWordsInOrder,
  type SampleChat,
  type SampleStream,
} from './sample-replies.ts';
import { joinedReplies, collapseWhitespace, type JoinedReply } from './joined.ts';
import type { ContentRule } from './rule.ts';

/** The kinds of evidence that a joined text is the reply, the most certain first. */
export const evidenceKinds = ['theWords', 'theChat', 'chatAlone', 'hasTheWords'] as const;
export type ContentEvidence = (typeof evidenceKinds)[number];

/** What a rule reads in each stream. Undefined for a stream where the text is no evidence. */
export type RuleReading = { readonly rule: ContentRule; readonly of: readonly (StreamReading | undefined)[] };
type StreamReading = { readonly joined: JoinedReply; readonly shown: ContentEvidence };

export function readByRule(rule: ContentRule, streams: readonly SampleStream[], chat?: SampleChat): RuleReading {
  return { rule, of: streams.map((stream) => readOf(rule, stream, chat)) };
}

function readOf(rule: ContentRule, stream: SampleStream, chat?: SampleChat): StreamReading | undefined {
  const reads = joinedReplies(rule, stream.events).flatMap((joined): readonly StreamReading[] => {
    const shown = isEchoedQuestion(joined, stream) ? undefined : shownBy(joined, stream, chat);
    // Raw data may contain any word among other things.
    if (shown === undefined || (shown === 'hasTheWords' && !rule.path?.length)) return [];
    return [{ joined, shown }];
  });
  return reads.toSorted((one, next) => evidenceKinds.indexOf(one.shown) - evidenceKinds.indexOf(next.shown))[0];
}

function shownBy(joined: JoinedReply, stream: SampleStream, chat: SampleChat | undefined): ContentEvidence | undefined {
  const { text } = joined;
  if (joined.events > 1 && containsOnlyWords(text, stream) && beginsWithAWord(joined)) return 'theWords';
  const hasWords = containsWordsInOrder(text, stream);
  // Even where a bot does not repeat, a name or a title may stand in the reply of a chat too: such texts come in a
  // single piece.
  if (chat && (hasWords || joined.events > 1) && beginsLikeChatReply(text, stream, chat))
    return hasWords ? 'theChat' : 'chatAlone';
  return hasWords ? 'hasTheWords' : undefined;
}

/**
 * Whether the first event contains a letter or digit: before the words, a service may send dots to show that the bot
 * writes.
 */
function beginsWithAWord({ first }: JoinedReply): boolean {
  return /[\p{L}\p{N}]/u.test(first);
}

/** The least certain evidence of a reading, over its streams. */
export function weakestEvidence({ of }: RuleReading): ContentEvidence {
  return evidenceKinds[Math.max(...of.map((read) => (read ? evidenceKinds.indexOf(read.shown) : 0)))] ?? 'hasTheWords';
}

/**
 * The best of several readings with equal evidence, and a rival that contradicts it, if there is one: another text, or
 * the same text in other events, as a thought may contain everything that the reply says after it. The reply comes in
 * parts; a title or a copy of the whole comes in a single piece. Of readings with the same events the shortest rule is
 * taken: what a narrower rule adds was not needed.
 *
 * @param length length of the spelling of a rule
 */
export function bestAndRival(
  readings: readonly RuleReading[],
  length: (rule: ContentRule) => number,
): readonly [RuleReading | undefined, RuleReading | undefined] {
  const size = ({ of }: RuleReading): number => of.reduce((sum, read) => sum + (read?.joined.events ?? 0), 0);
  const [first, ...others] = readings.toSorted(
    (one, next) => size(next) - size(one) || length(one.rule) - length(next.rule),
  );
  const contradicts = ({ of }: RuleReading): boolean =>
    of.some((read, stream) => {
      const joined = first?.of[stream]?.joined;
      return read !== undefined && joined !== undefined && isAnother(joined, read.joined);
    });
  return [first, others.find(contradicts)];
}

function isAnother(best: JoinedReply, other: JoinedReply): boolean {
  const beginsThere = other.places[0] === best.places[0];
  const [text, less] = [collapseWhitespace(best.text), collapseWhitespace(other.text)];
  if (text === less) return !beginsThere && (best.events === 1 || other.events > 1);
  // A reading that only lacks some events at the end begins at the same event, and is no rival.
  return !(beginsThere && text.startsWith(less));
}
