import { chainFinder, ownProbesOf } from '../model/chain.ts';
import type { Check, Observation } from '../model/check.ts';
import { defectOf } from './judging/defect.ts';
import { unlessFiltered } from './judging/content-filter.ts';
import { unlessOfADraft } from './judging/draft-bot.ts';
import { caseShownOf, findingOf, type Decided } from './judging/finding-of.ts';
import type { Earlier } from './resumed-run.ts';
import { isTaken, type Exchange } from '../model/exchange.ts';
import { botFinder } from './plan.ts';
import { createProbeScheduler } from './probe-scheduler.ts';
import { judgeEvery } from './judge-every.ts';
import { isWhole, withPositiveControl, type Evidence, type Judged, judgeEvidence } from './judging/judge.ts';
import { memoized } from './memoize.ts';
import { missingRequirementOf, missingRequirement, withinReach, type Credentials } from '../model/credentials.ts';
import type { Probe } from '../model/probe.ts';
import type { SharedParts } from './probe-runner-parts.ts';
import type { FoundBot } from '../model/known-bot.ts';
import { createIdleTracker } from './idle-tracker.ts';
import { createLockstep } from './lockstep.ts';
import { maskedFinding } from './judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';
import { createSendOnceMore, onceMore, type SendOnceMore } from './judging/sent-once-more.ts';
import { type AskWhetherAlways, createAskWhetherAlways, withWhetherAlways } from './judging/refused-always.ts';
import { type AskWhereFailed, asking, createAskWhereFailed, withWhatIsAsked } from './judging/where-failed.ts';
import { sizeProbeFor, unlessTooLong, withSizeHint } from './judging/size-probe.ts';

/** What judges, whatever the exchanges come from. */
export type Judge = {
  /** Sends what these checks and their controls need before all else, in this order. */
  readonly lineUpFirst: (checks: readonly Check[]) => void;
  /** The verdict on a check; its probe and its control are sent when first asked for, and once. */
  readonly judge: (check: Check) => Promise<Finding>;
  /** Sends what an observation needs; what is seen is read from the exchanges. */
  readonly observe: (observation: Observation) => Promise<void>;
  /** Sends a probe that nobody shares: it is not remembered, and goes behind whatever waits. */
  readonly ask: (probe: Probe) => Promise<Evidence>;
  /** The first bot that `GET /v1/bots` lists, or why none is known. */
  readonly findBot: () => Promise<FoundBot>;
};

/** `recorded` is every exchange so far, whatever it was sent for. */
type JudgeParts = SharedParts & {
  readonly recorded: () => readonly Exchange[];
  readonly signal?: AbortSignal;
  readonly earlier?: Earlier | undefined;
  /** All that can come was recorded. */
  readonly isRecorded?: true;
};

