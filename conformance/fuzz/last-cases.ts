import { isTaken, type Exchange } from '../model/exchange.ts';
import { reasonIn } from '../model/reason.ts';
import type { Reason } from '../model/run.ts';
import type { CaseVerdict, Failure } from './judge-case.ts';
import type { Property } from './property.ts';
import type { Input, Operation } from './inputs/request.ts';

/** After so many cases of an operation in a row that could not be judged, or were valid and not taken, its plain request is sent. */
const mostUntaken = 10;
/** The same after so many that got no answer. */
const mostUnanswered = 3;
/** At the end of a run it is sent where none of the last so many was taken: then a refusal may have had any reason. */
const mostUntakenAtEnd = 5;

const silent = 'the service no longer answers, not even a plain request';

/** What an operation came to that does not even take its plain request any more. */
export type Gone = Reason & {
  /** Where that request was answered, and was not taken: it is a failure of its own, and told once. */
  readonly failure?: Failure;
  /** Where there was no answer at all: then no other caller gets one either. */
  readonly isSilent?: true;
  /** It was sent in vain, and `because` says so; what is not even sent has a reason of its own. */
  readonly wasSent?: true;
};

/** A case, as far as it matters here. */
type CaseOf = { readonly property: Pick<Property, 'kind'>; readonly input: Input };

type State = { untaken: number; unanswered: number; sinceTaken: number; patience: number; gone?: Gone };

/** What the newest cases of each operation came to, and whether it still takes its plain request. */
export type LastCases = {
  /** Notes what a case has come to; gives the operations whose plain request is to be sent before more is. */
  readonly note: (of: CaseOf, verdict: CaseVerdict) => readonly Operation[];
  /** Sends the plain request of an operation, once for all that ask meanwhile; undefined where it is taken, or may not be sent. */
  readonly control: (operation: Operation) => Promise<Gone | undefined>;
  /** What became of the first of these operations that is gone; of cases in a workspace of their own, of one that is silent. */
  readonly goneOf: (property: Pick<Property, 'kind'>, operations: Iterable<Operation>) => Gone | undefined;
  readonly isHopeless: (operations: Iterable<Operation>) => boolean;
  /** One reason for all, where none of these operations is answered any more. */
  readonly silence: (operations: Iterable<Operation>) => Gone | undefined;
  /** Operations that have taken nothing of late. */
  readonly doubtful: () => readonly Operation[];
};

export const operationsOf = (input: Input): readonly Operation[] => [
  ...new Set(input.map(({ operation }) => operation)),
];

/** `ask` sends the plain request of an operation; undefined where it may not be sent. */
export function lastCases(ask: (operation: Operation) => Promise<CaseVerdict | undefined>): LastCases {
  const states = new Map<Operation, State>();
  const underWay = new Map<Operation, Promise<Gone | undefined>>();
  const stateOf = (operation: Operation): State => {
    const state = states.get(operation) ?? { untaken: 0, unanswered: 0, sinceTaken: 0, patience: 1 };
    states.set(operation, state);
    return state;
  };
  const judged = async (operation: Operation): Promise<Gone | undefined> => {
    const verdict = await ask(operation);
    const state = stateOf(operation);
    if (verdict === undefined) return state.gone;
    if (verdict.is === 'pass') {
      // Whatever could not be judged, it was not the service that refused everything: the next time that is sooner believed.
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
      // Of several that were not even sent each has its own.
      const reasons = new Set(all.flatMap((gone) => gone?.because ?? []));
      return sent ?? { ...first, because: [...reasons].join('; ') };
    },
    doubtful: () =>
      [...states].flatMap(([operation, { sinceTaken, gone }]) =>
        gone === undefined && sinceTaken >= mostUntakenAtEnd ? [operation] : [],
      ),
  };
}

/** Any success of an operation shows that it works, whatever else its answer is. */
function noted(
  { property: { kind }, input }: CaseOf,
  verdict: CaseVerdict,
  stateOf: (operation: Operation) => State,
): readonly Operation[] {
  // What is sent in a workspace of its own, until it is spent, says nothing of others.
  if (kind === 'mixed') return [];
  // Where nothing was sent at all, it is as good as no answer.
  const seen = new Set(verdict.seen.map(({ operation }) => operation));
  const operations = operationsOf(input).filter((operation) => seen.size === 0 || seen.has(operation));
  for (const operation of operations) {
    const own = verdict.seen.filter((exchange) => exchange.operation === operation);
    const state = stateOf(operation);
    if (own.some(isTaken)) Object.assign(state, { untaken: 0, unanswered: 0, sinceTaken: 0 });
    else {
      state.sinceTaken += 1;
      if (verdict.is === 'inconclusive' || (kind === 'valid' && verdict.is === 'fail')) state.untaken += 1;
      state.unanswered = isUnanswered({ ...verdict, seen: own }) ? state.unanswered + 1 : 0;
    }
  }
  return operations;
}

function goneBy(verdict: Exclude<CaseVerdict, { is: 'pass' }>, operation: Operation): Gone {
  if (verdict.is === 'inconclusive') {
    if (!isUnanswered(verdict)) return reasonIn(verdict);
    return verdict.seen.length === 0 ? { ...reasonIn(verdict), isSilent: true } : silence(verdict.because);
  }
  const { decisive, mismatches } = verdict;
  const observed = mismatches[0]?.observed ?? verdict.because;
  if (decisive === undefined || decisive.response.is === 'noAnswer') return silence(silenceOf(decisive, observed));
  return { because: `the service now refuses even a plain ${operation}: ${observed}`, failure: verdict };
}

function silence(because: string): Gone {
  return { because: `${silent}: ${because}`, isSilent: true, wasSent: true };
}

function isUnanswered({ seen }: CaseVerdict): boolean {
  return seen.every(({ response }) => response.is === 'noAnswer');
}

/** The same words for all that was waited for in vain: silence is one reason. */
function silenceOf(decisive: Exchange | undefined, observed: string): string {
  const isLate = decisive?.response.is === 'noAnswer' && decisive.response.because === 'timeout';
  return isLate ? 'no response within the time that --timeout allows' : observed;
}
