import { nameOfProbe } from '../../../model/calls.ts';
import { addCosts } from '../../../model/costs.ts';
import type { Check, Mismatch, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import type { Call, StepInputs, Probe, Workspace } from '../../../model/probe.ts';
import { uncoveredChatStatusText } from '../../../model/mismatch.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { botIdsIn } from '../../../bodies/bots.ts';
import { describeAnswer } from '../../../expectations/describe-answer.ts';
import { botIdOfChat } from '../../../expectations/statuses/bot-of-chat.ts';
import { hasUnusualForm, isRefusedForRequest } from './follow-forms.ts';
import { plentyOfCredits } from './rich-member.ts';
import { refusalProofFor } from './steady-refusal.ts';
import { judgeSpending } from './throughout.ts';
import { kindOfUse } from './use-kinds.ts';
import { callFor, workspaceCaller, costOfUses, meteredAs, exchangesOfWorkspace, type Use } from './uses.ts';

/** Most refusals that are sent again: one shows the mistake. */
const mostDoubts = 3;

type CheckParts = Pick<Check, 'level' | 'probe' | 'expect'>;

/**
 * Uses of a workspace that covers none of them, sent at once, with list requests before them. Where a chat of some form
 * is refused with a status other than 402, the same is sent with plenty of credits: a service that serves it there
 * refused it for the balance.
 */
export function refusedTogether(workspace: Workspace, ...uses: readonly Use[]): CheckParts {
  const [first, rest] = [uses.filter(isListed), uses.filter((use) => !isListed(use))];
  const all = [...first, ...rest];
  const call = (known: StepInputs, use: Use, place: number): Call =>
    callFor(use, workspaceCaller(known), known, false, place);
  const probe: Probe = {
    name: nameOfProbe('covered by nothing', workspace, all),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: addCosts(costOfUses(all), { chats: mostDoubts, speeches: 0 }),
    workspace,
    pace: 'singly',
    steps: [
      ...(first.length === 0 ? [] : [(known: StepInputs) => first.map((use, place) => call(known, use, place))]),
      (known) => rest.map((use, place) => call(known, use, place)),
      ({ seen }) => ({
        make: Object.fromEntries(
          doubtsIn(all, seen).map(({ place }) => [nameFor(place), { ...workspace, credits: plentyOfCredits }]),
        ),
        isOptional: true,
      }),
      // Lists the bots of this workspace, since the use needs another one of them.
      (known) =>
        madeFor(doubtsIn(all, known.seen), known).flatMap(({ use, name }) =>
          kindOfUse(use).isToAnotherBot === true
            ? [callFor('list bots', workspaceCaller(known, name), known, false)]
            : [],
        ),
      (known) =>
        madeFor(doubtsIn(all, known.seen), known).map(({ use, name }) =>
          callFor(use, workspaceCaller(known, name), known, true),
        ),
    ],
    ...refusalProofFor(all, workspace),
  };
  return { level: 'MUST', probe, expect: [(seen) => judged(workspace, all, seen)] };
}

function judged(workspace: Workspace, uses: readonly Use[], seen: Exchanges): ReturnType<typeof judgeSpending> {
  const judgement = judgeSpending({ workspace, uses }, seen.slice(0, uses.length));
  const wrong = doubtsIn(uses, seen).flatMap(({ use, place, refused }): readonly Mismatch[] => {
    const inPlenty = exchangesOfWorkspace(seen, nameFor(place));
    const taken = inPlenty.find(({ operation }) => operation !== 'bots');
    if (taken === undefined || !isAccepted(taken) || refused.response.is !== 'answer') return [];
    if (inPlenty.flatMap(botIdsIn).includes(botIdOfChat(refused)) && botIdOfChat(taken) !== botIdOfChat(refused))
      return [];
    return [
      {
        subject: `status of the ${use}`,
        expected: `${uncoveredChatStatus}: nothing is left for a chat`,
        observed: `${describeAnswer(refused.response)}, while the same is answered where there is plenty (${taken.id})`,
        exchange: refused.id,
        kind: { is: 'status', due: uncoveredChatStatusText },
        restsOn: [taken.id],
      },
    ];
  });
  if (wrong.length === 0) return judgement;
  return [...(Array.isArray(judgement) ? judgement : []), ...wrong];
}

const isListed = (use: Use): boolean => meteredAs(use) === undefined;
const mayBeInDoubt = (use: Use): boolean => hasUnusualForm(use) && meteredAs(use) === 'chat';
const nameFor = (place: number): string => `in_plenty_${place}`;

type AmbiguousRefusal = { readonly use: Use; readonly place: number; readonly refused: Exchange };

/** The doubts for which a workspace with plenty of credits could be made, with its name. */
function madeFor(
  doubts: readonly AmbiguousRefusal[],
  { bots }: StepInputs,
): readonly (AmbiguousRefusal & { readonly name: string })[] {
  return doubts
    .map((doubt) => ({ ...doubt, name: nameFor(doubt.place) }))
    .filter(({ name }) => bots[name] !== undefined);
}

function doubtsIn(uses: readonly Use[], seen: Exchanges): readonly AmbiguousRefusal[] {
  return uses
    .flatMap((use, place): readonly AmbiguousRefusal[] => {
      const refused = seen[place];
      return refused !== undefined && mayBeInDoubt(use) && isRefusedForRequest(refused, use)
        ? [{ use, place, refused }]
        : [];
    })
    .slice(0, mostDoubts);
}
