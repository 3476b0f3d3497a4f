import { addCosts } from '../../model/costs.ts';
import type { Expectation } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Call, Cost, StepInputs, WorkspaceRequest, Probe, Step, Workspace } from '../../model/probe.ts';
import { callsOfConcurrentUses, judgeConcurrentUses, type ConcurrentUses } from './spending/concurrent-uses.ts';
import { leftStreamBeside, leftStreamKeeps } from './left/left-stream.ts';
import { callsFor, costOfMixedBeside, workspacesFor } from './mixed-probe.ts';
import { mixedSeed, type MixedUses } from './mixed.ts';
import type { MeteredAs, Prices } from './spending/ledger.ts';
import {
  costOfSearch,
  foundPricesIn,
  pricesIn,
  searchSteps,
  wholePriceWorkspace,
  wholePricesIn,
  type EnterpriseKind,
  type UnknownPrice,
} from './prices.ts';
import { rounds } from './races.ts';
import { callsAtPlace, judgeLastUse, type Script } from './spending/script.ts';
import { callUntilRefused, maxChats, refusesInTime, refusesLast } from './until-refused.ts';
import { speechRefusedWith429 } from './spending/steady-refusal.ts';
import { judgeSpending } from './spending/throughout.ts';
import { callFor, workspaceCaller, costOfUses, exchangesOfWorkspace, type Use } from './spending/uses.ts';

/** Most exchanges in a row of the mixed sequences; their cost may end them earlier. */
const mixedMoves = 40;

/** Uses of a workspace whose balance is given in prices, which are known only once they were observed. */
export type PricedScript = {
  readonly uses: readonly Use[];
  readonly balanceFor: (prices: Prices) => Omit<Workspace, 'kind'>;
  /**
   * Not sent where the price of this kind of use is that of each of many in a row (`isOfEach`), which has shown the
   * same.
   */
  readonly unlessOfEach?: MeteredAs;
  /** Only sent at these prices; at others another script shows the same. */
  readonly onlyAt?: (prices: Prices) => boolean;
};

/**
 * Everything that is sent to an enterprise kind: first the search for its prices, then the scripts, with mixed
 * sequences beside them. In the workspace `untilRefused`, with three times the price of a chat, chats are sent until
 * one is refused.
 */
export type Enterprise = {
  readonly kind: EnterpriseKind;
  readonly scripts: Readonly<Record<string, PricedScript>>;
  /** Pays two chats, at least one of them with credits. */
  readonly twoChats: PricedScript['balanceFor'];
  readonly mixed: PricedScript['balanceFor'];
  /** A stream is left too: no probe of its own does that in this kind. */
  readonly leavesAStream?: true;
};

/** A single probe for all of it: the prices are observed once, and every script has a workspace of its own. */
export function enterpriseProbe(enterprise: Enterprise): Probe {
  const scripts = Object.values(enterprise.scripts);
  const longest = Math.max(...scripts.map(({ uses }) => uses.length));
  const steps = Array.from({ length: Math.max(longest, mixedMoves) }, (_, at): readonly Step[] => [
    (known) => priced(known, (prices) => workspacesAt(enterprise, prices, at, known)),
    (known) => priced(known, (prices) => callsAtStep(enterprise, prices, at, known)),
  ]);
  return {
    name: `what ${enterprise.kind} workspaces cover`,
    needs: ['provisioner'],
    again: { is: 'anew' },
    costs: [
      ...scripts.map(({ uses }) => costOfUses(uses)),
      { chats: maxChats, speeches: 0 },
      costOfAtOnce,
      costOfUses([...together.uses, ...together.behind]),
      ...(enterprise.leavesAStream === true ? [leftStreamBeside.cost] : []),
      costOfSearch,
      costOfMixedBeside,
    ].reduce(addCosts),
    steps: [...searchSteps(enterprise.kind), ...steps.flat()].map(sayingTheSame),
    refusals: { is: 'proven', by: speechRefusedWith429 },
  };
}

/** Prices that are not given may depend on the text: all uses say the same, so that they cost the same. */
function sayingTheSame(step: Step): Step {
  return (known) => {
    const nonce = (label: string): string => known.nonce(label === mixedSeed ? label : 'the same');
    return step({ ...known, nonce });
  };
}

/** Does not stop the probe for what the document leaves open: the expectations report that, and it is no outage. */
function priced<Out>({ seen }: StepInputs, go: (prices: Prices) => Out): Out | readonly [] | { readonly stop: string } {
  const prices = pricesIn(seen);
  if (!('because' in prices)) return go(prices);
  return prices.isUnspecified === true ? [] : { stop: prices.because };
}

