import type { SequentialReplies } from '../../../load/records/sequential-replies.ts';
import { containsMarks, longestMessage, firstLearningIndex, shortMessage } from '../../../load/content/marks.ts';
import { createAsker, type SequentialAsking } from './asker.ts';

/**
 * Number of sequential replies after a run. With the twelve before it, they distinguish a run in which a fifth of the
 * replies lack marks from a bot that leaves out as many by itself: such a bot says its marks in all 72 by chance only
 * once in nine million runs.
 */
const requestsAfterRun = 60;

/**
 * Most credits that these replies cost for each operation. They are requested only where far more replies lack marks
 * than before the run.
 */
export const afterRunCreditsEach = requestsAfterRun;

/**
 * Longest time in milliseconds, because the user waits for it. A slow bot is asked for fewer replies, which then decide
 * less.
 */
const longestMs = 120_000;

/** First index of these requests for each operation, apart from those before the run, so that no mark is used twice. */
const firstOf = { stream: firstLearningIndex - 1_000, chat: firstLearningIndex - 2_000 } as const;

/**
 * Sends requests like those of the run, with marks that none of its requests has, until credits or time are used up.
 */
export async function askAfterRun({
  most,
  ...asking
}: SequentialAsking & { readonly most: number }): Promise<SequentialReplies[string]> {
  const { operation, seed } = asking;
  const { ask, close } = createAsker(asking, { maxCredits: most, longestMs });
  const heard = { n: 0, said: 0 };
  try {
    for (let place = 0; place < Math.min(most, requestsAfterRun); place += 1) {
      const index = firstOf[operation] - place;
      // Half of the messages are as long as the longest of the run, so that a bot that forgets only the marks of long
      // messages is recognised.
      const answer = await ask({ message: (place % 2 === 0 ? longestMessage : shortMessage)(seed, index) });
      if (answer === undefined) break;
      heard.n += 1;
      if (containsMarks(answer.reply, seed, index)) heard.said += 1;
    }
    return heard;
  } finally {
    await close();
  }
}
