import { sessionIdIn } from '../../../conformance/expectations/bodies/carries-session-id.ts';
import type { SequentialReplies } from '../../../load/records/sequential-replies.ts';
import {
  holdsMarks,
  longestMessage,
  mostMarked,
  repeatsBeginning,
  repeatsMessage,
  shortMessage,
} from '../../../load/content/marks.ts';
import { createAsker, type Ask, type ChatBody, type SequentialAsking } from './asker.ts';

/** Who does so twice is taken for one that always does; the second request goes on with the session of the first. */
const asked = 2;

/** What that costs of each operation at most, in credits (8.1). */
export const marksCredits = asked;

/**
 * So many more replies tell how often a bot that only says its marks leaves them out when it is asked one thing at a time.
 * One that left them out of half would say them in all twelve once in 4,000 runs.
 */
const askedMore = 10;

/** What these cost of each operation at most, in credits. They are asked for where there are some to spare. */
export const beforeRunCreditsEach = askedMore;

/** So often a trial whose reply was cut off is made again: of these credits, and no more of a service that cuts them all. */
const mostAgain = 2;

const longestMs = 120_000;

/** Of the requests that were answered: how many replies held both of their marks, and how many the whole message. */
export type HeardMarks = {
  readonly answered: number;
  readonly held: number;
  readonly repeated: number;
  /** What was said in the turn before was repeated too. */
  readonly recalled: boolean;
  /** How many more were cut off, and say nothing. */
  readonly cut: number;
  /** Of a bot that only says its marks: of how many replies, asked for one at a time, so many had both. */
  readonly sequential?: SequentialReplies[string];
};

type AskingMarks = SequentialAsking & {
  /** Credits for telling how often the bot leaves its marks out. */
  readonly spare: number;
};

/** Asks as the run will ask, by marks that none of its requests has. */
export async function askForMarks({ spare, ...asking }: AskingMarks): Promise<HeardMarks> {
  const { operation, seed } = asking;
  const more = Math.max(0, Math.min(askedMore, spare));
  const { ask, close } = createAsker(asking, { maxCredits: marksCredits + more, longestMs });
  // From the end, and other ones for each operation: a reply of a later request that holds them is another's.
  const first = mostMarked - 1 - (operation === 'chat' ? asked + askedMore : 0);
  try {
    const heard = await heardTwice(ask, seed, { first, again: Math.min(mostAgain, more) });
    const left = more - heard.cut;
    if (mannerOf(heard) !== 'says' || left <= 0) return heard;
    return { ...heard, sequential: await sequentialReplies(ask, { seed, first: first - asked, more: left }) };
  } finally {
    await close();
  }
}

async function heardTwice(
  ask: Ask,
  seed: number,
  { first, again }: { readonly first: number; readonly again: number },
): Promise<HeardMarks> {
  const heard = { answered: 0, held: 0, repeated: 0, recalled: false, cut: 0 };
  let before: ChatBody | undefined;
  for (let place = 0; place < asked; place += 1) {
    const sessionId = before?.sessionId;
    let [index, message] = [first - place, longestMessage(seed, first - place)];
    let answer = await ask(sessionId === undefined ? { message } : { message, sessionId });
    while (answer?.isWhole === false && heard.cut < again) {
      heard.cut += 1;
      // The marks that are asked for last, of the replies for which there are then no credits.
      index = first - asked - askedMore + heard.cut;
      message = longestMessage(seed, index);
      answer = await ask(sessionId === undefined ? { message } : { message, sessionId });
    }
    if (answer?.isWhole === false) heard.cut += 1;
    if (answer === undefined || !answer.isWhole) break;
    heard.answered += 1;
    if (!holdsMarks(answer.reply, seed, index)) break;
    heard.held += 1;
    if (repeatsMessage(answer.reply, message)) heard.repeated += 1;
    heard.recalled = before?.sessionId !== undefined && repeatsBeginning(answer.reply, before.message);
    before = { message, sessionId: sessionIdIn(answer.exchange) };
  }
  return heard;
}

/** The two before count too: both had their marks, and a bot of which one had not is not asked for more. */
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
    if (holdsMarks(answer.reply, seed, index)) sequential.said += 1;
  }
  return sequential;
}

/**
 * What both replies show, and no fewer: that the bot repeats whole messages, which a program does and goes on doing, or that
 * it says what it is asked to, which a language model forgets now and then.
 */
export function mannerOf({ held, repeated }: HeardMarks): 'repeats' | 'says' | undefined {
  return repeated === asked ? 'repeats' : held === asked ? 'says' : undefined;
}