function workspacesAt(enterprise: Enterprise, prices: Prices, at: number, known: StepInputs): WorkspaceRequest {
  const scripts = Object.entries(enterprise.scripts).map(
    ([name, script]) => [name, scriptAt(enterprise, script, prices).workspace] as const,
  );
  const whole: WorkspaceRequest['make'] = isWhole(known)
    ? {
        ...workspacesFor(mixedAt(enterprise, prices), known).make,
        ...(at === 0 ? { [together.name]: atOnceAt(enterprise, prices).workspace } : {}),
        ...(at === 0 && enterprise.leavesAStream === true
          ? { [leftStreamBeside.name]: { kind: enterprise.kind, ...leftStreamBeside.owns(prices) } }
          : {}),
      }
    : {};
  const spent: Workspace = { kind: enterprise.kind, credits: 3 * prices.chat };
  const forOne: Workspace = { kind: enterprise.kind, credits: prices.chat };
  const first = {
    ...Object.fromEntries(scripts),
    [untilRefused]: spent,
    ...Object.fromEntries(atOnceNames.map((name) => [name, forOne])),
  };
  return { make: { ...(at === 0 ? first : {}), ...whole } };
}

function callsAtStep(enterprise: Enterprise, prices: Prices, at: number, known: StepInputs): readonly Call[] {
  const scripts = Object.entries(enterprise.scripts);
  return [
    ...scripts.flatMap(([name, script]) =>
      isSeen(script, prices, known.seen) ? [] : callsAtPlace(scriptAt(enterprise, script, prices), at, known, name),
    ),
    ...callUntilRefused(known, untilRefused),
    ...callsAtOnce(known, at),
    ...(isWhole(known)
      ? [
          ...callsOfConcurrentUses(
            atOnceAt(enterprise, prices),
            at,
            known,
            exchangesOfWorkspace(known.seen, together.name),
            together.name,
          ),
          ...callsFor(mixedAt(enterprise, prices), known, costOfMixedBeside),
          ...(enterprise.leavesAStream === true ? leftStreamBeside.callsAt(known, at) : []),
        ]
      : []),
  ];
}

function isSeen({ unlessOfEach, onlyAt }: PricedScript, prices: Prices, seen: readonly Exchange[]): boolean {
  if (onlyAt?.(prices) === false) return true;
  if (unlessOfEach === undefined) return false;
  const found = foundPricesIn(seen);
  return !('because' in found) && found[unlessOfEach].isOfEach === true;
}

/** Name of the workspace in which chats are sent until one is refused. */
const untilRefused = 'until_refused';

/** Rounds of simultaneous chats in workspaces whose balance covers one chat; the first failing round is the last. */
const atOnceNames = Array.from({ length: rounds }, (_, round) => `at_once_${round + 1}`);
/** Each may be held by what its path holds alone. */
const usesAtOnce: readonly Use[] = ['chat', 'stream', 'chat'];
/** Of a race that anybody may win one round is enough to see it; of a right service each round takes one. */
const costOfAtOnce: Cost = { chats: rounds - 1 + usesAtOnce.length, speeches: 0 };

function callsAtOnce(known: StepInputs, at: number): readonly Call[] {
  const name = atOnceNames[at];
  if (name === undefined || atOnceNames.some((each) => takenIn(known.seen, each).length > 1)) return [];
  return usesAtOnce.map((use, place) => callFor(use, workspaceCaller(known, name), known, true, place));
}

/**
 * The stream goes first, as it takes longer. The last goes on in a session of theirs: whatever it costs there, nothing is
 * left for it.
 */
const together = { name: 'together', uses: ['stream', 'chat'], behind: ['chat that goes on'] } as const;

function atOnceAt({ kind, twoChats }: Enterprise, prices: Prices): ConcurrentUses {
  const { uses, behind } = together;
  // Only a pool has two sources, of which one may be held while the other is used.
  const sent = kind === 'enterprise-pooled' ? { together: uses } : { before: uses, together: [] };
  return { workspace: { kind, ...twoChats(prices) }, ...sent, behind, prices };
}

/**
 * What pays for two chats covers a stream and a chat, sent at the same time in a pool, and nothing of it is left for another
 * turn.
 */
