import { sentMember } from '../../bodies/sent-json.ts';
import { botsCall, chatCall, type CallChange } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import { repeatAloneIf, placeholders, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { anyRecalls, maxControls, findsForgotten } from '../../expectations/words/memory/unless-declined.ts';
import { wordsRecalledIn, remembersItsWord, retryCount, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { recallsWord } from '../../expectations/words/said.ts';
import type { Judge } from '../../expectations/words/declined/controls.ts';
import { rememberText, wordQuestion } from '../conversation.ts';
import { workspaceCaller, exchangesOfWorkspace } from '../metering/spending/uses.ts';
import { otherListedBot } from '../sessions/second-bot.ts';
import { questionAfterControlsIn, controlQuestionIn } from '../sessions/with-controls.ts';
import { callerKindNames, callerKinds, callerKindLabels } from './kinds.ts';

/** Each kind of caller with the bot that it is given, and one with a second bot: by these names of workspaces. */
export const callerLabels = { ...callerKindLabels, second_bot: 'a second bot' } as const;
export type CallerName = keyof typeof callerLabels;
export const callerNames: readonly CallerName[] = [...callerKindNames, 'second_bot'];

/** Whose sessionId each of them sends once all are told: that of the one before. */
export const intruderOf = (owner: CallerName): CallerName =>
  callerNames[(callerNames.indexOf(owner) + 1) % callerNames.length] ?? owner;

/** The bot of a conversation; undefined where there is no second one. */
function botOf(known: StepInputs, name: CallerName): string | undefined {
  const bot = known.bots[name] ?? '';
  if (name !== 'second_bot') return bot;
  const seen = exchangesOfWorkspace(known.seen, name).filter(({ operation }) => operation === 'bots');
  return otherListedBot({ ...known, bot, seen });
}

const changeOf = (known: StepInputs, name: CallerName): CallChange => ({
  as: 'workspace',
  authorization: workspaceCaller(known, name).authorization,
});

/** A chat that has to be refused is no turn. */
export const lacksMessage = ({ operation, request }: Exchange): boolean =>
  operation === 'chat' && sentMember(request, 'message') === undefined;

/** The turns of a caller in a session of his own. */
export function turnsOfCaller(seen: Exchanges, name: CallerName): Exchanges {
  return exchangesOfWorkspace(seen, name).filter(isOwnTurn);
}

function isOwnTurn(exchange: Exchange): boolean {
  return exchange.operation !== 'bots' && exchange.role !== 'foreign' && !lacksMessage(exchange);
}

/** Those of the run’s own token: where nobody else remembered, whether its bot does. */
function turnsOfRun(seen: Exchanges): Exchanges {
  return seen.filter(({ request }) => headerOf(request.headers, 'authorization') === `Bearer ${placeholders.token}`);
}

/** The first turn that says a word which an earlier one told. */
export function firstRecallIn(turns: Exchanges): Exchange | undefined {
  return turns.find((turn) => wordsRecalledIn(turns, turn).length > 0);
}

/** The streams that told a word and were taken, and whether a chat behind one said that. */
export function plantingStreamsIn(turns: Exchanges): { readonly told: Exchanges; readonly isKnown: boolean } {
  const told = turns.filter((turn) => turn.operation === 'stream' && isAccepted(turn));
  const isKnown = told.some((stream) =>
    turns
      .slice(turns.indexOf(stream) + 1)
      .some((turn) => wordsPlantedIn(stream).some((word) => recallsWord(turn, word))),
  );
  return { told, isKnown };
}

export const remembersAnyWord: Judge = (turns) => (firstRecallIn(turns) === undefined ? remembersItsWord(turns) : []);

/** A turn with the same bot, of another caller, that shows a memory. */
export function memoryShownElsewhere(seen: Exchanges, name: CallerName): Exchange | undefined {
  const bot = turnsOfCaller(seen, name)[0]?.request.url;
  const others = [
    ...callerNames.filter((other) => other !== name).map((other) => turnsOfCaller(seen, other)),
    turnsOfRun(seen),
  ];
  return others.flatMap((turns) => (turns[0]?.request.url === bot ? (firstRecallIn(turns) ?? []) : []))[0];
}

/** Whether it is forgotten for a caller what a bot was told that remembers elsewhere. */
function forgetsFor(seen: Exchanges, name: CallerName): boolean {
  return (
    memoryShownElsewhere(seen, name) !== undefined &&
    findsForgotten(remembersAnyWord, anyRecalls, turnsOfCaller(seen, name))
  );
}

/** One request of each conversation that this is worth sending in, in its session. */
function inEach(
  isWorth: (known: StepInputs, name: CallerName) => boolean,
  by: 'chat' | 'stream',
  messageOf: (known: StepInputs, name: CallerName) => string,
): Step {
  return (known) =>
    callerNames.flatMap((name) => {
      const [bot, sessionId] = [botOf(known, name), newestSessionId(turnsOfCaller(known.seen, name))];
      if (bot === undefined || sessionId === undefined || !isWorth(known, name)) return [];
      return [chatCall(by, bot, { message: messageOf(known, name), sessionId }, changeOf(known, name))];
    });
}

const always = (): boolean => true;
const streamIsUnknown = ({ seen }: StepInputs, name: CallerName): boolean =>
  !plantingStreamsIn(turnsOfCaller(seen, name)).isKnown;
const tellsIn =
  (label: string) =>
  ({ nonce }: StepInputs, name: CallerName): string =>
    rememberText(nonce(`${label} of ${name}`));
const asks = (): string => wordQuestion;

function allBegin(known: StepInputs): readonly Call[] {
  return callerNames.flatMap((name) => {
    const bot = botOf(known, name);
    if (bot === undefined) return [];
    const bodies = [{}, { message: tellsIn('first word')(known, name) }];
    return bodies.map((body) => chatCall('chat', bot, body, changeOf(known, name)));
  });
}

/** The bot of the run is asked in the same way, where it remembered nothing for anybody. */
const inOwnSession: (message: (known: StepInputs) => string) => Step = (message) => (known) => {
  const { seen, credentials, bot } = known;
  const isNeeded = callerKindNames.every((name) => firstRecallIn(turnsOfCaller(seen, name)) === undefined);
  const turns = turnsOfRun(seen);
  if (!isNeeded || !credentials.includes('token') || firstRecallIn(turns) !== undefined) return [];
  const sessionId = newestSessionId(turns);
  if (turns.length > 0 && sessionId === undefined) return [];
  return [chatCall('chat', bot, { message: message(known), ...(sessionId === undefined ? {} : { sessionId }) })];
};

const whereForgotten =
  (ask: ReturnType<typeof controlQuestionIn>): Step =>
  (known) =>
    callerKindNames.flatMap((name) => {
      const { seen, nonce } = known;
      if (!forgetsFor(seen, name)) return [];
      const own = {
        bot: botOf(known, name) ?? '',
        seen: turnsOfCaller(seen, name),
        nonce: (l: string) => nonce(`${l} ${name}`),
      };
      return ask(own).map((call) => ({
        ...call,
        headers: chatCall('chat', own.bot, {}, changeOf(known, name)).headers,
      }));
    });

/** The next caller sends the sessionId, to the same bot, and to that of its own where bots are of workspaces. */
function allIntrude(known: StepInputs): readonly Call[] {
  return callerNames.flatMap((owner) => {
    const sessionId = newestSessionId(turnsOfCaller(known.seen, owner));
    const [bot, intruder] = [botOf(known, owner), intruderOf(owner)];
    if (sessionId === undefined || bot === undefined) return [];
    const own = owner === 'second_bot' ? [] : [known.bots[intruder] ?? bot];
    return [...new Set([bot, ...own])].map((each) =>
      chatCall('chat', each, { message: wordQuestion, sessionId }, { ...changeOf(known, intruder), role: 'foreign' }),
    );
  });
}

const asksAgain = 1 + retryCount;

/**
 * Everybody tells words in a chat, in a stream and in the chat that asks for them, and then the next caller sends the
 * sessionId. All else is sent only where something was not remembered: a bot may decline a question, keep one word only or
 * have no memory.
 */
export const conversationsOfEachKind: Probe = {
  name: 'chats of each kind of caller',
  needs: ['provisioner', 'bot'],
  costs: {
    chats: callerNames.length * (8 + asksAgain) + callerKindNames.length * (maxControls + 1) + 1 + asksAgain,
    speeches: 0,
  },
  again: repeatAloneIf((seen) => callerKindNames.some((name) => forgetsFor(seen, name))),
  steps: [
    () => ({ make: { ...callerKinds, second_bot: callerKinds.pooled } }),
    (known) => [botsCall(changeOf(known, 'second_bot'))],
    allBegin,
    ({ seen }) =>
      callerNames.every((name) => newestSessionId(turnsOfCaller(seen, name)) === undefined)
        ? noIdIn(seen.filter(isOwnTurn))
        : [],
    inEach(always, 'stream', tellsIn('word by stream')),
    inEach(always, 'chat', (known, name) => `${tellsIn('last word')(known, name)}. ${wordQuestion}`),
    inEach(streamIsUnknown, 'chat', asks),
    inEach(streamIsUnknown, 'stream', tellsIn('another word by stream')),
    ...Array.from({ length: asksAgain }, () => inEach(streamIsUnknown, 'chat', asks)),
    inOwnSession(({ nonce }) => rememberText(nonce('word of the run'))),
    ...Array.from({ length: asksAgain }, () => inOwnSession(asks)),
    ...Array.from({ length: maxControls }, (_, at) =>
      whereForgotten(controlQuestionIn(remembersAnyWord, anyRecalls, at, { as: 'workspace' })),
    ),
    whereForgotten(questionAfterControlsIn(remembersAnyWord, anyRecalls, { as: 'workspace' })),
    allIntrude,
  ],
};
