import { isAccepted, type Exchange } from '../model/exchange.ts';
import { reasonIn } from '../model/reason.ts';
import type { Reason } from '../model/run.ts';
import type { CaseVerdict, Failure } from './judge-case.ts';
import type { Property } from './property.ts';
import type { Input, Operation } from './inputs/request.ts';

/**
 * Cases of an operation in a row that were inconclusive, or valid and refused, after which its plain request is sent.
 */
const mostUntaken = 10;
/** The same for cases without a response. */
const mostUnanswered = 3;
/** The same at the end of a run, for cases of any kind that were not accepted. */
const mostUntakenAtEnd = 5;

const silent = 'the service no longer answers, not even a plain request';

/** Why an operation no longer accepts even its plain request. */
export type OperationGone = Reason & {
  /** The failure of the plain request, where it was answered; it is reported once. */
  readonly failure?: Failure;
  /** True where the plain request got no response. */
  readonly isSilent?: true;
  /** True where it was sent; where it was not, `because` says why not. */
  readonly wasSent?: true;
};

/** The parts of a case that are read here. */
type CaseParts = { readonly property: Pick<Property, 'kind'>; readonly input: Input };

type State = { untaken: number; unanswered: number; sinceTaken: number; patience: number; gone?: OperationGone };

/** The outcome of the newest cases of each operation, and whether it still accepts its plain request. */
export type OperationHealth = {
  /** Notes the verdict of a case; returns the operations whose plain request has to be sent next. */
  readonly note: (of: CaseParts, verdict: CaseVerdict) => readonly Operation[];
  /**
   * Sends the plain request of an operation, once for all callers; undefined where it is accepted, or may not be
   * sent.
   */
  readonly control: (operation: Operation) => Promise<OperationGone | undefined>;
  /** Why the first of these operations is gone; for cases in their own workspace, only where it is silent. */
  readonly goneOf: (property: Pick<Property, 'kind'>, operations: Iterable<Operation>) => OperationGone | undefined;
  readonly isHopeless: (operations: Iterable<Operation>) => boolean;
  /** The common reason, where none of these operations is answered any more. */
  readonly silence: (operations: Iterable<Operation>) => OperationGone | undefined;
  /** Operations that have accepted none of their last cases. */
  readonly doubtful: () => readonly Operation[];
};

export const operationsOf = (input: Input): readonly Operation[] => [
  ...new Set(input.map(({ operation }) => operation)),
];

/** `ask` sends the plain request of an operation; undefined where it may not be sent. */
export function trackOperations(ask: (operation: Operation) => Promise<CaseVerdict | undefined>): OperationHealth {
  const states = new Map<Operation, State>();
  const underWay = new Map<Operation, Promise<OperationGone | undefined>>();
  const stateOf = (operation: Operation): State => {
    const state = states.get(operation) ?? { untaken: 0, unanswered: 0, sinceTaken: 0, patience: 1 };
    states.set(operation, state);
    return state;
  };
  const judged = async (operation: Operation): Promise<OperationGone | undefined> => {
    const verdict = await ask(operation);
    const state = stateOf(operation);
    if (verdict === undefined) return state.gone;
    if (verdict.is === 'pass') {
      // The service still accepts plain requests, so more failures are needed before it is asked again.
      Object.assign(state, { untaken: 0, unanswered: 0, sinceTaken: 0, patience: state.patience * 2 });
      return undefined;
    }
    return (state.gone ??= goneBy(verdict, operation));
  };
  return {
    note: (of, verdict) =>
      noted(of, verdict, stateOf).filter((operation) => {
        const { untaken, unanswered, patience, gone } = stateOf(operation);
        return gone === undefined && (untaken >= mostUntaken * patience || unanswered >= mostUnanswered * patience);
      }),
    control: async (operation) => {
      const { gone } = stateOf(operation);
      if (gone !== undefined) return gone;
      const going = underWay.get(operation) ?? judged(operation).finally(() => underWay.delete(operation));
      underWay.set(operation, going);
      return going;
    },
    goneOf: ({ kind }, operations) =>
      [...operations]
        .map((operation) => states.get(operation)?.gone)
        .find((gone) => gone !== undefined && (kind !== 'mixed' || gone.isSilent === true)),
    isHopeless: (operations) => {
      const all = [...operations];
      return all.length > 0 && all.every((operation) => states.get(operation)?.gone !== undefined);
    },
    silence: (operations) => {
      const all = [...operations].map((operation) => states.get(operation)?.gone);
      const [first] = all;
      if (first === undefined || !all.every((gone) => gone?.isSilent === true)) return undefined;
      const sent = all.find((gone) => gone?.wasSent === true);
      // Where no plain request was sent, each operation has its own reason.
      const reasons = new Set(all.flatMap((gone) => gone?.because ?? []));
      return sent ?? { ...first, because: [...reasons].join('; ') };
    },
    doubtful: () =>
      [...states].flatMap(([operation, { sinceTaken, gone }]) =>
        gone === undefined && sinceTaken >= mostUntakenAtEnd ? [operation] : [],
      ),
  };
}

/** Counts a verdict for its operations; any success shows that an operation works. */
function noted(
  { property: { kind }, input }: CaseParts,
  verdict: CaseVerdict,
  stateOf: (operation: Operation) => State,
): readonly Operation[] {
  // Cases in their own workspace end with a refusal, which says nothing of other workspaces.
  if (kind === 'mixed') return [];
  // A case of which nothing was sent counts as one without a response.
  const seen = new Set(verdict.seen.map(({ operation }) => operation));
  const operations = operationsOf(input).filter((operation) => seen.size === 0 || seen.has(operation));
  for (const operation of operations) {
    const own = verdict.seen.filter((exchange) => exchange.operation === operation);
    const state = stateOf(operation);
    if (own.some(isAccepted)) Object.assign(state, { untaken: 0, unanswered: 0, sinceTaken: 0 });
    else {
      state.sinceTaken += 1;
      if (verdict.is === 'inconclusive' || (kind === 'valid' && verdict.is === 'fail')) state.untaken += 1;
      state.unanswered = isUnanswered({ ...verdict, seen: own }) ? state.unanswered + 1 : 0;
    }
  }
  return operations;
}

function goneBy(verdict: Exclude<CaseVerdict, { is: 'pass' }>, operation: Operation): OperationGone {
  if (verdict.is === 'inconclusive') {
    if (!isUnanswered(verdict)) return reasonIn(verdict);
    return verdict.seen.length === 0 ? { ...reasonIn(verdict), isSilent: true } : silence(verdict.because);
  }
  const { decisive, mismatches } = verdict;
  const observed = mismatches[0]?.observed ?? verdict.because;
  if (decisive === undefined || decisive.response.is === 'noAnswer') return silence(silenceOf(decisive, observed));
  return { because: `the service now refuses even a plain ${operation}: ${observed}`, failure: verdict };
}

function silence(because: string): OperationGone {
  return { because: `${silent}: ${because}`, isSilent: true, wasSent: true };
}

function isUnanswered({ seen }: CaseVerdict): boolean {
  return seen.every(({ response }) => response.is === 'noAnswer');
}

/** One wording for all timeouts, so that they count as one reason. */
function silenceOf(decisive: Exchange | undefined, observed: string): string {
  const isLate = decisive?.response.is === 'noAnswer' && decisive.response.because === 'timeout';
  return isLate ? 'no response within the time that --timeout allows' : observed;
}
