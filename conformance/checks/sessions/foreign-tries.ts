import { sentMember } from '../../bodies/sent-json.ts';
import { chatCall } from '../../model/calls.ts';
import type { PositiveControl, Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call, Probe } from '../../model/probe.ts';
import { newestSessionId, noIdIn, sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isDiscontinued } from '../../expectations/conversations/evicted-sessions.ts';
import { showsWord, describeShownWord } from '../../expectations/others/shows-word.ts';
import { whyBotIsRefused } from './foreign-session.ts';
import { repeatsPlantedWord, plantedWordsOf } from './foreign-turns.ts';
import { areConcurrent } from '../../classification/overlapping.ts';
import { longMessageEnd, wordQuestion, plantText, plantAndAskText } from '../conversation.ts';
import { tries, type ChatOperation, type SessionTry, type TryTime } from './tries.ts';
import { whyNoMemory } from './why-no-memory.ts';
import {
  betweenCallers,
  evidenceBetweenCallers,
  turnsOfRole,
  twoWorkspaces,
  type Caller,
  type CallerPair,
  type CallerRole,
} from './two-workspaces.ts';

/** The sessions that can be tried: each caller has one that began in a chat, and one that began in a stream. */
const sessions = (['owner', 'intruder'] as const).flatMap((of) =>
  (['chat', 'stream'] as const).map((begun) => ({ of, begun })),
);
type Session = (typeof sessions)[number];

const other = { owner: 'intruder', intruder: 'owner' } as const satisfies Record<CallerRole, CallerRole>;

const questions = {
  soon: `${wordQuestion} Now.`,
  meanwhile: `${wordQuestion} At once.`,
  late: `${wordQuestion} Once more.`,
} as const satisfies Record<TryTime, string>;
const times = Object.keys(questions) as readonly TryTime[];

function speak(
  by: ChatOperation,
  role: 'begins' | 'asks' | TryTime,
  { authorization, bot }: Caller,
  body: object,
): Call {
  return chatCall(by, bot, { ...body }, { authorization, role, ...(role === 'late' ? { goes: 'late' } : {}) });
}

/**
 * The turn that began a session, and the turn in which its own caller asked for the planted word and planted another.
 */
type Round = { readonly told: Exchange; readonly asked: Exchange | undefined };

/** The session where all exist at once; and, where it had to make room for others, again as the only one. */
function roundsIn(seen: Exchanges, { of, begun }: Session): readonly Round[] {
  return turnsOfRole(seen, of)
    .filter((turn) => turn.role === 'begins' && turn.operation === begun)
    .map((told) => ({ told, asked: askedIn(seen, of, sessionIdIn(told)) }));
}

function askedIn(seen: Exchanges, of: CallerRole, sessionId: SessionId | undefined): Exchange | undefined {
  if (sessionId === undefined) return undefined;
  const asJson = JSON.stringify(sessionId);
  return turnsOfRole(seen, of).find((each) => each.role === 'asks' && sentMember(each.request, 'sessionId') === asJson);
}

/** The newest id that the caller was given: a service may give a new one with each turn, and refuse older ones. */
function idOf(seen: Exchanges, session: Session): SessionId | undefined {
  const round = roundsIn(seen, session).at(-1);
  const sessionId = round === undefined ? undefined : sessionIdIn(round.told);
  if (sessionId === undefined) return undefined;
  return round?.asked === undefined ? sessionId : (newestSessionId([round.asked]) ?? sessionId);
}

function allBegin({ nonce, ...two }: CallerPair): readonly Call[] {
  return sessions.map(({ of, begun }) =>
    speak(begun, 'begins', two[of], { message: plantText(nonce(`word of the ${of} in a ${begun}`)) }),
  );
}

function triesOf({ of, begun }: Session, when: TryTime): readonly SessionTry[] {
  return tries.filter((each) => each.when === when && each.of === of && each.begun === begun);
}

function triesAt(when: TryTime, two: CallerPair): readonly Call[] {
  return tries.filter((each) => each.when === when).flatMap((each) => callOf(each, two));
}

