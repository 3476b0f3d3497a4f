import type { Expectation } from '../core/check.ts';
import { isSuccessStatus, type Exchange } from '../core/exchange.ts';
import type { Known, Probe, Step, Workspace } from '../core/probe.ts';
import { uncoveredChatStatus } from '../contract/limits.ts';
import { shown } from '../expect/on-answer.ts';
import { callFor, callerOf, ofWorkspace, workspaceNameOf } from './uses.ts';

/**
 * A service may say 429 or 503 to anybody at any time, and nothing follows from it. But where a spent workspace gets it
 * at its first request, at every attempt, three times over, and each time two funded workspaces that are just as fresh
 * are answered at once though they were asked after it, then it is the balance that is refused so. No limit on requests
 * does that: one by token knows none of the three, and one for all that lets two through has let the first one through.
 */
const rounds = [1, 2, 3] as const;
const attemptsOfAll = 3;

const spent: Workspace = { kind: 'credit-balance', credits: 0 };
const funded: Workspace = { kind: 'credit-balance', credits: 1 };

/** Statuses by which a service says "not now". */
const passing = [429, 502, 503, 504];

/** A chat of a spent workspace beside those of funded ones; again, on fresh ones, only where the first got no 402. */
export const spentBesideFunded: Probe = {
  name: 'a spent workspace beside funded ones',
  needs: ['provisioner'],
  costs: { chats: 3 * rounds.length, speeches: 0 },
  alone: true,
  steps: rounds.flatMap((round): readonly Step[] => [
    ({ seen }) =>
      isDue(seen, round)
        ? { make: { [`spent_${round}`]: spent, [`funded_${round}`]: funded, [`also_funded_${round}`]: funded } }
        : [],
    (known) => (isDue(known.seen, round) ? asked(known, round) : []),
  ]),
};

function asked(known: Known, round: number): ReturnType<typeof callFor>[] {
  return [
    { ...callFor('chat', callerOf(known, `spent_${round}`), known, false), judgesSteady: true },
    callFor('chat', callerOf(known, `funded_${round}`), known, true),
    callFor('chat', callerOf(known, `also_funded_${round}`), known, true),
  ];
}

function isDue(seen: readonly Exchange[], round: number): boolean {
  return round === 1 || saysNotNow(ofWorkspace(seen, `spent_${round - 1}`)[0]);
}

function saysNotNow(exchange: Exchange | undefined): boolean {
  return exchange?.response.is === 'answer' && passing.includes(exchange.response.status);
}

/** A chat that cannot be covered is 402 (4.2, 7.3, 8.2), and not a status that means something else. */
export const isRefusedForItsBalance: Expectation = (seen) => {
  const refusals = rounds.flatMap((round) => ofWorkspace(seen, `spent_${round}`).slice(0, 1));
  const controls = seen.filter((exchange) => workspaceNameOf(exchange)?.includes('funded') === true);
  const last = refusals.at(-1)?.response;
  if (last?.is !== 'answer') return { unjudged: 'there was no answer to judge' };
  if (last.status === uncoveredChatStatus) return [];
  const expected = `${uncoveredChatStatus}: nothing is left for a chat`;
  if (!passing.includes(last.status)) return [{ aspect: 'status', expected, observed: shown(last) }];
  const isSteady = refusals.length === rounds.length && refusals.every(({ attempt }) => attempt === attemptsOfAll);
  if (!isSteady || !controls.every(isAnsweredAtOnce)) return { unjudged: `status ${last.status}, which may pass` };
  const observed = `${shown(last)}, ${attemptsOfAll} times in each of ${rounds.length} rounds, while funded workspaces were answered`;
  return [{ aspect: 'status', expected, observed }];
};

function isAnsweredAtOnce({ attempt, response }: Exchange): boolean {
  return attempt === 1 && response.is === 'answer' && isSuccessStatus(response.status);
}
