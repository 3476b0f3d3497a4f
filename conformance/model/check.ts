import type { ByteRange, LedgerRow, Mismatch as ToldMismatch, InputFlaw } from '../contract/formats/finding.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Exchange } from './exchange.ts';
import type { About } from '../contract/formats/reason.ts';
import type { Level } from './level.ts';
import type { Cost, Probe } from './probe.ts';

export type { ByteRange, LedgerRow };

/** One thing that differs, and, of what was charged, the ledger up to there, which its finding shows once. */
export type Mismatch = ToldMismatch & { readonly ledger?: readonly LedgerRow[] };

/**
 * What an expectation returns: every mismatch it found (none: it is met), or why it could not judge. `isUnspecified`: it
 * never can, because this target does what the document leaves open.
 */
export type Judgement =
  | readonly Mismatch[]
  | { readonly inconclusive: string; readonly isUnspecified?: true; readonly about?: About };

/** The exchanges of one probe, the last attempt of each step, in the order they were asked for. */
export type Seen = readonly Exchange[];

/**
 * A pure judge of recorded exchanges. `run`, where one answer after the other is judged, is all that the run recorded:
 * what one answer may say can depend on what others were told. `ofPart`: also of an answer whose end did not come, by the part that came. `always`:
 * for any reason. `whileSending`: only if more was still coming, not if the answer stopped.
 */
