import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Seen } from '../../model/check.ts';
import { newestSessionId, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { says } from '../../expectations/words/said.ts';
import { isOfLockout } from './foreign-lockout.ts';
import { turnsOf, type Who } from './two-workspaces.ts';

export type By = 'chat' | 'stream';

/** What there is to see of two workspaces of which one got hold of the other's sessionId. */
export type Turns = {
  /** The owner tells a word; then tells another and asks, in a chat and in a stream, until one is said. */
  readonly told: Exchange | undefined;
  readonly asked: Exchange | undefined;
  readonly streamed: Exchange | undefined;
  /** All in which the owner told a word, in order: those by chat, before anybody else sent the id, and those by stream. */
  readonly tellings: Readonly<Record<By, readonly Exchange[]>>;
  /** In the end the owner asks until one is said. */
  readonly askedAgain: readonly Exchange[];
  /** The same of the intruder, in a session of his own, or in the next one, where that had to make room. */
  readonly own: {
    readonly told: Exchange | undefined;
    readonly asked: Exchange | undefined;
    readonly streamed: Exchange | undefined;
    readonly tellings: readonly Exchange[];
    /** Where the owner is asked again and again: whether a session that nobody else sent goes on. */
    readonly askedAgain: readonly Exchange[];
  };
  /** The intruder in the owner's session: with a bot of his own, and with the owner's. */
  readonly foreign: Readonly<Record<By, readonly Exchange[]>>;
};

export function turnsIn(seen: Seen): Turns {
  const of = (who: Who, by: By): readonly Exchange[] =>
    turnsOf(seen, who).filter((turn) => turn.operation === by && !isOfLockout(turn));
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

/** Whether the owner's bot, and the intruder's own, repeated when they were last asked what was told before. */
export function remembersIn({ tellings, asked, streamed, own }: Turns, by: By): Readonly<Record<Who, boolean>> {
  const [said, ownSaid] = by === 'chat' ? [asked, own.asked] : [streamed, own.streamed];
  const told = by === 'chat' ? tellings.chat : [...tellings.chat, ...tellings.stream];
  const before = (turns: readonly Exchange[], turn: Exchange | undefined): readonly Exchange[] =>
    turns.filter((each) => each !== turn);
  return { owner: repeats(before(told, said), said), intruder: repeats(before(own.tellings, ownSaid), ownSaid) };
}

/** True where it says a word that one of these told. */
export function repeats(told: readonly (Exchange | undefined)[], said: Exchange | undefined): boolean {
  return wordsOf(told).some((word) => said !== undefined && says(said, word));
}

/** What these told. */
export function wordsOf(told: readonly (Exchange | undefined)[]): readonly string[] {
  return told.flatMap((turn) => (turn === undefined ? [] : wordsPlantedIn(turn)));
}

/** The newest that he got in a session of his own: a service may give another one with each turn. */
export function sessionOf(seen: Seen, who: Who): SessionId | undefined {
  const { own, ...turns } = turnsIn(seen);
  const inOrder = new Set<Exchange | undefined>(
    who === 'owner'
      ? [...turns.tellings.chat, ...turns.tellings.stream, ...turns.askedAgain]
      : [...own.tellings, own.asked, own.streamed, ...own.askedAgain],
  );
  return newestSessionId(seen.filter((turn) => inOrder.has(turn)));
}

/** With which bot the intruder speaks: where bots are shared, his own is the owner's. */
export type WithBot = 'own' | 'same';

export function foreignTurn({ foreign }: Turns, by: By, bot: WithBot): Exchange | undefined {
  return bot === 'own' ? foreign[by][0] : foreign[by].at(-1);
}

export function isAnswered(turn: Exchange | undefined): turn is Exchange {
  return turn?.response.is === 'answer' && isSuccessStatus(turn.response.status);
}
