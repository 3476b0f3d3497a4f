import { chainFinder, ownProbesOf } from '../model/chain.ts';
import type { Check, Observation } from '../model/check.ts';
import { defectOf } from './judging/defect.ts';
import { unlessFiltered } from './judging/content-filter.ts';
import { unlessDraftBot } from './judging/draft-bot.ts';
import { caseShownOf, findingOf, type JudgedCheck } from './judging/finding-of.ts';
import type { EarlierParts } from './resumed-run.ts';
import { isAccepted, type Exchange } from '../model/exchange.ts';
import { botFinder } from './plan.ts';
import { createProbeScheduler } from './probe-scheduler.ts';
import { judgeEvery } from './judge-every.ts';
import {
  isTargetUp,
  withPositiveControl,
  type ProbeResult,
  type CheckResult,
  judgeProbeResult,
} from './judging/judge.ts';
import { memoized } from './memoize.ts';
import { missingCredentialFor, missingCredential, withReachableParts, type Credentials } from '../model/credentials.ts';
import type { Probe } from '../model/probe.ts';
import type { SharedParts } from './probe-runner-parts.ts';
import type { FoundBot } from '../model/known-bot.ts';
import { createIdleTracker } from './idle-tracker.ts';
import { createLockstep } from './lockstep.ts';
import { maskedFinding } from './judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';
import { createFailureRepeater, repeatFailure, type FailureRepeater } from './judging/sent-once-more.ts';
import { type AskIfPersistent, createAskIfPersistent, withPersistence } from './judging/refused-always.ts';
import { type SendFollowUp, followUpSender, createSendFollowUp, withFollowUp } from './judging/follow-up.ts';
import { sizeProbeFor, unlessTooLong, withSizeHint } from './judging/size-probe.ts';

/** Judges checks, whether the exchanges are sent or recorded. */
export type Judge = {
  /** Sends the probes of these checks and of their controls before everything else, in this order. */
  readonly lineUpFirst: (checks: readonly Check[]) => void;
  /** The verdict on a check. Its probe and its control are sent once, when they are first asked for. */
  readonly judge: (check: Check) => Promise<Finding>;
  /** Sends the probe of an observation; what is observed is read from the exchanges. */
  readonly observe: (observation: Observation) => Promise<void>;
  /** Sends a probe that no check shares: its result is not remembered, and it is queued behind all waiting requests. */
  readonly ask: (probe: Probe) => Promise<ProbeResult>;
  /** The first bot that `GET /v1/bots` lists, or why none is known. */
  readonly findBot: () => Promise<FoundBot>;
};

/** `recorded` returns every exchange so far, whatever it was sent for. */
type JudgeParts = SharedParts & {
  readonly recorded: () => readonly Exchange[];
  readonly signal?: AbortSignal;
  readonly earlier?: EarlierParts | undefined;
  /** True where a stored run is judged: no further exchange can be recorded. */
  readonly isRecorded?: true;
};

/** Judges by exchanges with the target, or by recorded ones. */
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

  const sendOnceMore: FailureRepeater =
    shared.isRecorded === true
      ? { send: gatheredFor, wasOtherwise: () => undefined }
      : createFailureRepeater(gatheredFor);

  const askWhetherAlways: AskIfPersistent =
    shared.isRecorded === true ? async (_, probe) => gatheredFor(probe) : createAskIfPersistent(gatheredFor);

  const askWhereFailed = shared.isRecorded === true ? followUpSender(gatheredFor) : createSendFollowUp(gatheredFor);

  const finder = botFinder(credentials);
  const listed = credentials.bot === undefined ? () => evidence(finder) : undefined;

  async function decide(check: Check): Promise<JudgedCheck> {
    const lacking = missingCredentialFor(check, credentials);
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
    return judgeOneCheck(withReachableParts(check, credentials), {
      seed,
      gather: gatheredFor,
      judgeControl: judgedAs,
      listed,
      sendOnceMore,
      askWhetherAlways,
      askWhereFailed,
    });
  }

  /**
   * The answers that a check of every answer judges. Where an earlier part kept an answer masked, what came is unknown:
   * only that a secret was in it can be judged. A stored run that is judged as a whole leaves nothing out: its owner
   * could otherwise call a failed answer masked.
   */
  function answersFor({ absence }: Check): readonly Exchange[] {
    const recorded = shared.recorded().filter((exchange) => shared.reasonNotToJudge(exchange) === undefined);
    if (shared.earlier === undefined || absence === 'secrecy') return recorded;
    return recorded.filter(({ masked }) => masked !== true);
  }

  async function gatheredFor(probe: Probe): Promise<ProbeResult> {
    const ofOther = probe.needs.includes('otherWorkspace') ? credentials.otherTokenFlaw : undefined;
    const flaw = probe.needs.includes('token') ? (credentials.tokenFlaw ?? ofOther) : ofOther;
    const stopped = flaw ?? credentials.unanswered;
    return stopped === undefined ? evidence(probe) : { ...nothing, stopped };
  }

  async function judgedAs(id: string): Promise<CheckResult & { readonly evidence: ProbeResult }> {
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
      if (missingCredential(probe.needs, credentials) === undefined) await during(gatheredFor(probe));
    },
    ask,
    findBot,
  };
}

/** The verdict of an earlier part, for the checks whose control it is. */
function decidedEarlier(
  { verdict, mismatches, controls, exchanges }: Finding,
  recorded: readonly Exchange[],
): JudgedCheck {
  const ids = new Set(exchanges);
  const seen = recorded.filter(({ id }) => ids.has(id));
  return { verdict, mismatches, ...(controls === undefined ? {} : { controls }), evidence: { seen } };
}