/** No call where the stream showed no id, which it need not do: there is nothing to try. */
function callOf(each: SessionTry, { seen, ...two }: CallerPair): readonly Call[] {
  const id = idOf(seen, each);
  return id === undefined ? [] : [tryOf(each, id, two[other[each.of]])];
}

function tryOf({ by, flag, spelled, isLong, when }: SessionTry, id: SessionId, party: Caller): Call {
  const plain: unknown = JSON.parse(JSON.stringify(id));
  const sessionId = spelled === undefined ? id : spelled(plain);
  const flags = flag === undefined ? {} : { [flag]: true };
  const message = isLong === true ? `${longMessageEnd} ${questions[when]}` : questions[when];
  return speak(by, when, party, { message, sessionId, ...flags });
}

/**
 * Each caller asks for the words of its sessions. Sessions with a `meanwhile` try are asked in a stream, right before
 * that try: the two requests are sent at the same time even where only two may be. Each question plants another word,
 * so that one stands right before each try: a bot may look back no farther.
 */
function allAsk(two: CallerPair): readonly Call[] | { readonly stop: string } {
  const { seen, intruder } = two;
  const refused = whyBotIsRefused(roundsIn(seen, { of: 'intruder', begun: 'chat' })[0]?.told, intruder, seen);
  if (refused !== undefined) return { stop: refused };
  if (sessions.every((session) => idOf(seen, session) === undefined)) return noIdIn(seen);
  const streams = sessions.filter((session) => byOf(session) === 'stream');
  return [...streams, ...sessions.filter((session) => !streams.includes(session))].flatMap((session) => [
    ...askOf(session, byOf(session), two),
    ...triesOf(session, 'meanwhile').flatMap((each) => callOf(each, two)),
  ]);
}

/** The operation by which its own caller continues the session. */
function byOf(session: Session): ChatOperation {
  return triesOf(session, 'meanwhile').length > 0 ? 'stream' : 'chat';
}

function askOf(session: Session, by: ChatOperation, { seen, nonce, ...two }: CallerPair): readonly Call[] {
  const sessionId = idOf(seen, session);
  const anew = isBegunAnew(seen, session) ? ', anew' : '';
  const message = (): string =>
    plantAndAskText(nonce(`another word of the ${session.of} in a ${session.begun}${anew}`));
  return sessionId === undefined ? [] : [speak(by, 'asks', two[session.of], { message: message(), sessionId })];
}

function isBegunAnew(seen: Exchanges, session: Session): boolean {
  return roundsIn(seen, session).length > 1;
}

/**
 * The own caller was refused in the session, or was answered without its word in another one: how many sessions are
 * kept is not shown (8.2).
 */
function isLost(seen: Exchanges, session: Session): boolean {
  const round = roundsIn(seen, session).at(-1);
  if (round?.asked === undefined || repeatsPlantedWord([round.told], round.asked)) return false;
  return isDiscontinued(round.asked);
}

/** The same for a session that was lost beside others, while its caller has no other session. */
function onceAlone(session: Session): readonly ((two: CallerPair) => readonly Call[])[] {
  const ifAnew =
    (calls: (two: CallerPair) => readonly Call[]) =>
    (two: CallerPair): readonly Call[] =>
      isBegunAnew(two.seen, session) ? calls(two) : [];
  const at =
    (when: TryTime) =>
    (two: CallerPair): readonly Call[] =>
      triesOf(session, when).flatMap((each) => callOf(each, two));
  return [
    ({ seen, nonce, ...two }) =>
      isLost(seen, session)
        ? [
            speak(session.begun, 'begins', two[session.of], {
              message: plantText(nonce(`word of the ${session.of} in a ${session.begun}, anew`)),
            }),
          ]
        : [],
    ifAnew((two) => [...askOf(session, byOf(session), two), ...at('meanwhile')(two)]),
    ifAnew(at('soon')),
    ifAnew(at('late')),
  ];
}

