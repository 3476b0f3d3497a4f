import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Exchanges } from '../../model/check.ts';
import { newestSessionId, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { saysWord } from '../../expectations/words/said.ts';
import { isLockoutTurn } from './foreign-lockout.ts';
import { turnsOfRole, type CallerRole } from './two-workspaces.ts';

export type ChatOperation = 'chat' | 'stream';

/** The turns of two workspaces of which one got hold of the other's sessionId. */
export type ForeignSessionTurns = {
  /** The owner plants a word; then plants another and asks for it, in a chat and in a stream, until a word is said. */
  readonly told: Exchange | undefined;
  readonly asked: Exchange | undefined;
  readonly streamed: Exchange | undefined;
  /**
   * All turns in which the owner planted a word, in order: those by chat, before another caller sent the id, and those
   * by stream.
   */
  readonly tellings: Readonly<Record<ChatOperation, readonly Exchange[]>>;
  /** In the end the owner asks until a word is said. */
  readonly askedAgain: readonly Exchange[];
  /** The same of the intruder, in a session of its own, or in a second one where the first had to make room. */
  readonly own: {
    readonly told: Exchange | undefined;
    readonly asked: Exchange | undefined;
    readonly streamed: Exchange | undefined;
    readonly tellings: readonly Exchange[];
    /** Asked as often as the owner: shows whether a session goes on whose id nobody else sent. */
    readonly askedAgain: readonly Exchange[];
  };
  /** The intruder in the owner's session: with its own bot, and with the owner's. */
  readonly foreign: Readonly<Record<ChatOperation, readonly Exchange[]>>;
};

export function foreignSessionTurnsIn(seen: Exchanges): ForeignSessionTurns {
  const of = (who: CallerRole, by: ChatOperation): readonly Exchange[] =>
    turnsOfRole(seen, who).filter((turn) => turn.operation === by && !isLockoutTurn(turn));
  const isTelling = (turn: Exchange): boolean => wordsPlantedIn(turn).length > 0;
  const isAsking = (turn: Exchange): boolean => !isTelling(turn);
  const isForeign = ({ role }: Exchange): boolean => role === 'foreign';
  const isOwn = (turn: Exchange): boolean => !isForeign(turn);
  const tellings = { chat: of('owner', 'chat').filter(isTelling), stream: of('owner', 'stream') };
  const [told, ...asked] = tellings.chat;
  const ownTellings = of('intruder', 'chat').filter((turn) => isOwn(turn) && isTelling(turn));
  const [ownTold, ownAsked] = ownTellings;
  const foreign = of('intruder', 'chat').filter(isForeign);
  const isBefore = (turn: Exchange): boolean =>
    foreign[0] === undefined || seen.indexOf(turn) < seen.indexOf(foreign[0]);
  const ownQuestions = of('intruder', 'chat').filter(isAsking);
  return {
    told,
    asked: asked.at(-1),
    streamed: tellings.stream.at(-1),
    tellings,
    askedAgain: of('owner', 'chat').filter(isAsking),
    own: {
      told: ownTold,
      asked: ownQuestions.findLast(isBefore) ?? ownAsked,
      streamed: of('intruder', 'stream').findLast(isOwn),
      tellings: ownTellings,
      askedAgain: ownQuestions.filter((turn) => !isBefore(turn)),
    },
    foreign: { chat: foreign, stream: of('intruder', 'stream').filter(isForeign) },
  };
}

/** Whether the owner's bot and the intruder's own, when they were last asked, repeated what was planted before. */
export function memoryShownIn(
  { tellings, asked, streamed, own }: ForeignSessionTurns,
  by: ChatOperation,
): Readonly<Record<CallerRole, boolean>> {
  const [said, ownSaid] = by === 'chat' ? [asked, own.asked] : [streamed, own.streamed];
  const told = by === 'chat' ? tellings.chat : [...tellings.chat, ...tellings.stream];
  const before = (turns: readonly Exchange[], turn: Exchange | undefined): readonly Exchange[] =>
    turns.filter((each) => each !== turn);
  return {
    owner: repeatsPlantedWord(before(told, said), said),
    intruder: repeatsPlantedWord(before(own.tellings, ownSaid), ownSaid),
  };
}

/** True where the reply says a word that one of these turns planted. */
export function repeatsPlantedWord(told: readonly (Exchange | undefined)[], said: Exchange | undefined): boolean {
  return plantedWordsOf(told).some((word) => said !== undefined && saysWord(said, word));
}

/** The words that these turns planted. */
export function plantedWordsOf(told: readonly (Exchange | undefined)[]): readonly string[] {
  return told.flatMap((turn) => (turn === undefined ? [] : wordsPlantedIn(turn)));
}

/** The newest id that the caller got in a session of its own: a service may give a new one with each turn. */
export function newestSessionOf(seen: Exchanges, who: CallerRole): SessionId | undefined {
  const { own, ...turns } = foreignSessionTurnsIn(seen);
  const inOrder = new Set<Exchange | undefined>(
    who === 'owner'
      ? [...turns.tellings.chat, ...turns.tellings.stream, ...turns.askedAgain]
      : [...own.tellings, own.asked, own.streamed, ...own.askedAgain],
  );
  return newestSessionId(seen.filter((turn) => inOrder.has(turn)));
}

/** The bot with which the intruder speaks: its own is also the owner's where bots are shared. */
export type BotChoice = 'own' | 'same';

export function foreignTurn({ foreign }: ForeignSessionTurns, by: ChatOperation, bot: BotChoice): Exchange | undefined {
  return bot === 'own' ? foreign[by][0] : foreign[by].at(-1);
}

export function isAnsweredTurn(turn: Exchange | undefined): turn is Exchange {
  return turn?.response.is === 'answer' && isSuccessStatus(turn.response.status);
}
