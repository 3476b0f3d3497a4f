import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Seen } from '../../model/check.ts';
import { newestSessionId, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { says } from '../../expectations/words/said.ts';
import { turnsOf, type Who } from './two-workspaces.ts';

export type By = 'chat' | 'stream';

/** What there is to see of two workspaces of which one got hold of the other's sessionId. */
export type Turns = {
  /** The owner tells a word; tells another and asks, in a chat and in a stream; and in the end asks until one is said. */
  readonly told: Exchange | undefined;
  readonly asked: Exchange | undefined;
  readonly streamed: Exchange | undefined;
  readonly askedAgain: readonly Exchange[];
  /** The same of the intruder, in a session of his own. */
  readonly own: {
    readonly told: Exchange | undefined;
    readonly asked: Exchange | undefined;
    readonly streamed: Exchange | undefined;
    /** Where the owner is asked again and again: whether a session that nobody else sent goes on. */
    readonly askedAgain: readonly Exchange[];
  };
  /** The intruder in the owner's session: with a bot of his own, and with the owner's. */
  readonly foreign: Readonly<Record<By, readonly Exchange[]>>;
};

export function turnsIn(seen: Seen): Turns {
  const of = (who: Who, by: By): readonly Exchange[] => turnsOf(seen, who).filter(({ operation }) => operation === by);
  const [told, asked, ...askedAgain] = of('owner', 'chat');
  const [streamed] = of('owner', 'stream');
  const [ownTold, ownAsked, ...later] = of('intruder', 'chat');
  const isInOwn = (turn: Exchange): boolean => wordsPlantedIn(turn).length === 0;
  const streams = of('intruder', 'stream');
  return {
    told,
    asked,
    streamed,
    askedAgain,
    own: { told: ownTold, asked: ownAsked, streamed: streams.find(isInOwn), askedAgain: later.filter(isInOwn) },
    foreign: {
      chat: later.filter((turn) => !isInOwn(turn)),
      stream: streams.filter((turn) => !isInOwn(turn)),
    },
  };
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
  const { told, asked, streamed, askedAgain } = who === 'owner' ? turns : own;
  const inOrder = new Set([told, asked, streamed, ...askedAgain]);
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
