import { sessionIdIn } from '../../../conformance/expectations/bodies/carries-session-id.ts';
import type { SequentialReplies } from '../../../load/records/sequential-replies.ts';
import {
  containsMarks,
  longestMessage,
  firstLearningIndex,
  containsMessageStart,
  containsMessage,
  shortMessage,
} from '../../../load/content/marks.ts';
import { createAsker, type Ask, type ChatBody, type SequentialAsking } from './asker.ts';

/**
 * Number of trials: a bot that repeats in both is taken for a bot that always does. The second request continues the
 * session of the first.
 */
const asked = 2;

/** Most credits that the trials cost for each operation (8.1). */
export const marksCredits = asked;

/**
 * Number of further replies that show how often a bot that only says its marks leaves them out in sequential requests.
 * A bot that left them out of half of its replies would say them in all twelve once in 4,000 runs.
 */
const askedMore = 10;

/** Most credits that these replies cost for each operation. They are requested where credits are left over. */
export const beforeRunCreditsEach = askedMore;

/**
 * Most repetitions of trials whose reply was cut off, paid from these credits: a service that cuts off every reply gets
 * no more.
 */
const mostAgain = 2;

const longestMs = 120_000;

/** Of the requests that were answered: number of replies with both of their marks, and with the whole message. */
export type MarkCounts = {
  readonly answered: number;
  readonly held: number;
  readonly repeated: number;
  /** Whether the message of the turn before was repeated too. */
  readonly recalled: boolean;
  /** Number of replies that were cut off, which say nothing. */
  readonly cut: number;
  /** For a bot that only says its marks: number of sequential replies, and of those with both marks. */
  readonly sequential?: SequentialReplies[string];
};

type AskingMarks = SequentialAsking & {
  /** Credits for finding out how often the bot leaves its marks out. */
  readonly spare: number;
};

/** Sends requests like those of the run, with marks that none of its requests has. */
export async function askForMarks({ spare, ...asking }: AskingMarks): Promise<MarkCounts> {
  const { operation, seed } = asking;
  const more = Math.max(0, Math.min(askedMore, spare));
  const { ask, close } = createAsker(asking, { maxCredits: marksCredits + more, longestMs });
  // Indexes from the end, different for each operation: a later reply with these marks belongs to another request.
  const first = firstLearningIndex - 1 - (operation === 'chat' ? asked + askedMore : 0);
  try {
    const heard = await heardTwice(ask, seed, { first, again: Math.min(mostAgain, more) });
    const left = more - heard.cut;
    if (repeatingStyle(heard) !== 'says' || left <= 0) return heard;
    return { ...heard, sequential: await sequentialReplies(ask, { seed, first: first - asked, more: left }) };
  } finally {
    await close();
  }
}

async function heardTwice(
  ask: Ask,
  seed: number,
  { first, again }: { readonly first: number; readonly again: number },
): Promise<MarkCounts> {
  const heard = { answered: 0, held: 0, repeated: 0, recalled: false, cut: 0 };
  let before: ChatBody | undefined;
  for (let place = 0; place < asked; place += 1) {
    const sessionId = before?.sessionId;
    let [index, message] = [first - place, longestMessage(seed, first - place)];
    let answer = await ask(sessionId === undefined ? { message } : { message, sessionId });
    while (answer?.isWhole === false && heard.cut < again) {
      heard.cut += 1;
      // The marks that come last, of replies for which no credits would be left in that case.
      index = first - asked - askedMore + heard.cut;
      message = longestMessage(seed, index);
      answer = await ask(sessionId === undefined ? { message } : { message, sessionId });
    }
    if (answer?.isWhole === false) heard.cut += 1;
    if (answer === undefined || !answer.isWhole) break;
    heard.answered += 1;
    if (!containsMarks(answer.reply, seed, index)) break;
    heard.held += 1;
    if (containsMessage(answer.reply, message)) heard.repeated += 1;
    heard.recalled = before?.sessionId !== undefined && containsMessageStart(answer.reply, before.message);
    before = { message, sessionId: sessionIdIn(answer.exchange) };
  }
  return heard;
}

/** The two trials count too: both had their marks, and a bot that missed any is not asked for more. */
async function sequentialReplies(
  ask: Ask,
  { seed, first, more }: { readonly seed: number; readonly first: number; readonly more: number },
): Promise<SequentialReplies[string]> {
  const sequential = { n: asked, said: asked };
  for (let place = 0; place < more; place += 1) {
    const index = first - place;
    const answer = await ask({ message: shortMessage(seed, index) });
    if (answer === undefined) break;
    sequential.n += 1;
    if (containsMarks(answer.reply, seed, index)) sequential.said += 1;
  }
  return sequential;
}

/**
 * What both replies show: `repeats` where the bot repeats whole messages, as a program always does; `says` where it
 * says what it is asked to say, which a language model forgets now and then. Undefined where a reply shows neither.
 */
export function repeatingStyle({ held, repeated }: MarkCounts): 'repeats' | 'says' | undefined {
  return repeated === asked ? 'repeats' : held === asked ? 'says' : undefined;
}
