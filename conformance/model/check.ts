import type { ByteRange, LedgerRow, Mismatch as ToldMismatch, InputFlaw } from '../contract/formats/finding.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Exchange } from './exchange.ts';
import type { About } from '../contract/formats/reason.ts';
import type { Level } from './level.ts';
import type { Cost, Probe } from './probe.ts';

export type { ByteRange, LedgerRow };

/** One thing that differs. For charges it also has the ledger up to there, which the finding shows once. */
export type Mismatch = ToldMismatch & { readonly ledger?: readonly LedgerRow[] };

/**
 * What an expectation returns: every mismatch that it found (none: it is met), or why it could not judge.
 * `isUnspecified`: it never can, because this target does something that the document leaves open.
 */
export type Judgement =
  | readonly Mismatch[]
  | { readonly inconclusive: string; readonly isUnspecified?: true; readonly about?: About };

/** The exchanges of one probe, the last attempt of each call, in the order in which they were asked for. */
export type Exchanges = readonly Exchange[];

/**
 * A pure judge of recorded exchanges. Where one answer after the other is judged, `run` is everything that the run
 * recorded: what an answer may say can depend on what was said to others. `ofPart`: the expectation also judges the
 * part that came of an answer without its end. `always`: for whatever reason the end is missing. `whileSending`: only
 * if more was still coming, not if the answer stopped.
 */
export type Expectation = ((seen: Exchanges, run?: Exchanges) => Judgement | Promise<Judgement>) & {
  readonly ofPart?: 'always' | 'whileSending';
};

/** What did not happen, where a check passes because of that. */
export type Absence =
  /** Only a valid token gives access. */
  | 'access'
  /** No caller reads another workspace's conversation, or another one of its own. */
  | 'isolation'
  /** No caller adds to another workspace's conversation. */
  | 'foreignId'
  /** No part of one answer appears in another that runs at the same time, or follows an aborted one. */
  | 'mixing'
  /** No answer repeats a secret. */
  | 'secrecy'
  /** Nothing, or no more, is charged. */
  | 'charge'
  /** What is not covered is not served. */
  | 'spend'
  /** Uses at the same time are not served beyond the balance. */
  | 'race';

/**
 * The exchanges that show a positive control, or why it was not seen, with what to give; `isUnspecified`: the document
 * leaves it open.
 */
export type ControlEvidence =
  | { readonly by: Exchanges }
  | { readonly because: string; readonly isUnspecified?: true; readonly about?: About };

/** What has to be seen in the same run before an absence proves anything: that the opposite could have been seen. */
export type PositiveControl = {
  readonly says: string;
  /** `says` has several things, of which one has to be seen. */
  readonly isEither?: true;
  /** The probe that shows it, where the check's own probe does not. */
  readonly probe?: Probe;
  readonly shownIn: (seen: Exchanges) => ControlEvidence;
};

/** True where it could be judged, and nothing was wrong. */
export function isMet(judgement: Judgement): boolean {
  return !('inconclusive' in judgement) && judgement.length === 0;
}

export function isFailed(judgement: Judgement): boolean {
  return !('inconclusive' in judgement) && judgement.length > 0;
}

/** All mismatches of the judgements; without any, the first inconclusive one. */
export function combineJudgements(judgements: readonly Judgement[]): Judgement {
  const wrong = judgements.flatMap((judgement) => ('inconclusive' in judgement ? [] : judgement));
  return wrong.length > 0 ? wrong : (judgements.find((judgement) => 'inconclusive' in judgement) ?? []);
}

/**
 * Selects the exchanges of a run that a check is about, whatever they were sent for. `recorded`, all exchanges of the
 * run, may show whether an answer comes from the service or from something in front of it.
 */
export type ExchangeFilter = (exchange: Exchange, recorded?: readonly Exchange[]) => boolean;

/** What a case got: one exchange, or those of a conversation, in order. `judged` returns what is wrong with it. */
export type SentCase = { readonly seen: Exchanges; readonly judged: () => Promise<readonly Mismatch[]> };

/** A case that failed: which of the cases it was, counted from 0, and what their inputs were made from. */
export type FailedCase = SentCase & { readonly index: number; readonly nonce: (label: string) => string };

/**
 * A smaller case that fails for the same cause, or why there is none to show. `input`: why the input of the shown case
 * is not valid.
 */
export type SmallerCase = (
  | { readonly seen: Exchanges; readonly mismatches: readonly Mismatch[] }
  | { readonly because: string }
) & { readonly input?: InputFlaw };

/** How a check finds a smaller case than one that failed. */
export type Shrinking = {
  /** The most that all requests for this can use up. */
  readonly costs: Cost;
  /** The exchanges of each case, among all exchanges of the probe. */
  readonly casesIn: (seen: Exchanges, nonce: FailedCase['nonce']) => readonly Exchanges[];
  /** Finds the smallest case. `ask` sends one case, and returns undefined where no more may be sent. */
  readonly smallestOf: (
    failed: FailedCase,
    ask: (probe: Probe) => Promise<SentCase | undefined>,
  ) => Promise<SmallerCase>;
};

/**
 * One probe that combines the check's own case with those of others, and is sent first. Where all of it is taken, and
 * `shows`, or else the check's own expectations, find nothing wrong, the check passes without its own probe. Any other
 * result judges no check, as it may be due to the rest.
 */
