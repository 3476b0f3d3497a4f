import { aboutAnswer } from '../../../model/reason.ts';
import { withSteadyRefusalJudged, nameOfProbe } from '../../../model/calls.ts';
import type { Absence, FollowUp, Expectation, Mismatch, PositiveControl } from '../../../model/check.ts';
import type { Call, StepInputs, Probe, Step, Workspace } from '../../../model/probe.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { isSuccessStatus, isAccepted, type Exchange } from '../../../model/exchange.ts';
import { chargedLater } from './charged-later.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './follow.ts';
import { coverageIn, type States } from './states.ts';
import { coverageOf, ledgerOf, openLedger, type Prices } from './ledger.ts';
import { refusalProofFor } from './steady-refusal.ts';
import { statusAndCreditsTaken } from './credits-taken.ts';
import {
  callFor,
  workspaceCaller,
  costOfUses,
  isInvalidUse,
  mayBeRefused,
  mayBeUnsupported,
  meteredAs,
  exchangesOfWorkspace,
  type Use,
} from './uses.ts';

/** Uses of a new workspace, one after the other. */
export type Script = { readonly workspace: Workspace; readonly uses: readonly Use[]; readonly prices?: Prices };

/** The probe that sends these uses to a new workspace. */
export function probeOfUses(workspace: Workspace, ...uses: readonly Use[]): Probe {
  return {
    name: nameOfProbe('workspace', workspace, uses),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: costOfUses(uses),
    workspace,
    steps: uses.map((_, at) => stepOf({ workspace, uses }, at)),
    ...refusalProofFor(uses, workspace),
  };
}

/** Stops behind an answer whose effect is unknown: later uses could not be judged. */
function stepOf(script: Script, at: number): Step {
  return (known) => {
    const followed = applyUses(ledgerOf(script), script.uses, known.seen);
    return followed.is === 'unknown' ? { stop: followed.because } : callsAtPlace(script, at, known);
  };
}

/**
 * The request at this place of a script; none after its end. With a name, of the workspace that a step made under that
 * name.
 */
export function callsAtPlace(script: Script, at: number, known: StepInputs, name?: string): readonly Call[] {
  const use = script.uses[at];
  if (use === undefined) return [];
  const before = name === undefined ? known.seen : exchangesOfWorkspace(known.seen, name);
  const followed = applyUses(ledgerOf(script), script.uses, before);
  return [callAfter(followed, use, known, name)];
}

/**
 * The request for a use behind the answers so far. A use that may be charged is sent only once; any other may be
 * retried.
 */
export function callAfter(followed: LedgerOutcome, use: Use, known: StepInputs, name?: string): Call {
  const once = followed.is !== 'agrees' || mayBeCharged(followed.states, use);
  const call = callFor(use, workspaceCaller(known, name), known, once);
  if (followed.is !== 'agrees') return call;
  const first = isFirstCovered(followed.states, use) ? { charge: 'onceFirstCovered' as const } : {};
  return { ...steadyWhereUncovered(call, followed.states, use), ...first };
}

/** A service may check the balance before the input, and refuse a bad request as it refuses an uncovered one. */
function steadyWhereUncovered(call: Call, states: States, use: Use): Call {
  return meteredAs(use) === 'speech' && coverageIn(states, 'speech') === 'uncovered'
    ? withSteadyRefusalJudged(call)
    : call;
}

function isFirstCovered(states: States, use: Use): boolean {
  const as = meteredAs(use);
  const isFresh = states.length === 1 && states.every(({ used }) => used.chat + used.speech === 0);
  return as !== undefined && !isInvalidUse(use) && isFresh && coverageIn(states, as) === 'covered';
}

function mayBeCharged(states: States, use: Use): boolean {
  const as = meteredAs(use);
  return as !== undefined && !isInvalidUse(use) && coverageIn(states, as) !== 'uncovered';
}

/**
 * The last use of a script gets the answer that the ledger says. Where an earlier one did not, this check is
 * inconclusive: another check judges that.
 */
export function judgeLastUse(
  wanted: 'covered' | 'uncovered',
  script: Script,
  seen: readonly Exchange[],
): ReturnType<Expectation> {
  const last = seen[script.uses.length - 1];
  const use = script.uses.at(-1);
  const as = use === undefined ? undefined : meteredAs(use);
  if (last === undefined || use === undefined || as === undefined) return { inconclusive: 'the last use was not sent' };
  const before = applyUses(ledgerOf(script), script.uses, seen.slice(0, script.uses.length - 1));
  if (before.is === 'unknown') return unknownJudgement(before);
  if (before.is === 'disagrees') {
    const { expected, observed } = before.mismatch;
    const inconclusive = `an earlier use came out differently: ${subjectIn(seen, before.mismatch)}: expected ${expected}, observed ${observed}`;
    return { inconclusive, ...aboutAnswer(before.mismatch.exchange), ...openness(script, seen) };
  }
  if (coverageIn(before.states, as) !== wanted) return { inconclusive: 'the earlier uses leave open how much is left' };
  const followed = applyUses(ledgerOf(script), script.uses, seen.slice(0, script.uses.length));
  return followed.is === 'disagrees'
    ? [withTook(followed.mismatch, script, script.uses, seen)]
    : followed.is === 'unknown'
      ? unknownJudgement(followed)
      : [];
}

/**
 * Every use of a script succeeds, where the ledger covers them all: a use that costs more than its kind is refused with
 * 402, or leaves too little for the next. Another refusal may be for its size or for what it asks, and proves nothing.
 */
