import { withSteadyRefusalJudged } from '../../../model/calls.ts';
import type { Expectation } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatusText } from '../../../model/mismatch.ts';
import { isTemporarilyRefused } from '../../../classification/transient.ts';
import type { Call, StepInputs, Probe, Proof, Step, Workspace } from '../../../model/probe.ts';
import { creditPrices, uncoveredChatStatus } from '../../../contract/limits.ts';
import { describeAnswer } from '../../../expectations/describe-answer.ts';
import { richMember } from './rich-member.ts';
import {
  callFor,
  workspaceCaller,
  isInvalidUse,
  meteredAs,
  exchangesOfWorkspace,
  workspaceNameOf,
  type Use,
} from './uses.ts';

/**
 * A service may answer 429 or 503 to any request, which proves nothing. But a spent workspace may get it at its first
 * request, at every attempt, in three rounds, while two funded workspaces that are just as new are answered at once in
 * each round, though they asked later. Then the refusal is for the balance. No limit on requests does that: a limit for
 * each token knows none of the three, and a common limit that lets two through has let the first one through.
 */
export const rounds = [1, 2, 3] as const;
export const fewestAttempts = 3;

const spent: Workspace = { kind: 'credit-balance', credits: 0 };
const funded = (use: Metered): Workspace => ({ kind: 'credit-balance', credits: creditPrices[use] });

type Metered = 'chat' | 'speech';

/**
 * A use of a spent workspace beside the same use of funded ones; repeated with new workspaces only where it was refused
 * temporarily.
 */
function besideFunded(use: Metered, name: string): Probe {
  const most = 3 * rounds.length;
  return {
    name,
    needs: ['provisioner'],
    costs: use === 'chat' ? { chats: most, speeches: 0 } : { chats: 0, speeches: most },
    pace: 'eachStepAlone',
    steps: rounds.flatMap((round): readonly Step[] => [
      ({ seen }) =>
        isDue(seen, round)
          ? {
              make: {
                [`spent_${round}`]: spent,
                [`funded_${round}`]: funded(use),
                [`also_funded_${round}`]: funded(use),
              },
            }
          : [],
      (known) => (isDue(known.seen, round) ? asked(use, known, round) : []),
    ]),
  };
}

function asked(use: Metered, known: StepInputs, round: number): readonly Call[] {
  return [
    withSteadyRefusalJudged(callFor(use, workspaceCaller(known, `spent_${round}`), known, false)),
    ...[`funded_${round}`, `also_funded_${round}`].map((name): Call => ({
      ...callFor(use, workspaceCaller(known, name), known, true),
      charge: 'onceFirstCovered',
    })),
  ];
}

function isDue(seen: readonly Exchange[], round: number): boolean {
  const before = exchangesOfWorkspace(seen, `spent_${round - 1}`)[0];
  return round === 1 || (before !== undefined && isTemporarilyRefused(before));
}

export const spentBesideFunded: Probe = {
  ...besideFunded('chat', 'a spent workspace beside funded ones'),
  // Sent before all other probes, when the number of requests that the target takes at once may not be known yet.
  again: { is: 'anew' },
  refusals: { is: 'shown', isShown: (seen) => refusalsIn(seen).isSteady },
};

/**
 * The document gives no status for a speech that cannot be covered: 429 counts as such a refusal where it is shown to
 * be for the balance.
 */
export const speechRefusedWith429: Proof = {
  probe: besideFunded('speech', 'a speech of a spent workspace beside funded ones'),
  isProven: (seen) => {
    const { refusals, isSteady } = refusalsIn(seen);
    return isSteady && refusals.every(({ response }) => response.is === 'answer' && response.status === 429);
  },
};

/** The limit covers one speech, but no second one. */
const limited: Workspace = { ...richMember, memberTtsLimit: 1 };

const pastLimit = (round: number): string => `limited_${round}`;

/**
 * A speech past the limit of a member, beside speeches of members within their limit; repeated only where it was
 * refused temporarily.
 */
