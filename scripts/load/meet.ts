import type { Settings } from '../../conformance/core/settings/settings.ts';
import { loadDefaults } from '../../load/model/settings.ts';
import { limitWarnings, machineLimits } from '../../load/runner/machine-limits.ts';
import { logged } from '../../reports/log-text.ts';
import { counted } from '../../reports/words.ts';
import { askedTarget } from '../given/asked-target.ts';
import { findBot } from '../given/find-bot.ts';
import { targetLine, type Target } from '../given/target.ts';
import { endIfInterrupted, type Interruption } from '../terminal/interruption.ts';
import { learnedContent, type Content } from './content.ts';
import { learnedMarks, type Marks } from './marks.ts';
import { creditsToOrder, type OwnWorkspaces } from './own-workspaces.ts';
import { maxCreditsText, type LoadWork } from './settings.ts';
import { shortSteps } from './short-steps.ts';

/** What the figures of a run without a target are to be compared with. */
export const embeddedPace = { firstEventMs: 200, gapMs: 20, events: 20 };

export const nothingTimed = 'interrupted before anything was timed';

/** What is asked before a run, of whom. */
export type Asking = {
  readonly settings: Settings;
  readonly work: LoadWork;
  readonly target: Target;
  readonly ca: string | undefined;
  readonly interruption: Interruption;
  /** Undefined where the run spends what the caller's own token has. */
  readonly own: OwnWorkspaces | undefined;
};

/** Asks the target whether it answers, and says so where it does not. */
export async function isThere({ settings, work, target, ca, interruption }: Asking): Promise<boolean> {
  const asked = await askedTarget(target, settings, ca, interruption.signal);
  endIfInterrupted(interruption, nothingTimed);
  announce(work, asked);
  if (asked.unanswered !== undefined) tellNothing(asked.unanswered);
  return asked.unanswered === undefined;
}

function tellNothing(because: string): void {
  console.error(`assay: nothing was measured: ${logged(because)}`);
}

/** Whom a run talks to, by whose token, and what is known of the answers. */
export type Met = {
  readonly target: Target;
  readonly botId: string;
  readonly content: Content;
  readonly marks: Marks;
  /** The credits of a workspace that was made for this run alone. */
  readonly ordered?: number;
};

/** Undefined where nothing can be measured, which is said. What is learned before is not to be charged with the run. */
export async function meet(asking: Asking): Promise<Met | undefined> {
  const { work, own, settings } = asking;
  const learns = work.learningCredits > 0;
  const learner = learns || own === undefined ? await spender(asking, work.learningCredits) : undefined;
  if (learner === undefined && (learns || own === undefined)) return undefined;
  const content = learner === undefined ? work.options : await contentOf(asking, learner);
  const marks = learner === undefined ? {} : await marksOf(asking, learner, content);
  if (own === undefined) return learner && { ...learner, content, marks };
  const bound = settings.maxCredits === undefined ? undefined : settings.maxCredits - work.learningCredits;
  const ordered = creditsToOrder(work.plan.credits, bound);
  const by = await spender(asking, ordered);
  if (by !== undefined) console.log(`load: asks with a workspace of its own, of ${counted(ordered, 'credit')}`);
  return by && { ...by, content, marks, ordered };
}

type Spender = Pick<Met, 'target' | 'botId'>;

/** By the token that was given, or one that is made with so many credits. */
async function spender(
  { settings, target: given, interruption, own }: Asking,
  credits: number,
): Promise<Spender | undefined> {
  const made = await own?.make(credits);
  endIfInterrupted(interruption, nothingTimed);
  if (typeof made === 'string') {
    tellNothing(made);
    return undefined;
  }
  const target = made === undefined ? given : { ...given, token: made.token };
  const named = settings.bot ?? made?.botId;
  const found = named === undefined ? await findBot(settings, target, interruption.signal) : { bot: named };
  endIfInterrupted(interruption, nothingTimed);
  if ('bot' in found) return { target, botId: found.bot };
  tellNothing(found.because);
  return undefined;
}

/** What was said of it, or is learned of the target; nothing where nothing is streamed. */
async function contentOf({ settings, work, interruption }: Asking, { target, botId }: Spender): Promise<Content> {
  const { content, contentFrom } = work.options;
  if (!work.learnsRule) return { content, contentFrom };
  const { signal } = interruption;
  const learned = await learnedContent({ settings, target, botId, signal }, (line) => console.log(`load: ${line}`));
  endIfInterrupted(interruption, nothingTimed);
  return learned;
}

/** Whether replies hold the marks of their requests. */
async function marksOf(
  { settings, work, interruption }: Asking,
  { target, botId }: Spender,
  { content }: Content,
): Promise<Marks> {
  const asking = { settings, target, botId, signal: interruption.signal, operations: work.marked, content };
  const learned = await learnedMarks({ ...asking, seed: work.options.seed ?? loadDefaults.seed }, (line) =>
    console.log(`load: ${line}`),
  );
  endIfInterrupted(interruption, nothingTimed);
  return learned;
}

function announce(work: LoadWork, target: Target): void {
  const { scenario, options, plan, learningCredits } = work;
  const say = (line: string): void => console.log(`load: ${line}`);
  console.log(targetLine(`load ${scenario.name}`, target));
  if (target.unanswered !== undefined) return;
  if (target.embedded) {
    say(`its first event is set to ${embeddedPace.firstEventMs} ms, each further one to ${embeddedPace.gapMs} ms`);
  }
  if (plan.requests < plan.requestsAsked) {
    say(
      `${maxCreditsText(options.maxCredits, learningCredits)} covers ${plan.requests} of ${plan.requestsAsked} requests; it ends there`,
    );
  }
  shortSteps(work).forEach(say);
  limitWarnings(machineLimits(), options.maxInFlight ?? loadDefaults.maxInFlight).forEach(say);
}
