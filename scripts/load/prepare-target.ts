import type { Settings } from '../../conformance/settings/settings.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { observedFailureText } from '../../reports/check/stopped.ts';
import { pluralize } from '../../reports/text/format.ts';
import { contactTarget } from '../input/asked-target.ts';
import { findBot } from '../input/find-bot.ts';
import { checkOwnToken } from '../input/tried-tokens.ts';
import type { Target } from '../input/target.ts';
import { endIfInterrupted, type Interruption } from '../output/interruption.ts';
import { announce } from './announce.ts';
import { learnContentRule, type RunContentRule } from './asking/learn-content-rule.ts';
import { learnMarks, type LearnedMarks } from './asking/learn-marks.ts';
import { withProgress } from './asking/with-progress.ts';
import { creditsToOrder, type OwnWorkspaces } from './own-workspaces.ts';
import type { LoadWork } from './settings.ts';

export type TargetPreparation = {
  readonly settings: Settings;
  readonly work: LoadWork;
  readonly target: Target;
  readonly ca: string | undefined;
  readonly interruption: Interruption;
  /** Undefined where the run spends the credits of the caller's own token. */
  readonly own: OwnWorkspaces | undefined;
};

/** The target and the bot of a run, its token, and what is known of the responses. */
export type PreparedTarget = {
  readonly target: Target;
  readonly botId: string;
  readonly content: RunContentRule;
  readonly marks: LearnedMarks;
  /** The credits of a workspace that was made only for this run. */
  readonly ordered?: number;
};

export const interruptedBeforeTiming = 'interrupted before anything was timed';

/**
 * Finds out whether the target answers, asks it for a bot, and learns what has to be known of its responses before they
 * are timed. Undefined where nothing can be measured; the reason is printed.
 */
export async function prepareTarget(asking: TargetPreparation): Promise<PreparedTarget | undefined> {
  const { work, own, settings } = asking;
  if (!(await isThere(asking)) || !(await isTokenAccepted(asking))) return undefined;
  // The credits for learning must not count as a charge of the run.
  const learns = work.learningCredits > 0;
  const atMost = work.learningCredits + work.beforeRunCredits;
  const learner = learns || own === undefined ? await spender(asking, atMost) : undefined;
  if (learner === undefined && (learns || own === undefined)) return undefined;
  const content = await contentOf(asking, learner);
  const marks = learner === undefined ? {} : await marksOf(asking, learner, content);
  if (own === undefined) return learner && { ...learner, content, marks };
  const bound = settings.maxCredits === undefined ? undefined : settings.maxCredits - atMost;
  const ordered = creditsToOrder(work.plan.credits, bound);
  const by = await spender(asking, ordered);
  if (by !== undefined) console.log(`load: uses a workspace of its own, with ${pluralize(ordered, 'credit')}`);
  return by && { ...by, content, marks, ordered };
}

async function isThere({ settings, work, target, ca, interruption }: TargetPreparation): Promise<boolean> {
  const asked = await contactTarget(target, settings, ca, interruption.signal);
  endIfInterrupted(interruption, interruptedBeforeTiming);
  announce(work, asked);
  if (asked.unanswered !== undefined) tellNothing(observedFailureText(asked.unanswered));
  return asked.unanswered === undefined;
}

/** Whether the token is accepted: otherwise only refusals would be timed. */
async function isTokenAccepted({
  settings,
  target,
  ca,
  interruption: { signal },
  own,
}: TargetPreparation): Promise<boolean> {
  const trying = { ca, signal, keep: () => undefined };
  const { tokenFlaw } = await checkOwnToken(target, settings, own === undefined, trying);
  if (tokenFlaw !== undefined) tellNothing(tokenFlaw.because);
  return tokenFlaw === undefined;
}

function tellNothing(because: string): void {
  console.error(`assay: nothing was measured: ${escapeForLog(because)}`);
}

type Spender = Pick<PreparedTarget, 'target' | 'botId'>;

/** The given token, or a new workspace with this number of credits. */
async function spender(
  { settings, target: given, interruption, own }: TargetPreparation,
  credits: number,
): Promise<Spender | undefined> {
  const made = await own?.make(credits);
  endIfInterrupted(interruption, interruptedBeforeTiming);
  if (made?.is === 'none') {
    tellNothing(made.because);
    return undefined;
  }
  const target = made === undefined ? given : { ...given, token: made.workspace.token };
  const named = settings.bot ?? made?.workspace.botId;
  const found = named === undefined ? await findBot(settings, target, interruption.signal) : { bot: named };
  endIfInterrupted(interruption, interruptedBeforeTiming);
  if ('bot' in found) return { target, botId: found.bot };
  tellNothing(found.because);
  return undefined;
}

function say(line: string): void {
  console.log(`load: ${line}`);
}

/** The content rule, as given or learned from the target. Empty where nothing is streamed. */
async function contentOf(
  { settings, work, interruption }: TargetPreparation,
  learner: Spender | undefined,
): Promise<RunContentRule> {
  const { content, contentFrom, contentLearned } = work.options;
  if (!work.learnsRule || learner === undefined) {
    if (content !== undefined && settings.load.content === undefined)
      console.log(
        `load: rule for events with text (--content): ${escapeForLog(content)} (${escapeForLog(contentFrom ?? '')})`,
      );
    return { content, contentFrom, contentLearned };
  }
  const { signal } = interruption;
  const learned = await withProgress(
    'learns which events of a stream carry text',
    learnContentRule({ settings, ...learner, signal }, say),
    say,
  );
  endIfInterrupted(interruption, interruptedBeforeTiming);
  return learned;
}

/** Finds out whether replies contain the marks of their requests. */
async function marksOf(
  { settings, work, interruption }: TargetPreparation,
  learner: Spender,
  { content }: RunContentRule,
): Promise<LearnedMarks> {
  const asking = {
    settings,
    ...learner,
    signal: interruption.signal,
    operations: work.marked,
    content,
    spare: work.beforeRunCredits,
  };
  const learned = await withProgress(
    'learns whether replies contain the marks (planted words) of their requests',
    learnMarks({ ...asking, seed: work.options.seed ?? loadDefaults.seed }, say),
    say,
  );
  endIfInterrupted(interruption, interruptedBeforeTiming);
  return learned;
}
