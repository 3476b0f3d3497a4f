import { chatCall } from '../../model/calls.ts';
import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Call } from '../../model/probe.ts';
import { sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { sessionIdSentBy } from '../../expectations/conversations/planted-in-run.ts';
import type { ChatOperation } from './tries.ts';
import { betweenCallers, turnsOfRole, type CallerPair } from './two-workspaces.ts';

const goodMorning = 'Good morning! Where were we?';

export function isLockoutTurn({ role }: Exchange): boolean {
  return role === 'lockout';
}

/**
 * Statuses for "no such session" or "not yours": 401 and 402 may be for the token and the balance, 429 for the moment.
 */
const ofTheId = [400, 403, 404, 409, 410, 422, 423];

const isRefused = ({ response }: Exchange): boolean => response.is === 'answer' && ofTheId.includes(response.status);

/** Turns of the owner: the last answered one before another workspace sent the id, and the next one. */
type TurnsAroundIntrusion = { readonly before: Exchange; readonly next: Exchange };

function around(seen: Exchanges): readonly TurnsAroundIntrusion[] {
  const owners = turnsOfRole(seen, 'owner');
  const ids = new Set(owners.flatMap((turn) => JSON.stringify(sessionIdIn(turn)) ?? []));
  const foreign = turnsOfRole(seen, 'intruder').filter((turn) => ids.has(sessionIdSentBy(turn) ?? ''));
  return foreign.flatMap((turn) => {
    const at = seen.indexOf(turn);
    const before = owners.findLast((own) => seen.indexOf(own) < at);
    const next = owners.find((own) => seen.indexOf(own) > at);
    return before !== undefined && isAccepted(before) && next !== undefined && next.response.is === 'answer'
      ? [{ before, next }]
      : [];
  });
}

/** The same in a second session, used for nothing else: chance does not refuse both. */
export const lockoutRetry: readonly ((two: CallerPair) => readonly Call[])[] = [
  ({ owner, seen }) =>
    refusedIn(seen).length === 0
      ? []
      : [
          chatCall(
            'chat',
            owner.bot,
            { message: goodMorning },
            { authorization: owner.authorization, role: 'lockout' },
          ),
        ],
  ({ intruder, seen }) => goOn(intruder, seen),
  ({ owner, seen }) => goOn(owner, seen),
];

function goOn({ authorization, bot }: CallerPair['owner'], seen: Exchanges): readonly Call[] {
  const [first] = refusedIn(seen);
  const begun = turnsOfRole(seen, 'owner').find(isLockoutTurn);
  const sessionId = begun === undefined ? undefined : sessionIdIn(begun);
  if (first === undefined || sessionId === undefined) return [];
  const by: ChatOperation = first.next.operation === 'stream' ? 'stream' : 'chat';
  return [chatCall(by, bot, { message: goodMorning, sessionId }, { authorization, role: 'lockout' })];
}

const refusedIn = (seen: Exchanges): readonly TurnsAroundIntrusion[] =>
  around(seen).filter(({ next }) => isRefused(next));

/**
 * Why nothing is known of a conversation whose owner was refused right after another workspace sent its id; undefined
 * where the owner was not refused.
 */
export function whyRefusedToItsOwner(seen: Exchanges): string | undefined {
  const next = refusedIn(seen).find((each) => !isLockoutTurn(each.next))?.next;
  return next?.response.is !== 'answer'
    ? undefined
    : `the owner of a session was refused in it (${next.id}, status ${next.response.status}) right after another workspace sent its id, so a leak could not be seen: see sessions.foreign-ids/answer-its-owner-next`;
}

/** The owner's next request was refused, and the same happened in a second session. */
export function lockoutMismatches(seen: Exchanges): readonly Mismatch[] {
  const refused = refusedIn(seen);
  const [first, again] = [
    refused.find(({ next }) => !isLockoutTurn(next)),
    refused.find(({ next }) => isLockoutTurn(next)),
  ];
  if (first === undefined || again?.next.response.is !== 'answer') return [];
  return [
    {
      subject: 'status',
      expected: 'success, as before another workspace sent its id',
      observed: `${again.next.response.status}, and so in the session before (${first.next.id})`,
      exchange: again.next.id,
      restsOn: [first.next.id],
      kind: { is: 'status', observed: 'its owner is refused right after another workspace sent its id' },
    },
  ];
}

/** Whoever else sends the id of a session, the owner's next request is answered. */
export const answersItsOwnerNext: Expectation = (seen) => {
  if (around(seen).length > 0) return betweenCallers(lockoutMismatches, 'loss')(seen);
  return { inconclusive: 'no session was answered before another workspace sent its id' };
};
