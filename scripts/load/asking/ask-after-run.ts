import type { SequentialReplies } from '../../../load/records/sequential-replies.ts';
import { holdsMarks, longestMessage, mostMarked, shortMessage } from '../../../load/content/marks.ts';
import { createAsker, type SequentialAsking } from './asker.ts';

/**
 * So many replies, asked for one at a time after a run, and the twelve before it tell a run with marks missing in a fifth
 * from a bot that leaves out as many: all 72 have them by chance once in nine million runs.
 */
const requestsAfterRun = 60;

/** What these cost of each operation at most, in credits: only where replies of a run lack far more marks than before it. */
export const afterRunCreditsEach = requestsAfterRun;

/** Somebody waits for it. A slow bot is asked for fewer, which then decide less. */
const longestMs = 120_000;

/** Behind those that were asked for before, so that no mark is said twice. */
const firstOf = { stream: mostMarked - 1_000, chat: mostMarked - 2_000 } as const;

/** Asks as the run did, by marks that none of its requests has, until there are no more credits or time. */
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
      // Half as long as the longest of the run, so that a bot that only forgets those is not told from it by chance.
      const answer = await ask({ message: (place % 2 === 0 ? longestMessage : shortMessage)(seed, index) });
      if (answer === undefined) break;
      heard.n += 1;
      if (holdsMarks(answer.reply, seed, index)) heard.said += 1;
    }
    return heard;
  } finally {
    await close();
  }
}