/** What each caller says in a session of the other, by every way to get there. */
export const foreignTries: Probe = twoWorkspaces({
  name: 'sessions of another workspace in many ways',
  isEarly: true,
  chats: 2 * (2 * sessions.length + tries.length),
  steps: [
    allBegin,
    allAsk,
    (two) => triesAt('soon', two),
    (two) => triesAt('late', two),
    ...sessions.flatMap(onceAlone),
  ],
  isLeak,
  mayBeEvicted: (seen) =>
    !isLeak(seen) &&
    sessions.some((session) => isLost(seen, session)) &&
    times.some((when) => !('by' in triedSessionsRemember(when).shownIn(seen))),
});

function isLeak(seen: Exchanges): boolean {
  return times.some((when) => leaksTo(when)(seen).length > 0);
}

/** Words of one caller in an answer to the other. */
function leaksTo(when: TryTime): (seen: Exchanges) => readonly Mismatch[] {
  return (seen) =>
    sessions.flatMap((session) => {
      const told = roundsIn(seen, session).flatMap((round) => [round.told, round.asked ?? []].flat());
      return turnsOfRole(seen, other[session.of]).flatMap((turn) => {
        const word = plantedWordsOf(told).find((each) => turn.role === when && showsWord(turn, each));
        if (word === undefined) return [];
        const expected = `nothing of ${word}, told in another workspace by a ${session.begun}`;
        const restsOn = told.filter((each) => plantedWordsOf([each]).includes(word)).map(({ id }) => id);
        return [{ subject: 'isolation', expected, ...describeShownWord(turn, word), restsOn }];
      });
    });
}

export function triesLeakNothing(when: TryTime): Expectation {
  return betweenCallers(leaksTo(when));
}

/**
 * A session that was tried repeats to its own caller what the turn before planted, and so does a session by the
 * operation of that try: a leak can be no older than that.
 */
export function triedSessionsRemember(when: TryTime): PositiveControl {
  return {
    says: saysOf[when],
    shownIn: evidenceBetweenCallers((seen) => {
      const all = sessions.flatMap((session) =>
        roundsIn(seen, session).flatMap(({ told, asked }) =>
          asked === undefined ? [] : [{ session, asked, told: [told] }],
        ),
      );
      const shown = all.filter(({ told, asked }) => repeatsPlantedWord(told, asked));
      const telling = tries
        .filter((each) => each.when === when)
        .flatMap((each) => {
          const own = shown.find(({ session }) => session.of === each.of && session.begun === each.begun);
          const alike = shown.find(({ asked }) => asked.operation === each.by);
          return own === undefined || alike === undefined ? [] : [{ each, by: [own.asked, alike.asked] }];
        });
      if (telling.length === 0) return { because: whyNoMemory(all) };
      const inTime = telling.filter(({ each, by: [own] }) => when !== 'meanwhile' || isMeanwhile(each, own, seen));
      if (inTime.length > 0) return { by: [...new Set(inTime.flatMap(({ by }) => by))] };
      const isAgain = telling.some(({ by: [own] }) => own?.firstStartedAt !== undefined);
      return { because: isAgain ? againMeanwhile : noneMeanwhile };
    }),
  };
}

const itsOwn =
  'a session that another workspace tries to read repeats to its owner what it was told, in some session also by the operation of that try';
const saysOf = {
  soon: itsOwn,
  meanwhile: `${itsOwn}; and it streams to its owner while that try is under way`,
  late: itsOwn,
} as const satisfies Record<TryTime, string>;
const noneMeanwhile =
  'no session was streaming to its owner while the other workspace tried to read it: give --concurrency 2 or more';

const againMeanwhile =
  'no session was streaming to its owner while the other workspace tried to read it, since requests were refused for now, or not answered in time, and sent again';

function isMeanwhile(each: SessionTry, own: Exchange | undefined, seen: Exchanges): boolean {
  const tried = turnsOfRole(seen, other[each.of]).filter(
    (turn) => turn.operation === each.by && turn.role === each.when,
  );
  return own !== undefined && tried.some((turn) => areConcurrent([own, turn]));
}