const limitedBesideOthers: Probe = {
  name: 'a speech past the limit of a member beside others',
  needs: ['provisioner'],
  costs: { chats: 0, speeches: 4 * rounds.length },
  pace: 'eachStepAlone',
  steps: rounds.flatMap((round): readonly Step[] => {
    const names = [pastLimit(round), `funded_${round}`, `also_funded_${round}`];
    const isNext = ({ seen }: StepInputs): boolean =>
      round === 1 ||
      exchangesOfWorkspace(seen, pastLimit(round - 1))
        .slice(1)
        .some(isTemporarilyRefused);
    return [
      (known) => (isNext(known) ? { make: Object.fromEntries(names.map((name) => [name, limited])) } : []),
      (known) => (isNext(known) ? [callFor('speech', workspaceCaller(known, pastLimit(round)), known, true)] : []),
      (known) =>
        isNext(known)
          ? names.map((name, at) => {
              const call = callFor('speech', workspaceCaller(known, name), known, at > 0);
              return at === 0 ? withSteadyRefusalJudged(call) : call;
            })
          : [],
    ];
  }),
};

/** The same for a member whose limit is reached (8.2): the document gives a status for chat only. */
export const limitRefusedWith429: Proof = {
  probe: limitedBesideOthers,
  isProven: (seen) => {
    const own = rounds.map((round) => exchangesOfWorkspace(seen, pastLimit(round)));
    const refusals = own.map(([, second]) => second).filter((exchange) => exchange !== undefined);
    return (
      isSteadyRefusal(refusals, fundedIn(seen)) &&
      own.every(([first]) => first !== undefined && isAccepted(first)) &&
      refusals.every(({ response }) => response.is === 'answer' && response.status === 429)
    );
  },
};

/** The proof that a probe with these uses of these workspaces needs. */
export function refusalProofFor(uses: readonly Use[], ...workspaces: readonly Workspace[]): Pick<Probe, 'refusals'> {
  const speaks = uses.some((use) => meteredAs(use) === 'speech' && !isInvalidUse(use));
  if (!speaks) return {};
  const by = workspaces.some(({ caller }) => caller === 'member') ? limitRefusedWith429 : speechRefusedWith429;
  return { refusals: { is: 'proven', by } };
}

/** The answers to the spent workspaces, and whether they are refusals for the balance. */
function refusalsIn(seen: readonly Exchange[]): { readonly refusals: readonly Exchange[]; readonly isSteady: boolean } {
  const refusals = rounds.flatMap((round) => exchangesOfWorkspace(seen, `spent_${round}`).slice(0, 1));
  const controls = fundedIn(seen);
  return { refusals, isSteady: isSteadyRefusal(refusals, controls) };
}

/** `ofEach`: number of answers of each control. */
export function isSteadyRefusal(refusals: readonly Exchange[], controls: readonly Exchange[], ofEach = 1): boolean {
  const isWhole = refusals.length === rounds.length && controls.length === 2 * ofEach * rounds.length;
  const isKept = refusals.every((exchange) => exchange.attempt >= fewestAttempts && isTemporarilyRefused(exchange));
  return isWhole && isKept && controls.every(isAnsweredAtOnce);
}

export const unauthorizedReason = 'a chat got status 401: its token is not accepted';

/** A chat that cannot be covered gets 402 (4.2, 7.3, 8.2), and not a status with another meaning. */
export const isRefusedForItsBalance: Expectation = (seen) => {
  const { refusals, isSteady } = refusalsIn(seen);
  const refusal = refusals.at(-1);
  const last = refusal?.response;
  if (refusal === undefined || last?.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
  const isControlled = fundedIn(seen).some(isAccepted);
  if (last.status === uncoveredChatStatus)
    return isControlled ? [] : { inconclusive: 'no funded workspace was answered at the same time' };
  // The token was never accepted, which says nothing of its balance.
  if (last.status === 401) return { inconclusive: unauthorizedReason };
  const expected = `${uncoveredChatStatus}: nothing is left for a chat`;
  const kind = { is: 'status', due: uncoveredChatStatusText } as const;
  if (!refusals.slice(-1).every(isTemporarilyRefused))
    return isControlled
      ? [{ subject: 'status', expected, observed: describeAnswer(last), exchange: refusal.id, kind }]
      : { inconclusive: `status ${last.status}, and no funded workspace was answered at the same time` };
  if (!isSteady) return { inconclusive: `status ${last.status}, which may be temporary` };
  const observed = `${describeAnswer(last)}, ${fewestAttempts} times in each of ${rounds.length} rounds, while funded workspaces were answered`;
  return [{ subject: 'status', expected, observed, exchange: refusal.id, kind }];
};

function fundedIn(seen: readonly Exchange[]): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange)?.includes('funded') === true);
}

function isAnsweredAtOnce(exchange: Exchange): boolean {
  return exchange.attempt === 1 && isAccepted(exchange);
}