export function judgeAllSucceed(
  script: Script,
  seen: readonly Exchange[],
  all: readonly Use[] = script.uses,
): ReturnType<Expectation> {
  if (seen.length < script.uses.length) return { inconclusive: 'not every use was sent' };
  const followed = applyUses(ledgerOf(script), script.uses, seen);
  if (followed.is === 'agrees') return [];
  if (followed.is === 'unknown') return unknownJudgement(followed);
  const refused = seen.find(({ response }) => response.is === 'answer' && !isSuccessStatus(response.status));
  const isUncovered = refused?.response.is === 'answer' && refused.response.status === uncoveredChatStatus;
  return isUncovered
    ? [withTook(followed.mismatch, script, all, seen)]
    : {
        inconclusive: `${subjectIn(seen, followed.mismatch)}: ${followed.mismatch.observed}, which may have another reason than missing credits`,
        ...aboutAnswer(followed.mismatch.exchange),
        ...openness(script, seen),
      };
}

/** Adds what the uses before took of the balance, as far as all answers show it. */
function withTook(mismatch: Mismatch, script: Script, uses: readonly Use[], seen: readonly Exchange[]): Mismatch {
  return { ...mismatch, observed: statusAndCreditsTaken(script, uses, seen) ?? mismatch.observed };
}

/** The name of an exchange can be very long, and is of no use where the exchange is not shown. */
function subjectIn(seen: readonly Exchange[], { subject, exchange }: Mismatch): string {
  const call = seen.findIndex(({ id }) => id === exchange) + 1;
  return exchange === undefined ? subject : subject.replace(exchange, `call ${call}`);
}

/** Whether the document leaves it open if the first refused use of a script may be refused. */
function openness({ uses }: Script, seen: readonly Exchange[]): { readonly isUnspecified?: true } {
  const at = seen.findIndex(({ response }) => response.is === 'answer' && !isSuccessStatus(response.status));
  const response = seen[at]?.response;
  const status = response?.is === 'answer' ? response.status : 0;
  const use = uses[at] ?? 'chat';
  const isRefused = status >= 400 && status < 500 && status !== uncoveredChatStatus;
  return (isRefused || (status === 501 && mayBeUnsupported(use))) && mayBeRefused(use) ? { isUnspecified: true } : {};
}

type CheckParts = {
  readonly level: 'MUST';
  readonly absence?: Absence;
  readonly positiveControl?: PositiveControl;
  readonly probe: Probe;
  readonly expect: readonly Expectation[];
  readonly whereFailed?: FollowUp;
};

/** The last of these uses of a new workspace must succeed. */
export function lastUseCovered(workspace: Workspace, ...uses: readonly Use[]): CheckParts {
  return judged('covered', workspace, uses);
}

/** The last of these uses of a new workspace must be refused: a chat with 402, a speech with any 4xx. */
export function lastUseUncovered(workspace: Workspace, ...uses: readonly Use[]): CheckParts {
  return judged('uncovered', workspace, uses);
}

/** The first of these uses must succeed; another check judges the others, by the same requests. */
export function firstUseCovered(workspace: Workspace, ...uses: readonly Use[]): CheckParts {
  const script = { workspace, uses: uses.slice(0, 1) };
  return {
    level: 'MUST',
    probe: probeOfUses(workspace, ...uses),
    expect: [(seen) => judgeLastUse('covered', script, seen)],
  };
}

/**
 * All but the last of these uses must succeed, whatever their form; another check judges the last, which is one too
 * many.
 */
export function allButLastCovered(workspace: Workspace, ...uses: readonly Use[]): CheckParts {
  const script = { workspace, uses: uses.slice(0, -1) };
  return {
    level: 'MUST',
    probe: probeOfUses(workspace, ...uses),
    expect: [(seen) => judgeAllSucceed(script, seen, uses)],
  };
}

/** A use that is covered before the last is the control; where none is, the check needs another control. */
export function controlOfUncovered(
  workspace: Workspace,
  uses: readonly Use[],
): Pick<CheckParts, 'absence' | 'positiveControl'> {
  const isCovered = (use: Use): boolean => {
    const as = meteredAs(use);
    return as !== undefined && !isInvalidUse(use) && coverageOf(openLedger(workspace), as).is === 'covered';
  };
  return uses.slice(0, -1).some(isCovered)
    ? { absence: 'spend', positiveControl: coveredBefore }
    : { absence: 'spend' };
}

const coveredBefore: PositiveControl = {
  says: 'an earlier covered use in the same workspace was answered',
  shownIn: (seen) => {
    const answered = seen.slice(0, -1).filter(isAccepted);
    return answered.length > 0 ? { by: answered } : { because: 'no earlier covered use was answered either' };
  },
};

function judged(wanted: 'covered' | 'uncovered', workspace: Workspace, uses: readonly Use[]): CheckParts {
  const probe = probeOfUses(workspace, ...uses);
  const isBehindOthers = wanted === 'uncovered' && uses.length > 1;
  return {
    level: 'MUST',
    ...(wanted === 'uncovered' ? controlOfUncovered(workspace, uses) : {}),
    ...(isBehindOthers ? { whereFailed: chargedLater({ workspace, uses }, probe, lastOf({ workspace, uses })) } : {}),
    probe,
    expect: [(seen) => judgeLastUse(wanted, { workspace, uses }, seen)],
  };
}

function lastOf(script: Script): Step {
  return (known) => callsAtPlace(script, script.uses.length - 1, known);
}
