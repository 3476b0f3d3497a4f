import { ruleIn } from '../../../load/content/rule.ts';
import { repeatsText, type Repeats } from '../../../load/content/repeats.ts';
import type { SequentialReplies } from '../../../load/records/sequential-replies.ts';
import type { RunScenarioOptions } from '../../../load/runner/options.ts';
import type { MarkedOperation } from './asker.ts';
import { askForMarks, repeatingStyle, type MarkCounts } from './ask-for-marks.ts';
import type { Asking } from './ask-for-streams.ts';

/** What is known of the marks in the replies of a target. */
export type LearnedMarks = Pick<RunScenarioOptions, 'repeats' | 'repeatsFrom' | 'saidAlone'>;

type AskingMarks = Asking & {
  readonly operations: readonly MarkedOperation[];
  readonly seed: number;
  readonly content: string | undefined;
  /** Credits for finding out how often each bot that only says its marks leaves them out. */
  readonly spare: number;
};

/** Learns for each operation whether replies contain the marks of their requests, and reports it. */
export async function learnMarks(asking: AskingMarks, say: (line: string) => void): Promise<LearnedMarks> {
  const { operations, content } = asking;
  if (operations.length === 0) return {};
  const rule = ruleIn(content);
  const repeats: Repeats[number][] = [];
  const told: string[] = [];
  const sequential: Record<string, SequentialReplies[string]> = {};
  for (const operation of operations) {
    if (operation === 'stream' && rule === undefined) {
      told.push('it is not known which events of streams carry text');
      continue;
    }
    const spare = Math.floor(asking.spare / operations.length);
    const heard = await askForMarks({ ...asking, operation, rule, spare });
    const manner = repeatingStyle(heard);
    const recalls = manner === 'repeats' && heard.recalled;
    const repeated = `, ${heard.repeated} repeated the whole message${recalls ? ', and the message of the turn before' : ''}`;
    const held = heldText(heard, operation);
    const short = heard.sequential && `; ${heard.sequential.said} of ${heard.sequential.n} in all, asked one at a time`;
    told.push(manner === undefined ? held : held + repeated + (short ?? ''));
    if (heard.sequential) sequential[operation] = heard.sequential;
    if (manner !== undefined) repeats.push(manner === 'repeats' ? operation : `${operation}-said`);
    if (recalls && !repeats.includes('recall')) repeats.push('recall');
  }
  const repeatsFrom = told.join(', ');
  const asked =
    repeats.length > 0
      ? 'replies are checked for the marks (planted words) of their requests'
      : 'replies are not checked for marks (planted words)';
  say(`${asked}: ${repeatsFrom}`);
  return {
    ...(repeats.length > 0 && { repeats: repeatsText(repeats) }),
    repeatsFrom,
    ...(Object.keys(sequential).length > 0 && { saidAlone: sequential }),
  };
}

/** A reply that was cut off, or is missing, does not show that the bot leaves marks out. */
function heldText({ held, answered, cut }: MarkCounts, operation: MarkedOperation): string {
  const trials = `${cut} ${operation} ${cut === 1 ? 'reply was' : 'replies were'} cut off`;
  if (answered === 0) return cut === 0 ? `no ${operation} trial was answered` : trials;
  const told = `${held} of ${answered} ${operation} replies contained both marks of their requests`;
  return cut === 0 ? told : `${told}, ${trials}`;
}