export function twoChatsAgree(enterprise: Enterprise): Expectation {
  return (seen) => {
    const prices = wholePricesIn(seen);
    if ('because' in prices) return unpriced(prices);
    const sent = exchangesOfWorkspace(seen, together.name);
    const judgement = judgeConcurrentUses(atOnceAt(enterprise, prices), sent);
    const isWhole = sent.length === together.uses.length + together.behind.length;
    // They are sent once, beside other requests: a service that takes few at a time may answer one after the other.
    return 'inconclusive' in judgement && isWhole ? { ...judgement, isUnspecified: true } : judgement;
  };
}

/** A stream whose client leaves costs no more than the price of one, and gives no more back than it took. */
export function leftStreamCostsOne(bound: 'atLeast' | 'atMost'): Expectation {
  return (seen) => {
    const prices = wholePricesIn(seen);
    if ('because' in prices) return unpriced(prices);
    return leftStreamKeeps(bound, 'chats that the credits pay')(exchangesOfWorkspace(seen, leftStreamBeside.name));
  };
}

function takenIn(seen: readonly Exchange[], name: string): readonly Exchange[] {
  return exchangesOfWorkspace(seen, name).filter(isAccepted);
}

/** Of chats that are sent at once, a balance that covers one chat and not two covers only one. */
export const chatsAtOncePayEach: Expectation = (seen) => {
  if ('because' in foundPricesIn(seen)) return [];
  const round = atOnceNames.findIndex((name) => takenIn(seen, name).length > 1);
  const taken = takenIn(seen, atOnceNames[round] ?? '');
  const [last] = taken.slice(-1);
  if (last === undefined) return [];
  return [
    {
      subject: `round ${round + 1} of ${rounds}`,
      kind: { is: 'race', subject: 'round' },
      expected: `of ${usesAtOnce.join(', ')} at once no more than one, as the credits suffice for one`,
      observed: `${taken.length} of them succeeded`,
      exchange: last.id,
    },
  ];
};

function isWhole({ seen }: StepInputs): boolean {
  return !('because' in wholePricesIn(seen));
}

function scriptAt({ kind }: Enterprise, { uses, balanceFor }: PricedScript, prices: Prices): Script {
  return { workspace: { kind, ...balanceFor(prices) }, uses, prices };
}

function mixedAt({ kind, mixed }: Enterprise, prices: Prices): MixedUses {
  return { workspace: { kind, ...mixed(prices) }, prices };
}

/** The last use of the script with this name, or the last of its `first` uses, must be covered or must not be. */
export function scriptEnds(
  wanted: 'covered' | 'uncovered',
  enterprise: Enterprise,
  name: string,
  first?: number,
): Expectation {
  return ofScript(enterprise, name, (script, seen) =>
    judgeLastUse(wanted, { ...script, uses: script.uses.slice(0, first) }, seen),
  );
}

/** Every use of the script with this name agrees with the ledger. */
export function scriptAgrees(enterprise: Enterprise, name: string): Expectation {
  return ofScript(enterprise, name, judgeSpending);
}

function ofScript(
  enterprise: Enterprise,
  name: string,
  judge: (script: Script, seen: readonly Exchange[]) => ReturnType<Expectation>,
): Expectation {
  return (seen) => {
    const prices = pricesIn(seen);
    const script = enterprise.scripts[name];
    if ('because' in prices) return unpriced(prices);
    if (script === undefined) throw new Error(`there is no script ${name}`);
    return isSeen(script, prices, seen)
      ? []
      : judge(scriptAt(enterprise, script, prices), exchangesOfWorkspace(seen, name));
  };
}

/** A balance of three times the price of a chat covers no more chats than that, whatever the price is. */
export const chatsEndInTime: Expectation = (seen) => {
  const found = foundPricesIn(seen);
  if ('because' in found) return unpriced(found);
  return found.chat.isOfEach === true
    ? refusesLast(found.chat, exchangesOfWorkspace(seen, wholePriceWorkspace('chat')))
    : refusesInTime(found.chat, exchangesOfWorkspace(seen, untilRefused));
};

function unpriced({ because, isUnspecified }: UnknownPrice): ReturnType<Expectation> {
  return { inconclusive: because, ...(isUnspecified === undefined ? {} : { isUnspecified }) };
}

/** The mixed sequences of this kind, once its prices are known. */
export function mixedOf(enterprise: Enterprise): (seen: readonly Exchange[]) => MixedUses | UnknownPrice {
  return (seen) => {
    const prices = wholePricesIn(seen);
    return 'because' in prices ? prices : mixedAt(enterprise, prices);
  };
}