/** A check that throws is inconclusive, so that the other checks are still judged. */
function broken(error: unknown): JudgedCheck {
  const { because, defect } = defectOf(error);
  return { evidence: nothing, verdict: { is: 'inconclusive', because }, mismatches: [], defect };
}

type JudgingParts = {
  readonly seed: number;
  readonly gather: (probe: Probe) => Promise<ProbeResult>;
  /** The list that the bot of the run was taken from; undefined where the bot was given. */
  readonly listed?: (() => Promise<ProbeResult>) | undefined;
  /** The verdict on the check that is named as a control. */
  readonly judgeControl: (id: string) => Promise<CheckResult & { readonly evidence: ProbeResult }>;
  /** Sends once more what failed with a server error or over a charge. */
  readonly sendOnceMore?: FailureRepeater;
  /** Sends requests that tell whether a 502 passes. */
  readonly askWhetherAlways?: AskIfPersistent;
  /** Sends the probe that a failed check has for that (`whereFailed`). */
  readonly askWhereFailed?: SendFollowUp;
};

const nothing: ProbeResult = { seen: [] };

/**
 * The verdict on a check by what its own probe got: with its control, and for generated cases with the case that is
 * shown. Further requests may take a failure back, so that each step that may do so comes before the more expensive
 * ones: whether the bot was a draft (its list is there already), and whether a plain text of that length is refused
 * too. Only a failure that is left is made smaller and sent once more. A 502 is asked about last, since few failures
 * are one. The positive control is sent only for a check that passes, and a hint at the size is only added to what
 * stays inconclusive.
 */
export async function judgeOneCheck(check: Check, parts: JudgingParts): Promise<JudgedCheck> {
  const { gather, judgeControl } = parts;
  const control = check.control === undefined ? undefined : await judgeControl(check.control);
  if (control !== undefined && control.verdict.is !== 'pass')
    return { evidence: nothing, ...(await judgeProbeResult(check, nothing, control.verdict)) };
  const within = await passingWithin(check, gather);
  if (within !== undefined) {
    const passing = withControl({ verdict: { is: 'pass' }, mismatches: [] }, control?.evidence);
    return { evidence: within, ...(await controlled(check, passing, within, parts)) };
  }
  const gathered = await gather(check.probe);
  const asSent = withControl(await judgeProbeResult(check, gathered, control?.verdict), control?.evidence);
  const ofTheService = await unlessDraftBot(asSent, gathered, control?.evidence, parts.listed);
  const asked = await unlessOfItsSize(unlessFiltered(ofTheService, gathered), gathered, parts);
  const failed = asked.verdict.is === 'fail' ? await caseShownOf(check, asked.mismatches, gathered, parts) : undefined;
  const { judged: told, otherwise } = await repeatFailure(check, asked, gathered, parts.sendOnceMore);
  const { judged: toldMore, came } = await withFollowUp(
    check,
    told,
    gathered,
    // A failure that comes and goes is reported as such, and nothing further is asked about it.
    otherwise === undefined ? parts.askWhereFailed : undefined,
  );
  const { judged, beside } = await withPersistence(toldMore, gathered, parts.askWhetherAlways);
  const besides = came === undefined ? (otherwise ?? beside) : [...(otherwise ?? []), ...came];
  return {
    evidence: otherwise === undefined ? gathered : { ...gathered, isNowAndThen: true },
    ...(besides === undefined ? {} : { besides }),
    ...(await controlled(check, judged, gathered, parts)),
    ...(failed === undefined ? {} : { case: failed }),
  };
}

/**
 * A check passes without its own probe where its case, sent in one request together with many others, is right. A
 * failure there proves nothing: it may be due to the rest of that request.
 */
async function passingWithin(check: Check, gather: JudgingParts['gather']): Promise<ProbeResult | undefined> {
  if (check.within === undefined) return undefined;
  const { probe, shows } = check.within;
  const whole = await gather(probe);
  const isUnclear = (whole.unrecoverable ?? []).length > 0 || !whole.seen.every(isTargetUp);
  if (isUnclear || (shows === undefined && !whole.seen.every(isAccepted))) return undefined;
  const expect = shows === undefined ? check.expect : [shows];
  const { verdict } = await judgeProbeResult({ ...check, expect }, whole, undefined);
  return verdict.is === 'pass' ? whole : undefined;
}

/**
 * A request that is refused for its size fails nothing: a failure needs a plain text of the same length that is taken.
 */
async function unlessOfItsSize(
  judged: CheckResult,
  gathered: ProbeResult,
  { gather }: JudgingParts,
): Promise<CheckResult> {
  const probe = sizeProbeFor(judged, gathered);
  return probe === undefined ? judged : unlessTooLong(judged, await gather(probe));
}

/** The probe of a positive control is sent only where the check would pass. */
async function controlled(
  { positiveControl }: Check,
  judged: CheckResult,
  own: ProbeResult,
  { gather }: JudgingParts,
): Promise<CheckResult> {
  if (positiveControl === undefined || judged.verdict.is !== 'pass') return withSizeHint(judged, own, gather);
  const shown = positiveControl.probe === undefined ? own : await gather(positiveControl.probe);
  return withSizeHint(withPositiveControl(judged, positiveControl, shown), shown, gather);
}

/** Adds the exchanges of the control, which passed, to a verdict of pass or fail. */
function withControl(judged: CheckResult, control: ProbeResult | undefined): CheckResult {
  // A control over every answer may pass by the answers to other probes, though nothing was sent for itself.
  if (control === undefined || control.seen.length === 0) return judged;
  if (!['pass', 'fail'].includes(judged.verdict.is)) return judged;
  return { ...judged, controls: control.seen.map(({ id }) => id) };
}