export type CoveringProbe = { readonly probe: Probe; readonly shows?: Expectation };

/**
 * A probe that is sent in addition where a check fails, and what it adds to the observation; the verdict does not
 * depend on it.
 */
export type FollowUp = {
  readonly probe: Probe;
  readonly addedTo: (seen: Exchanges, came: Exchanges) => AddedWhereFailed | undefined;
};

/** What such a probe adds: before the observation, or behind it where the observation by itself says more. */
export type AddedWhereFailed = { readonly says: string; readonly place: 'before' | 'behind' };

/**
 * One obligation. A check with a `control` is negative: it proves nothing unless the control passes. A check with a
 * `positiveControl` passes only where that was seen, and is otherwise inconclusive or not applicable; it may fail
 * either way.
 */
export type Check = {
  readonly id: string;
  readonly clause: string;
  readonly also: readonly string[];
  /**
   * What the service does if it passes: `Rejects a speed above 4`. At most 80 characters, and different from that of
   * every other check.
   */
  readonly title: string;
  /** The sentence of the document, or of a standard, that it holds. */
  readonly requirement: string;
  readonly level: Level;
  readonly probe: Probe;
  readonly within?: CoveringProbe;
  readonly control?: string;
  readonly absence?: Absence;
  readonly positiveControl?: PositiveControl;
  readonly expect: readonly Expectation[];
  readonly whereFailed?: FollowUp;
  /** For generated cases: how a failed case is made smaller. The verdict is that on the original cases. */
  readonly shrinking?: Shrinking;
  /**
   * Selects the answers that the check is about: it is judged last, one exchange at a time, over everything that the
   * run recorded. `probe` is sent in any case. Such a check has no control, and is not the control of another check.
   */
  readonly ofEvery?: ExchangeFilter;
  /** Its expectation judges all those answers together, as it compares them with each other. */
  readonly together?: true;
  /** Its failure shows only beside other requests: no request alone shows it again. */
  readonly besides?: true;
  /**
   * It fails where requests share what they should not, which makes other checks fail that seem to be about something
   * else. It is reported before those: `always`, or `alone`, only where its failure has a cause of its own.
   */
  readonly root?: 'always' | 'alone';
  /** Its probe may do harm, and it judges what comes after: where a service ended, its probe may have ended it. */
  readonly touchesOthers?: true;
  readonly fault: FaultId;
  /** Further faults that it finds, some of them only in answers to other probes than its own. */
  readonly alsoFinds?: readonly FaultId[];
  /** Server software that was seen to do this by itself, whichever service runs on it: `uvicorn 0.54.0 (h11): 404`. */
  readonly doneBy?: readonly string[];
};

/** What a target does where the document says "not shown"; `see` returns undefined where nothing could be seen. */
export type Observation = {
  readonly id: string;
  readonly clause: string;
  readonly says: string;
  readonly probe: Probe;
  readonly see: (seen: Exchanges) => string | undefined;
};

/** A numbered section of the document with its checks and observations. */
export type Clause = {
  readonly number: string;
  readonly topic: string;
  readonly requirement: string;
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /** Its checks send what is generated from the seed of the run. */
  readonly isGenerated?: true;
  /** All of its checks are about every answer of the run (`ofEvery`). */
  readonly isOfEvery?: boolean;
};

/** A check as its clause writes it: members that it does not have are the clause's. */
type CheckText = Omit<Check, 'id' | 'clause' | 'also' | 'requirement' | 'control' | 'absence'> & {
  /** The name of the positive check in the same clause, or the whole id of a check in another clause. */
  readonly control?: string;
  /** The absence of this check, where it is not that of the clause; `none` for a check that rests on no absence. */
  readonly absence?: Absence | 'none';
  /** The requirement of this check alone, where the clause's sentence does not cover it. */
  readonly requirement?: string;
};

type ObservationText = Omit<Observation, 'id' | 'clause'>;

type ClauseText = {
  readonly requirement: string;
  readonly also?: readonly string[];
  /** The absence of all checks of the clause that have none of their own. */
  readonly absence?: Absence;
  readonly positiveControl?: PositiveControl;
  readonly checks: Readonly<Record<string, CheckText>>;
  readonly observations?: Readonly<Record<string, ObservationText>>;
};

/** A clause as its file writes it; check ids are `<topic>/<name>`. */
export function clause(number: string, topic: string, text: ClauseText): Clause {
  const idOf = (name: string): string => (name.includes('/') ? name : `${topic}/${name}`);
  const checks = Object.entries(text.checks).map(
    ([name, { control, requirement, absence = text.absence ?? 'none', ...check }]) => ({
      id: idOf(name),
      clause: number,
      also: text.also ?? [],
      requirement: requirement ?? text.requirement,
      ...(absence === 'none' ? {} : { absence }),
      ...(text.positiveControl === undefined ? {} : { positiveControl: text.positiveControl }),
      ...check,
      ...(control === undefined ? {} : { control: idOf(control) }),
    }),
  );
  const observations = Object.entries(text.observations ?? {}).map(([name, observation]) => ({
    id: idOf(name),
    clause: number,
    ...observation,
  }));
  return { number, topic, requirement: text.requirement, checks, observations };
}

/** True for a fault that the check names. */
export function findsFault({ fault, alsoFinds = [] }: Check, id: string): boolean {
  return fault === id || alsoFinds.some((other) => other === id);
}
