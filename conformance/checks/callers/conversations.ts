import { sentMember } from '../../bodies/sent-json.ts';
import { botsCall, chatCall, type CallChange } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import { headerOf, isTaken, type Exchange } from '../../model/exchange.ts';
import { byItselfIf, placeholders, type Call, type Known, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { inSome, mostControls, accuses } from '../../expectations/words/memory/unless-declined.ts';
import { knownIn, remembersItsWord, timesAgain, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { recalls } from '../../expectations/words/said.ts';
import type { Judge } from '../../expectations/words/declined/controls.ts';
import { asksToRemember, question } from '../conversation.ts';
import { callerOf, ofWorkspace } from '../metering/spending/uses.ts';
import { secondOf } from '../sessions/second-bot.ts';
import { behindIn, controlIn } from '../sessions/with-controls.ts';
import { kindNames, kinds, kindWords } from './kinds.ts';

/** Each kind of caller with the bot that it is given, and one with a second bot: by these names of workspaces. */
export const whose = { ...kindWords, second_bot: 'a second bot' } as const;
export type Name = keyof typeof whose;
export const names: readonly Name[] = [...kindNames, 'second_bot'];

/** Whose sessionId each of them sends once all are told: that of the one before. */
export const intruderOf = (owner: Name): Name => names[(names.indexOf(owner) + 1) % names.length] ?? owner;

/** The bot of a conversation; undefined where there is no second one. */
function botOf(known: Known, name: Name): string | undefined {
  const bot = known.bots[name] ?? '';
  if (name !== 'second_bot') return bot;
  const seen = ofWorkspace(known.seen, name).filter(({ operation }) => operation === 'bots');
  return secondOf({ ...known, bot, seen });
}

const changeOf = (known: Known, name: Name): CallChange => ({
  as: 'workspace',
  authorization: callerOf(known, name).authorization,
});

/** A chat that has to be refused is no turn. */
export const lacksMessage = ({ operation, request }: Exchange): boolean =>
  operation === 'chat' && sentMember(request, 'message') === undefined;

/** The turns of a caller in a session of his own. */
export function turnsOf(seen: Seen, name: Name): Seen {
  return ofWorkspace(seen, name).filter(isOwnTurn);
}

function isOwnTurn(exchange: Exchange): boolean {
  return exchange.operation !== 'bots' && exchange.role !== 'foreign' && !lacksMessage(exchange);
}

/** Those of the run’s own token: where nobody else remembered, whether its bot does. */
function turnsOfRun(seen: Seen): Seen {
  return seen.filter(({ request }) => headerOf(request.headers, 'authorization') === `Bearer ${placeholders.token}`);
}

/** The first turn that says a word which an earlier one told. */
export function recallIn(turns: Seen): Exchange | undefined {
  return turns.find((turn) => knownIn(turns, turn).length > 0);
}

/** The streams that told a word and were taken, and whether a chat behind one said that. */
export function streamsIn(turns: Seen): { readonly told: Seen; readonly isKnown: boolean } {
  const told = turns.filter((turn) => turn.operation === 'stream' && isTaken(turn));
  const isKnown = told.some((stream) =>
    turns.slice(turns.indexOf(stream) + 1).some((turn) => wordsPlantedIn(stream).some((word) => recalls(turn, word))),
  );
  return { told, isKnown };
}

export const remembersAnyWord: Judge = (turns) => (recallIn(turns) === undefined ? remembersItsWord(turns) : []);

/** A turn with the same bot, of another caller, that shows a memory. */
export function shownElsewhere(seen: Seen, name: Name): Exchange | undefined {
  const bot = turnsOf(seen, name)[0]?.request.url;
  const others = [...names.filter((other) => other !== name).map((other) => turnsOf(seen, other)), turnsOfRun(seen)];
  return others.flatMap((turns) => (turns[0]?.request.url === bot ? (recallIn(turns) ?? []) : []))[0];
}

/** Whether it is forgotten for a caller what a bot was told that remembers elsewhere. */
function forgetsFor(seen: Seen, name: Name): boolean {
  return shownElsewhere(seen, name) !== undefined && accuses(remembersAnyWord, inSome, turnsOf(seen, name));
}

/** One request of each conversation that this is worth sending in, in its session. */
function inEach(
  isWorth: (known: Known, name: Name) => boolean,
  by: 'chat' | 'stream',
  messageOf: (known: Known, name: Name) => string,
): Step {
  return (known) =>
    names.flatMap((name) => {
      const [bot, sessionId] = [botOf(known, name), newestSessionId(turnsOf(known.seen, name))];
      if (bot === undefined || sessionId === undefined || !isWorth(known, name)) return [];
      return [chatCall(by, bot, { message: messageOf(known, name), sessionId }, changeOf(known, name))];
    });
}

const always = (): boolean => true;
const streamIsUnknown = ({ seen }: Known, name: Name): boolean => !streamsIn(turnsOf(seen, name)).isKnown;
const tellsIn =
  (label: string) =>
  ({ nonce }: Known, name: Name): string =>
    asksToRemember(nonce(`${label} of ${name}`));
const asks = (): string => question;

function allBegin(known: Known): readonly Call[] {
  return names.flatMap((name) => {
    const bot = botOf(known, name);
    if (bot === undefined) return [];
    const bodies = [{}, { message: tellsIn('first word')(known, name) }];
    return bodies.map((body) => chatCall('chat', bot, body, changeOf(known, name)));
  });
}

/** The bot of the run is asked in the same way, where it remembered nothing for anybody. */
const inOwnSession: (message: (known: Known) => string) => Step = (message) => (known) => {
  const { seen, credentials, bot } = known;
  const isNeeded = kindNames.every((name) => recallIn(turnsOf(seen, name)) === undefined);
  const turns = turnsOfRun(seen);
  if (!isNeeded || !credentials.includes('token') || recallIn(turns) !== undefined) return [];
  const sessionId = newestSessionId(turns);
  if (turns.length > 0 && sessionId === undefined) return [];
  return [chatCall('chat', bot, { message: message(known), ...(sessionId === undefined ? {} : { sessionId }) })];
};

const whereForgotten =
  (ask: ReturnType<typeof controlIn>): Step =>
  (known) =>
    kindNames.flatMap((name) => {
      const { seen, nonce } = known;
      if (!forgetsFor(seen, name)) return [];
      const own = {
        bot: botOf(known, name) ?? '',
        seen: turnsOf(seen, name),
        nonce: (l: string) => nonce(`${l} ${name}`),
      };
      return ask(own).map((call) => ({
        ...call,
        headers: chatCall('chat', own.bot, {}, changeOf(known, name)).headers,
      }));
    });

/** The next caller sends the sessionId, to the same bot, and to that of its own where bots are of workspaces. */
function allIntrude(known: Known): readonly Call[] {
  return names.flatMap((owner) => {
    const sessionId = newestSessionId(turnsOf(known.seen, owner));
    const [bot, intruder] = [botOf(known, owner), intruderOf(owner)];
    if (sessionId === undefined || bot === undefined) return [];
    const own = owner === 'second_bot' ? [] : [known.bots[intruder] ?? bot];
    return [...new Set([bot, ...own])].map((each) =>
      chatCall('chat', each, { message: question, sessionId }, { ...changeOf(known, intruder), role: 'foreign' }),
    );
  });
}

const asksAgain = 1 + timesAgain;

/**
 * Everybody tells words in a chat, in a stream and in the chat that asks for them, and then the next caller sends the
 * sessionId. All else is sent only where something was not remembered: a bot may decline a question, keep one word only or
 * have no memory.
 */
export const conversationsOfEachKind: Probe = {
  name: 'chats of each kind of caller',
  needs: ['provisioner', 'bot'],
  costs: {
    chats: names.length * (8 + asksAgain) + kindNames.length * (mostControls + 1) + 1 + asksAgain,
    speeches: 0,
  },
  again: byItselfIf((seen) => kindNames.some((name) => forgetsFor(seen, name))),
  steps: [
    () => ({ make: { ...kinds, second_bot: kinds.pooled } }),
    (known) => [botsCall(changeOf(known, 'second_bot'))],
    allBegin,
    ({ seen }) =>
      names.every((name) => newestSessionId(turnsOf(seen, name)) === undefined) ? noIdIn(seen.filter(isOwnTurn)) : [],
    inEach(always, 'stream', tellsIn('word by stream')),
    inEach(always, 'chat', (known, name) => `${tellsIn('last word')(known, name)}. ${question}`),
    inEach(streamIsUnknown, 'chat', asks),
    inEach(streamIsUnknown, 'stream', tellsIn('another word by stream')),
    ...Array.from({ length: asksAgain }, () => inEach(streamIsUnknown, 'chat', asks)),
    inOwnSession(({ nonce }) => asksToRemember(nonce('word of the run'))),
    ...Array.from({ length: asksAgain }, () => inOwnSession(asks)),
    ...Array.from({ length: mostControls }, (_, at) =>
      whereForgotten(controlIn(remembersAnyWord, inSome, at, { as: 'workspace' })),
    ),
    whereForgotten(behindIn(remembersAnyWord, inSome, { as: 'workspace' })),
    allIntrude,
  ],
};
