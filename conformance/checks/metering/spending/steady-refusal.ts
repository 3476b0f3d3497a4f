import { judgingSteadyRefusal } from '../../../model/calls.ts';
import type { Expectation } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { uncoveredIsDue } from '../../../model/mismatch.ts';
import { isTemporarilyRefused } from '../../../classification/transient.ts';
import type { Call, Known, Probe, Proof, Step, Workspace } from '../../../model/probe.ts';
import { creditPrices, uncoveredChatStatus } from '../../../contract/limits.ts';
import { shown } from '../../../expectations/shown-answer.ts';
import { richMember } from './rich-member.ts';
import { callFor, callerOf, isBad, meteredAs, ofWorkspace, workspaceNameOf, type Use } from './uses.ts';

/**
 * A service may say 429 or 503 to anybody at any time, and nothing follows from it. But where a spent workspace gets it
 * at its first request, at every attempt, three times over, and each time two funded workspaces that are just as fresh
 * are answered at once though they were asked after it, then it is the balance that is refused so. No limit on requests
 * does that: one by token knows none of the three, and one for all that lets two through has let the first one through.
 */
export const rounds = [1, 2, 3] as const;
export const fewestAttempts = 3;

const spent: Workspace = { kind: 'credit-balance', credits: 0 };
const funded = (use: Metered): Workspace => ({ kind: 'credit-balance', credits: creditPrices[use] });

type Metered = 'chat' | 'speech';

/** A use of a spent workspace beside those of funded ones; again, on fresh ones, only where the first was put off. */
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

function asked(use: Metered, known: Known, round: number): readonly Call[] {
  return [
    judgingSteadyRefusal(callFor(use, callerOf(known, `spent_${round}`), known, false)),
    ...[`funded_${round}`, `also_funded_${round}`].map((name): Call => ({
      ...callFor(use, callerOf(known, name), known, true),
      charge: 'onceFirstCovered',
    })),
  ];
}

function isDue(seen: readonly Exchange[], round: number): boolean {
  const before = ofWorkspace(seen, `spent_${round - 1}`)[0];
  return round === 1 || (before !== undefined && isTemporarilyRefused(before));
}

export const spentBesideFunded: Probe = {
  ...besideFunded('chat', 'a spent workspace beside funded ones'),
  // It goes before all others: how many at once the target takes may not be known by then.
  again: { is: 'anew' },
  refusals: { is: 'shown', isShown: (seen) => refusalsIn(seen).isSteady },
};

/**
 * The document has no status for a speech that cannot be covered: 429 is one of those that refuse it, where it is shown
 * to be for the balance.
 */
export const speechRefusedWith429: Proof = {
  probe: besideFunded('speech', 'a speech of a spent workspace beside funded ones'),
  isProven: (seen) => {
    const { refusals, isSteady } = refusalsIn(seen);
    return isSteady && refusals.every(({ response }) => response.is === 'answer' && response.status === 429);
  },
};

/** One speech is within its limit, and another past it. */
const limited: Workspace = { ...richMember, memberTtsLimit: 1 };

const pastLimit = (round: number): string => `limited_${round}`;

/** A speech past the limit of a member beside those of members who are within theirs; again only where it was put off. */
const limitedBesideOthers: Probe = {
  name: 'a speech past the limit of a member beside others',
  needs: ['provisioner'],
  costs: { chats: 0, speeches: 4 * rounds.length },
  pace: 'eachStepAlone',
  steps: rounds.flatMap((round): readonly Step[] => {
    const names = [pastLimit(round), `funded_${round}`, `also_funded_${round}`];
    const isNext = ({ seen }: Known): boolean =>
      round === 1 ||
      ofWorkspace(seen, pastLimit(round - 1))
        .slice(1)
        .some(isTemporarilyRefused);
    return [
      (known) => (isNext(known) ? { make: Object.fromEntries(names.map((name) => [name, limited])) } : []),
      (known) => (isNext(known) ? [callFor('speech', callerOf(known, pastLimit(round)), known, true)] : []),
      (known) =>
        isNext(known)
          ? names.map((name, at) => {
              const call = callFor('speech', callerOf(known, name), known, at > 0);
              return at === 0 ? judgingSteadyRefusal(call) : call;
            })
          : [],
    ];
  }),
};