/** Judges by whatever reaches the target, or by what was recorded of it. */
export function createJudge(
  credentials: Credentials & { readonly bot?: string | undefined },
  shared: JudgeParts,
  all: readonly Check[],
): Judge {
  const { evidence, ask, lineUp, lineUpFirst, foresee, findBot } = createProbeScheduler(credentials, shared);
  const { during, whenIdle } = createIdleTracker();
  const pass = createLockstep();
  const byId = new Map(all.map((check) => [check.id, check]));
  const chainOf = chainFinder(all);
  const verdicts = memoized(
    (check: Check) => check.id,
    async (check) => {
      const finding = shared.earlier?.findings.get(check.id);
      return finding === undefined ? decide(check).catch(broken) : decidedEarlier(finding, shared.recorded());
    },
  );

  const sendOnceMore: SendOnceMore =
    shared.isRecorded === true ? { send: gatheredFor, wasOtherwise: () => undefined } : createSendOnceMore(gatheredFor);

  const askWhetherAlways: AskWhetherAlways =
    shared.isRecorded === true ? async (_, probe) => gatheredFor(probe) : createAskWhetherAlways(gatheredFor);

  const askWhereFailed = shared.isRecorded === true ? asking(gatheredFor) : createAskWhereFailed(gatheredFor);

  const finder = botFinder(credentials);
  const listed = credentials.bot === undefined ? () => evidence(finder) : undefined;

  async function decide(check: Check): Promise<Decided> {
    const lacking = missingRequirementOf(check, credentials);
    if (lacking !== undefined)
      return { evidence: nothing, verdict: { is: 'notApplicable', ...lacking }, mismatches: [] };
    if (check.ofEvery !== undefined) {
      const [own, shown] = await during(
        Promise.all([gatheredFor(check.probe), gatheredFor(check.positiveControl?.probe ?? check.probe)]),
      );
      await whenIdle();
      const judged = await judgeEvery(check, check.ofEvery, own, answersFor(check), shared.signal, pass);
      return {
        ...judged,
        ...(check.positiveControl === undefined ? {} : withPositiveControl(judged, check.positiveControl, shown)),
      };
    }
    const { seed } = shared;
    return judgeOne(withinReach(check, credentials), {
      seed,
      gather: gatheredFor,
      judgedAs,
      listed,
      sendOnceMore,
      askWhetherAlways,
      askWhereFailed,
    });
  }

  /**
   * What an earlier part has kept masked is not what came: of that no more can be judged than that a secret was there. A
   * run that is judged again as a whole leaves nothing out: whoever hands it over could call what failed masked.
   */
  function answersFor({ absence }: Check): readonly Exchange[] {
    const recorded = shared.recorded().filter((exchange) => shared.reasonNotToJudge(exchange) === undefined);
    if (shared.earlier === undefined || absence === 'secrecy') return recorded;
    return recorded.filter(({ masked }) => masked !== true);
  }

  async function gatheredFor(probe: Probe): Promise<Evidence> {
    const ofOther = probe.needs.includes('otherWorkspace') ? credentials.otherTokenFlaw : undefined;
    const flaw = probe.needs.includes('token') ? (credentials.tokenFlaw ?? ofOther) : ofOther;
    const stopped = flaw ?? credentials.unanswered;
    return stopped === undefined ? evidence(probe) : { ...nothing, stopped };
  }

  async function judgedAs(id: string): Promise<Judged & { readonly evidence: Evidence }> {
    const check = byId.get(id);
    if (check === undefined) throw new Error(`no check has the id ${id}, which is named as a control`);
    return verdicts(check);
  }

  return {
    lineUpFirst: (checks) => lineUpFirst(checks.flatMap((check) => chainOf(check).toReversed().flatMap(ownProbesOf))),
    judge: async (check) => {
      const finding = shared.earlier?.findings.get(check.id);
      if (finding !== undefined) return finding;
      lineUp(check.within?.probe ?? check.probe);
      chainOf(check).flatMap(ownProbesOf).forEach(foresee);
      const verdict = verdicts(check);
      const decided = await (check.ofEvery === undefined ? during(verdict) : verdict);
      return maskedFinding(findingOf(check, decided, shared.folder), shared.mask);
    },
    observe: async ({ probe }) => {
      if (missingRequirement(probe.needs, credentials) === undefined) await during(gatheredFor(probe));
    },
    ask,
    findBot,
  };
}

/** A verdict of an earlier part, for the checks that it is the control of. */
function decidedEarlier({ verdict, mismatches, controls, exchanges }: Finding, recorded: readonly Exchange[]): Decided {
  const ids = new Set(exchanges);
  const seen = recorded.filter(({ id }) => ids.has(id));
  return { verdict, mismatches, ...(controls === undefined ? {} : { controls }), evidence: { seen } };
}

/** One check that breaks must not take with it what the others find. */
function broken(error: unknown): Decided {
  const { because, defect } = defectOf(error);
  return { evidence: nothing, verdict: { is: 'inconclusive', because }, mismatches: [], defect };
}

type JudgedBy = {
  readonly seed: number;
  readonly gather: (probe: Probe) => Promise<Evidence>;
  /** The list that the bot of the run is the first of; undefined where it was given. */
  readonly listed?: (() => Promise<Evidence>) | undefined;
  /** The verdict on the check that is named as a control. */
  readonly judgedAs: (id: string) => Promise<Judged & { readonly evidence: Evidence }>;
  /** Sends what failed by this error once more. */
  readonly sendOnceMore?: SendOnceMore;
  /** Sends what tells whether a 502 passes. */
  readonly askWhetherAlways?: AskWhetherAlways;
  /** Sends what a check that failed has for that. */
  readonly askWhereFailed?: AskWhereFailed;
};

const nothing: Evidence = { seen: [] };

