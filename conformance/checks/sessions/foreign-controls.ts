import type { PositiveControl, Exchanges, ControlEvidence } from '../../model/check.ts';
import { isMet } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { judgeErrorObject } from '../../expectations/bodies/has-error-envelope.ts';
import { sessionIdSentBy } from '../../expectations/conversations/planted-in-run.ts';
import { noMemoryInStreams } from '../../expectations/words/memory/memory-shown.ts';
import { whyRefusedToItsOwner } from './foreign-lockout.ts';
import {
  foreignTurn,
  isAnsweredTurn,
  memoryShownIn,
  repeatsPlantedWord,
  foreignSessionTurnsIn,
  type ChatOperation,
  type ForeignSessionTurns,
  type BotChoice,
} from './foreign-turns.ts';
import { evidenceBetweenCallers } from './two-workspaces.ts';
import { whyNoMemory, type RecallTurn } from './why-no-memory.ts';

/**
 * Both bots repeat what they were told in the turn before. A leak to the intruder, who speaks next, can be no older
 * than that. The words are asked for by the same operation as the intruder's.
 */
function memoryOfBoth(by: ChatOperation, seen: Exchanges): ControlEvidence {
  const turns = foreignSessionTurnsIn(seen);
  const { own } = turns;
  const [asked, ownAsked] = by === 'chat' ? [turns.asked, own.asked] : [turns.streamed, own.streamed];
  const isShown = (how: ChatOperation): boolean => Object.values(memoryShownIn(turns, how)).every(Boolean);
  if (isShown(by) && asked !== undefined && ownAsked !== undefined) return { by: [asked, ownAsked] };
  if (!isShown('chat')) return { because: whyNoMemory(askedIn(turns)) };
  return { because: whyRefusedToItsOwner(seen) ?? noMemoryInStreams };
}

/** The turns of both callers that ask for the planted words. */
function askedIn({ tellings, asked, streamed, own }: ForeignSessionTurns): readonly RecallTurn[] {
  const told = [...tellings.chat, ...tellings.stream];
  return [
    ...[asked, streamed].map((turn) => ({ asked: turn, told: told.filter((each) => each !== turn) })),
    ...[own.asked, own.streamed].map((turn) => ({ asked: turn, told: own.tellings.filter((each) => each !== turn) })),
  ].flatMap((each) => (each.asked === undefined ? [] : [{ ...each, asked: each.asked }]));
}

const bothSay = (by: ChatOperation): string =>
  `in a ${by}, the owner's bot and the other workspace's own bot both repeat what they were told`;

/** Both workspaces were answered, and both bots showed a memory, in chats or also in streams. */
export function bothRemember(by: ChatOperation): PositiveControl {
  return { says: bothSay(by), shownIn: evidenceBetweenCallers((seen) => memoryOfBoth(by, seen)) };
}

/**
 * Either a leak to the other workspace would be seen, or that workspace was refused only because the session is not its
 * own.
 */
export function wouldLeakOrIsRefused(by: ChatOperation, bot: BotChoice): PositiveControl {
  return {
    says: `${bothSay(by)}; or the owner's sessionId is refused to the other workspace, is still answered to the owner, and the other workspace's own is answered`,
    isEither: true,
    shownIn: evidenceBetweenCallers((seen) => {
      const memory = memoryOfBoth(by, seen);
      const refusal = 'by' in memory ? [] : refusalOfTheId(foreignSessionTurnsIn(seen), by, bot);
      return refusal.length > 0 ? { by: refusal } : memory;
    }),
  };
}

/**
 * Statuses for "not yours" and "no such session": 401, 402, 409, 423 and 429 may be for the token, the balance or the
 * moment.
 */
const ofTheId = [400, 403, 404, 410, 422];

/**
 * The refused turn; a turn of the intruder's own session, by the same operation and with the same bot; and a turn of
 * the owner with the refused id.
 */
function refusalOfTheId(turns: ForeignSessionTurns, by: ChatOperation, bot: BotChoice): readonly Exchange[] {
  const refused = foreignTurn(turns, by, bot);
  const control = by === 'chat' ? turns.own.asked : turns.own.streamed;
  if (refused?.response.is !== 'answer' || !isAnsweredTurn(control)) return [];
  if (!ofTheId.includes(refused.response.status) || !isMet(judgeErrorObject(refused.response))) return [];
  const later = by === 'chat' ? [turns.streamed, ...turns.askedAgain] : turns.askedAgain;
  const goesOn = later.find((turn) => isAnsweredTurn(turn) && sessionIdSentBy(turn) === sessionIdSentBy(refused));
  return goesOn !== undefined && control.request.url === refused.request.url ? [refused, control, goesOn] : [];
}

/**
 * The owner's session still goes on after the intruder spoke in it: it knows words from before that, and so would
 * repeat what the intruder planted later.
 */
export const ownerStillRemembers: PositiveControl = {
  says: 'the other workspace’s bot repeats what it was told, and the owner’s bot still does so at the end',
  shownIn: evidenceBetweenCallers((seen) => {
    const turns = foreignSessionTurnsIn(seen);
    const { owner, intruder } = memoryShownIn(turns, 'chat');
    if (!owner || !intruder || turns.own.asked === undefined) return { because: whyNoMemory(askedIn(turns)) };
    const still = continuationIn(turns);
    return still.length > 0
      ? { by: [...new Set([turns.own.asked, ...still])] }
      : {
          because:
            'the owner’s bot did not say at the end what it was told before, so nothing shows that the session still goes on',
        };
  }),
};

/** The turns that show that the session goes on; empty where nothing shows it. */
export function continuationIn({ tellings, askedAgain }: ForeignSessionTurns): readonly Exchange[] {
  const first = [...tellings.stream, ...askedAgain].find((turn) => repeatsPlantedWord(tellings.chat, turn));
  const last = askedAgain.find((turn) => repeatsPlantedWord([...tellings.chat, ...tellings.stream], turn));
  return first === undefined || last === undefined ? [] : [first, last];
}
