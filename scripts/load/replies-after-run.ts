import { ruleIn } from '../../load/content/rule.ts';
import type { SequentialReplies } from '../../load/records/sequential-replies.ts';
import type { Marks } from '../../load/figures/figures.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { undecidedOperations } from '../../load/verdict/marks.ts';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { pluralize } from '../../reports/text/format.ts';
import { errorMessage } from '../errors/error-message.ts';
import { askAfterRun } from './asking/ask-after-run.ts';
import type { MarkedOperation } from './asking/asker.ts';
import { withProgress } from './asking/with-progress.ts';
import type { TargetPreparation, PreparedTarget } from './prepare-target.ts';

type AfterRun = Pick<TargetPreparation, 'settings' | 'work' | 'own'> &
  Pick<PreparedTarget, 'target' | 'botId' | 'content'> & { readonly signal: AbortSignal };

/**
 * Number of sequential replies with their marks after a run in which far more replies lack marks than before it: this
 * shows whether the load or the bot leaves them out. Undefined where there is no such doubt, or no credits for it.
 */
export async function repliesAfterRun(
  marks: Marks | undefined,
  asking: AfterRun,
): Promise<SequentialReplies | undefined> {
  const { settings, work, own, signal } = asking;
  const operations = marks === undefined ? [] : undecidedOperations(marks).filter(isMarked);
  const most = Math.floor(work.afterRunCredits / operations.length);
  if (operations.length === 0 || most < 1) return undefined;
  const asked = `asks for up to ${pluralize(most * operations.length, 'reply', 'replies')} one at a time`;
  console.log(`load: ${asked}: far more of the run lack the marks of their requests than before it`);
  const made = await own?.make(most * operations.length);
  if (made?.is === 'none') {
    console.error(`assay: no reply was asked for after the run: ${escapeForLog(made.because)}`);
    return undefined;
  }
  const target = made === undefined ? asking.target : { ...asking.target, token: made.workspace.token };
  const rule = ruleIn(asking.content.content ?? work.options.content);
  const of = { settings, target, botId: made?.workspace.botId ?? asking.botId, signal, rule };
  const heard: Record<string, SequentialReplies[string]> = {};
  try {
    for (const operation of operations)
      heard[operation] = await withProgress(
        'asks for replies again',
        askAfterRun({ ...of, operation, seed: work.options.seed ?? loadDefaults.seed, most }),
        (line) => console.log(`load: ${line}`),
      );
  } catch (error) {
    // The run exists, and is judged without these replies.
    console.error(`assay: no reply was asked for after the run: ${escapeForLog(errorMessage(error))}`);
  }
  return Object.values(heard).some(({ n }) => n > 0) ? heard : undefined;
}

function isMarked(operation: string): operation is MarkedOperation {
  return operation === 'stream' || operation === 'chat';
}