/** The same of a member whose limit is reached (8.2): a status is given for chat only. */
export const limitRefusedWith429: Proof = {
  probe: limitedBesideOthers,
  isProven: (seen) => {
    const own = rounds.map((round) => ofWorkspace(seen, pastLimit(round)));
    const refusals = own.map(([, second]) => second).filter((exchange) => exchange !== undefined);
    return (
      isSteadily(refusals, fundedIn(seen)) &&
      own.every(([first]) => first !== undefined && isTaken(first)) &&
      refusals.every(({ response }) => response.is === 'answer' && response.status === 429)
    );
  },
};

/** Of a probe with these uses of these workspaces. */
export function proofFor(uses: readonly Use[], ...workspaces: readonly Workspace[]): Pick<Probe, 'refusals'> {
  const speaks = uses.some((use) => meteredAs(use) === 'speech' && !isBad(use));
  if (!speaks) return {};
  const by = workspaces.some(({ caller }) => caller === 'member') ? limitRefusedWith429 : speechRefusedWith429;
  return { refusals: { is: 'proven', by } };
}

/** What the spent ones got, and whether that was for their balance. */
function refusalsIn(seen: readonly Exchange[]): { readonly refusals: readonly Exchange[]; readonly isSteady: boolean } {
  const refusals = rounds.flatMap((round) => ofWorkspace(seen, `spent_${round}`).slice(0, 1));
  const controls = fundedIn(seen);
  return { refusals, isSteady: isSteadily(refusals, controls) };
}

/** `ofEach`: how many answers there are of each control. */
export function isSteadily(refusals: readonly Exchange[], controls: readonly Exchange[], ofEach = 1): boolean {
  const isWhole = refusals.length === rounds.length && controls.length === 2 * ofEach * rounds.length;
  const isKept = refusals.every((exchange) => exchange.attempt >= fewestAttempts && isTemporarilyRefused(exchange));
  return isWhole && isKept && controls.every(isAnsweredAtOnce);
}

export const notLetIn = 'a chat got status 401: its token is not accepted';

/** A chat that cannot be covered is 402 (4.2, 7.3, 8.2), and not a status that means something else. */
export const isRefusedForItsBalance: Expectation = (seen) => {
  const { refusals, isSteady } = refusalsIn(seen);
  const refusal = refusals.at(-1);
  const last = refusal?.response;
  if (refusal === undefined || last?.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
  const isControlled = fundedIn(seen).some(isTaken);
  if (last.status === uncoveredChatStatus)
    return isControlled ? [] : { inconclusive: 'no funded workspace was answered at the same time' };
  // It was never let in: that says nothing of its balance.
  if (last.status === 401) return { inconclusive: notLetIn };
  const expected = `${uncoveredChatStatus}: nothing is left for a chat`;
  const kind = { is: 'status', due: uncoveredIsDue } as const;
  if (!refusals.slice(-1).every(isTemporarilyRefused))
    return isControlled
      ? [{ subject: 'status', expected, observed: shown(last), exchange: refusal.id, kind }]
      : { inconclusive: `status ${last.status}, and no funded workspace was answered at the same time` };
  if (!isSteady) return { inconclusive: `status ${last.status}, which may be temporary` };
  const observed = `${shown(last)}, ${fewestAttempts} times in each of ${rounds.length} rounds, while funded workspaces were answered`;
  return [{ subject: 'status', expected, observed, exchange: refusal.id, kind }];
};

function fundedIn(seen: readonly Exchange[]): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange)?.includes('funded') === true);
}

function isAnsweredAtOnce(exchange: Exchange): boolean {
  return exchange.attempt === 1 && isTaken(exchange);
}