/**
 * The verdict on a check by what its own probe got: behind its control, and of generated cases with the one that is shown.
 * A failure may have to be taken back, each time by more requests, so that the order is one of what makes the next needless:
 * whether the bot was a draft (the list is there already), whether a plain text of that length is refused too; only what
 * stands then is made smaller and sent once more, and a 502 is asked about last, since most failures are none. A control is
 * asked for only of what passes, and the hint at a size only added to what stays inconclusive.
 */
export async function judgeOne(check: Check, parts: JudgedBy): Promise<Decided> {
  const { gather, judgedAs } = parts;
  const control = check.control === undefined ? undefined : await judgedAs(check.control);
  if (control !== undefined && control.verdict.is !== 'pass')
    return { evidence: nothing, ...(await judgeEvidence(check, nothing, control.verdict)) };
  const within = await passingWithin(check, gather);
  if (within !== undefined) {
    const passing = withControl({ verdict: { is: 'pass' }, mismatches: [] }, control?.evidence);
    return { evidence: within, ...(await controlled(check, passing, within, parts)) };
  }
  const gathered = await gather(check.probe);
  const asSent = withControl(await judgeEvidence(check, gathered, control?.verdict), control?.evidence);
  const ofTheService = await unlessOfADraft(asSent, gathered, control?.evidence, parts.listed);
  const asked = await unlessOfItsSize(unlessFiltered(ofTheService, gathered), gathered, parts);
  const failed = asked.verdict.is === 'fail' ? await caseShownOf(check, asked.mismatches, gathered, parts) : undefined;
  const { judged: told, otherwise } = await onceMore(check, asked, gathered, parts.sendOnceMore);
  const { judged: toldMore, came } = await withWhatIsAsked(
    check,
    told,
    gathered,
    // What comes and goes is told to do so.
    otherwise === undefined ? parts.askWhereFailed : undefined,
  );
  const { judged, beside } = await withWhetherAlways(toldMore, gathered, parts.askWhetherAlways);
  const besides = came === undefined ? (otherwise ?? beside) : [...(otherwise ?? []), ...came];
  return {
    evidence: otherwise === undefined ? gathered : { ...gathered, isNowAndThen: true },
    ...(besides === undefined ? {} : { besides }),
    ...(await controlled(check, judged, gathered, parts)),
    ...(failed === undefined ? {} : { case: failed }),
  };
}

/** What passes in one request with much else needs none of its own; what does not may do so for anything else in it. */
async function passingWithin(check: Check, gather: JudgedBy['gather']): Promise<Evidence | undefined> {
  if (check.within === undefined) return undefined;
  const { probe, shows } = check.within;
  const whole = await gather(probe);
  const isUnclear = (whole.unrecoverable ?? []).length > 0 || !whole.seen.every(isWhole);
  if (isUnclear || (shows === undefined && !whole.seen.every(isTaken))) return undefined;
  const expect = shows === undefined ? check.expect : [shows];
  const { verdict } = await judgeEvidence({ ...check, expect }, whole, undefined);
  return verdict.is === 'pass' ? whole : undefined;
}

/** What is refused for its size fails nothing: an accusation rests on a plain text of the same length that is taken. */
async function unlessOfItsSize(judged: Judged, gathered: Evidence, { gather }: JudgedBy): Promise<Judged> {
  const probe = sizeProbeFor(judged, gathered);
  return probe === undefined ? judged : unlessTooLong(judged, await gather(probe));
}

/** A control's own probe is sent only where the check would pass. */
async function controlled(
  { positiveControl }: Check,
  judged: Judged,
  own: Evidence,
  { gather }: JudgedBy,
): Promise<Judged> {
  if (positiveControl === undefined || judged.verdict.is !== 'pass') return withSizeHint(judged, own, gather);
  const shown = positiveControl.probe === undefined ? own : await gather(positiveControl.probe);
  return withSizeHint(withPositiveControl(judged, positiveControl, shown), shown, gather);
}

/** What passed or failed did so beside its control, which passed. */
function withControl(judged: Judged, control: Evidence | undefined): Judged {
  // One that holds of every answer may pass by those of others, though nothing was sent for itself.
  if (control === undefined || control.seen.length === 0) return judged;
  if (!['pass', 'fail'].includes(judged.verdict.is)) return judged;
  return { ...judged, controls: control.seen.map(({ id }) => id) };
}