export type Expectation = ((seen: Seen, run?: Seen) => Judgement | Promise<Judgement>) & {
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

/** The exchanges that show a control, or why it was not seen, with what to give; `isUnspecified`: the document leaves it open. */
export type ControlEvidence =
  | { readonly by: Seen }
  | { readonly because: string; readonly isUnspecified?: true; readonly about?: About };

/** What has to be seen in the same run before an absence proves anything: that the opposite could have been seen. */
export type PositiveControl = {
  readonly says: string;
  /** It says several things, of which one has to be seen. */
  readonly isEither?: true;
  /** Where the check's own probe does not show it. */
  readonly probe?: Probe;
  readonly shownIn: (seen: Seen) => ControlEvidence;
};

/** True where it could be judged, and nothing was wrong. */
export function isMet(judgement: Judgement): boolean {
  return !('inconclusive' in judgement) && judgement.length === 0;
}

export function isFailed(judgement: Judgement): boolean {
  return !('inconclusive' in judgement) && judgement.length > 0;
}

/** All mismatches of them; without any, the first inconclusive one. */
export function wrongElseInconclusive(judgements: readonly Judgement[]): Judgement {
  const wrong = judgements.flatMap((judgement) => ('inconclusive' in judgement ? [] : judgement));
  return wrong.length > 0 ? wrong : (judgements.find((judgement) => 'inconclusive' in judgement) ?? []);
}

/**
 * Which exchanges of a run a check is about, whatever they were sent for. What else the run recorded may show whose word
 * an answer is.
 */
export type Kind = (exchange: Exchange, recorded?: readonly Exchange[]) => boolean;

/** What a case got: one exchange, or those of a conversation, in order. `judged` gives what is wrong with it. */
export type SentCase = { readonly seen: Seen; readonly judged: () => Promise<readonly Mismatch[]> };

/** A case that failed: which of the cases it was, counted from 0, and what their inputs were made from. */
export type FailedCase = SentCase & { readonly at: number; readonly nonce: (label: string) => string };

/** A smaller case that fails for the same cause, or why there is none to show; and why what is shown is not valid. */
export type SmallerCase = (
  | { readonly seen: Seen; readonly mismatches: readonly Mismatch[] }
  | { readonly because: string }
) & { readonly input?: InputFlaw };

/** How a check finds a smaller case than one that failed. */
export type Shrinking = {
  /** The most that all it sends can use up. */
  readonly costs: Cost;
  /** What each case got, of all that its probe did. */
  readonly casesIn: (seen: Seen, nonce: FailedCase['nonce']) => readonly Seen[];
  /** `ask` sends one case, and gives nothing where no more may be sent. */
  readonly smallestOf: (
    failed: FailedCase,
    ask: (probe: Probe) => Promise<SentCase | undefined>,
  ) => Promise<SmallerCase>;
};

/**
 * One probe that has in it what the check's own has, and what others have. It is sent before: where all of it is taken and
 * `shows`, or else the check's own expectations, find nothing wrong with it, the check passes, and its own probe is not sent.
 * By anything else nobody is judged: it may be due to the rest.
 */
export type Within = { readonly probe: Probe; readonly shows?: Expectation };

/** What is sent besides where a check fails, and what that adds to what was observed: nothing of the verdict hangs on it. */
export type AskedWhereFailed = {
  readonly probe: Probe;
  readonly addedTo: (seen: Seen, came: Seen) => string | undefined;
};

/**
 * One obligation. A check with a `control` is negative: it proves nothing unless the control passes. One with a `positiveControl`
 * passes only where that was seen, and is inconclusive or not applicable without it; it may fail either way.
 */
export type Check = {
  readonly id: string;
  readonly clause: string;
  readonly also: readonly string[];
  /** What the service does if it passes: `Rejects a speed above 4`. At most 80 characters, and no other check's. */
  readonly title: string;
  /** The sentence of the document, or of a standard, that it holds. */
  readonly requirement: string;
  readonly level: Level;
  readonly probe: Probe;
  readonly within?: Within;
  readonly control?: string;
  readonly absence?: Absence;
  readonly positiveControl?: PositiveControl;
  readonly expect: readonly Expectation[];
  readonly whereFailed?: AskedWhereFailed;
  /** Of generated cases: how one that failed is made smaller. The verdict is that on the cases. */
  readonly shrinking?: Shrinking;
  /**
   * It holds of every answer of this kind: it is judged last, one exchange at a time, over all that the run recorded.
   * `probe` is sent in any case. It has no control, and is not the control of another check.
   */
  readonly ofEvery?: Kind;
  /** Its expectation judges all those answers at once: it compares them with each other. */
  readonly together?: true;
  /** Its failure shows only beside what others sent: no request alone shows it again. */
  readonly besides?: true;
  /**
   * It fails where requests share what they should not, by which others fail that seem to be about something else. It is told
   * before them: `always`, or `alone` where it fails by a cause of its own.
   */
  readonly root?: 'always' | 'alone';
  /** It sends something, and what it judges is what comes behind that: where a service ended, it may have ended by that. */
  readonly touchesOthers?: true;
  readonly fault: FaultId;
  /** Further faults that it finds, some of them only in answers to other probes than its own. */
  readonly alsoFinds?: readonly FaultId[];
  /** Server software that was seen to do this by itself, whoever wrote the service on it: `uvicorn 0.54.0 (h11): 404`. */
  readonly doneBy?: readonly string[];
};

/** What a target does where the document says "not shown": `see` is undefined where nothing could be seen. */
export type Observation = {
  readonly id: string;
  readonly clause: string;
  readonly says: string;
  readonly probe: Probe;
  readonly see: (seen: Seen) => string | undefined;
};

/** A numbered section of the document with its checks and observations. */
export type Clause = {
  readonly number: string;
  readonly topic: string;
  readonly requirement: string;
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /** What its checks send is generated from the run's seed. */
  readonly isGenerated?: true;
  /** All of its checks are about every answer of the run (`ofEvery`). */
  readonly isOfEvery?: boolean;
};

/** A check as its clause writes it: what it does not say is the clause's. */
type CheckText = Omit<Check, 'id' | 'clause' | 'also' | 'requirement' | 'control' | 'absence'> & {
  /** The name of the positive check in the same clause, or another clause's check by its whole id. */
  readonly control?: string;
  /** Where it is not the clause's; `none` for what is there, or is not. */
  readonly absence?: Absence | 'none';
  /** What this check alone holds, where the clause's sentence does not say it. */
  readonly requirement?: string;
};

type ObservationText = Omit<Observation, 'id' | 'clause'>;

type ClauseText = {
  readonly requirement: string;
  readonly also?: readonly string[];
  /** Of all of its checks that do not say so themselves. */
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
export function isFoundBy({ fault, alsoFinds = [] }: Check, id: string): boolean {
  return fault === id || alsoFinds.some((other) => other === id);
}
