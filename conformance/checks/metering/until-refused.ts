import { attributeTo, uncoveredChatStatusText } from '../../model/mismatch.ts';
import type { Expectation, Mismatch } from '../../model/check.ts';
import { isAccepted, type Answer, type Exchange } from '../../model/exchange.ts';
import type { Call, StepInputs } from '../../model/probe.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import { describeAnswer } from '../../expectations/describe-answer.ts';
import { aboutAnswer } from '../../model/reason.ts';
import { foundPricesIn, type Price } from './prices.ts';
import { callFor, workspaceCaller, exchangesOfWorkspace } from './spending/uses.ts';

/** The balance of the workspace, in prices of a chat. */
const chatsOwned = 3;

/**
 * Most chats that are sent: the balance is three times one that covers a chat but not two, and so covers fewer than
 * six.
 */
export const maxChats = 2 * chatsOwned;

/** The chat that the balance cannot cover at any price in question; with a whole price the fourth. */
function firstUncovered({ credits, above, isWhole }: Price): number {
  return isWhole ? chatsOwned + 1 : Math.ceil((chatsOwned * credits) / above);
}

/**
 * The next chat of the workspace with this name; none once a chat was refused or had to be, and none where the price is
 * that of each use (`isOfEach`).
 */
export function callUntilRefused(known: StepInputs, name: string): readonly Call[] {
  const found = foundPricesIn(known.seen);
  const before = exchangesOfWorkspace(known.seen, name);
  if ('because' in found || found.chat.isOfEach === true) return [];
  if (before.length >= firstUncovered(found.chat) || !before.every(isAccepted)) return [];
  // A chat that the lowest possible price covers may be charged.
  return [callFor('chat', workspaceCaller(known, name), known, before.length + 1 < firstUncovered(found.chat))];
}

/** The chats that the balance covers succeed, and a chat that it cannot cover at any possible price is refused. */
export function refusesInTime(chat: Price, answers: readonly Exchange[]): ReturnType<Expectation> {
  const last = answers.at(-1);
  const due = firstUncovered(chat);
  if (last?.response.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
  const { status } = last.response;
  if (isAccepted(last) && answers.length < due) return { inconclusive: 'not every chat was sent' };
  if (status === uncoveredChatStatus && answers.length > chatsOwned) return [];
  if (!isAccepted(last) && answers.length <= chatsOwned)
    return {
      inconclusive: `chat ${answers.length} of ${chatsOwned} that its balance covers got another answer: ${describeAnswer(last.response)}`,
      ...aboutAnswer(last.id),
    };
  const expected = `${uncoveredChatStatus}: ${chatsOwned * chat.credits} credits for chat ${answers.length} at ${costOf(chat)} each`;
  return [shouldBeUncovered(last, last.response, expected)];
}

/** The same for the chats that showed the price, where it is that of each use. */
export function refusesLast({ credits }: Price, answers: readonly Exchange[]): ReturnType<Expectation> {
  const last = answers.at(-1);
  if (last?.response.is !== 'answer' || last.response.status === uncoveredChatStatus) return [];
  const chats = answers.length;
  const expected = `${uncoveredChatStatus}: ${chats * credits - 1} credits for chat ${chats} at ${credits} each`;
  return [shouldBeUncovered(last, last.response, expected)];
}

function shouldBeUncovered({ id }: Exchange, answer: Answer, expected: string): Mismatch {
  return attributeTo(
    {
      subject: 'status',
      expected,
      observed: describeAnswer(answer),
      kind: { is: 'status', due: uncoveredChatStatusText },
      exchange: id,
    },
    id,
  );
}

function costOf({ credits, above, isWhole }: Price): string {
  return isWhole ? String(credits) : `more than ${above}`;
}
