import { chatCall } from '../core/calls.ts';
import type { Control, Expectation, Mismatch, Seen } from '../core/check.ts';
import { isSuccessStatus, type Exchange } from '../core/exchange.ts';
import type { Call, Probe } from '../core/probe.ts';
import { newestSessionId, noIdIn, type SessionId } from '../expect/carries-session-id.ts';
import { areNoServerErrors } from '../expect/is-refusal.ts';
import { timesAgain, wordsPlantedIn } from '../expect/remembers.ts';
import { says } from '../expect/said.ts';
import { question, tells } from './probes.ts';
import { amongTwo, shownAmongTwo, turnsOf, twoWorkspaces, type Party, type Two } from './two-workspaces.ts';

type By = 'chat' | 'stream';

/** What there is to see of two workspaces of which one got hold of the other's sessionId. */
type Turns = {
  /** The owner tells a word, asks for it in a chat and in a stream, and in the end until it is said. */
  readonly told: Exchange | undefined;
  readonly asked: Exchange | undefined;
  readonly streamed: Exchange | undefined;
  readonly askedAgain: readonly Exchange[];
  /** The same of the stranger, in a session of his own. */
  readonly own: {
    readonly told: Exchange | undefined;
    readonly asked: Exchange | undefined;
    readonly streamed: Exchange | undefined;
    /** Where the owner is asked again and again: whether a session that nobody else sent goes on. */
    readonly askedAgain: readonly Exchange[];
  };
  /** The stranger in the owner's session: with a bot of his own, and with the owner's. */
  readonly foreign: Readonly<Record<By, readonly Exchange[]>>;
};

function turnsIn(seen: Seen): Turns {
  const of = (who: 'owner' | 'stranger', by: By): readonly Exchange[] =>
    turnsOf(seen, who).filter(({ operation }) => operation === by);
  const [told, asked, ...askedAgain] = of('owner', 'chat');
  const [streamed] = of('owner', 'stream');
  const [ownTold, ownAsked, ...later] = of('stranger', 'chat');
  const isInOwn = (turn: Exchange): boolean => wordsPlantedIn(turn).length === 0;
  const [ownStreamed, ...streams] = of('stranger', 'stream');
  return {
    told,
    asked,
    streamed,
    askedAgain,
    own: { told: ownTold, asked: ownAsked, streamed: ownStreamed, askedAgain: later.filter(isInOwn) },
    foreign: { chat: later.filter((turn) => !isInOwn(turn)), stream: streams },
  };
}

/** True where the second one says a word that the first one told. */
function repeats(told: Exchange | undefined, said: Exchange | undefined): boolean {
  const [word] = told === undefined ? [] : wordsPlantedIn(told);
  return word !== undefined && said !== undefined && says(said, word);
}

const speak = (by: By, { authorization, bot }: Party, message: string, sessionId?: SessionId): Call =>
  chatCall(by, bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, { authorization });

/** The newest that he got: a service may give another one with each turn. */
function sessionOf(seen: Seen, who: 'owner' | 'stranger'): SessionId | undefined {
  return newestSessionId(who === 'owner' ? turnsOf(seen, who) : turnsOf(seen, who).slice(0, strangersOwn));
}

/** Turns of the stranger in a session of his own, before he goes on with the owner's. */
const strangersOwn = 3;

/** Both tell a word, each in a session of his own. */
function bothTell({ owner, stranger, nonce }: Two): readonly Call[] {
  return [speak('chat', owner, tells(nonce('word'))), speak('chat', stranger, tells(nonce('word of the stranger')))];
}

/** Both ask for it: a bot that shows no memory could not show a leak either. */
function bothAsk(by: By): (two: Two) => readonly Call[] | { readonly stop: string } {
  return ({ owner, stranger, seen }) => {
    const { told, asked, own } = turnsIn(seen);
    const refused = reasonOfRefusal(own.told, stranger);
    if (refused !== undefined) return { stop: refused };
    const [id, ownId] = [sessionOf(seen, 'owner'), sessionOf(seen, 'stranger')];
    if (id === undefined || ownId === undefined) return noIdIn(seen);
    if (by === 'stream' && !(repeats(told, asked) && repeats(own.told, own.asked))) return { stop: noMemory };
    return [speak(by, owner, question, id), speak(by, stranger, question, ownId)];
  };
}

export const noMemory =
  'the bot showed no memory of what it was told, so that nothing could be seen to leak: --bot (and --other-bot) name one that does';

export function reasonOfRefusal(told: Exchange | undefined, { bot }: Party): string | undefined {
  if (told?.response.is !== 'answer' || isSuccessStatus(told.response.status)) return undefined;
  const { status } = told.response;
  const came = `the other workspace got status ${status} to a chat with the bot ${JSON.stringify(bot)} (${told.id})`;
  return status === 401
    ? `${came}: give a --other-token that works`
    : `${came}: give a bot of its own with --other-bot`;
}

/** The stranger speaks in the owner's session, with his own bot, and with the owner's where that is another one. */
function strangerSpeaks(by: By): (two: Two) => readonly Call[] | { readonly stop: string } {
  return ({ owner, stranger, seen, nonce }) => {
    const id = sessionOf(seen, 'owner');
    if (id === undefined) return noIdIn(seen);
    const message = `${tells(nonce(`word in a foreign ${by}`))}. ${question}`;
    const bots = [...new Set([stranger.bot, owner.bot])];
    return bots.map((bot) => speak(by, { ...stranger, bot }, message, id));
  };
}

function ownerAsksAgain({ owner, seen }: Two): readonly Call[] | { readonly stop: string } {
  const id = sessionOf(seen, 'owner');
  return id === undefined ? noIdIn(seen) : [speak('chat', owner, question, id)];
}

/** Where a word is not said that was said before, that may be the bot's whim, or it forgets after so many turns. */
function ownerInsists(two: Two): readonly Call[] | { readonly stop: string } {
  const { told, asked, askedAgain } = turnsIn(two.seen);
  const isDue = repeats(told, asked) && !askedAgain.some((turn) => repeats(told, turn));
  if (!isDue) return [];
  const [id, ownId] = [sessionOf(two.seen, 'owner'), sessionOf(two.seen, 'stranger')];
  return id === undefined || ownId === undefined
    ? noIdIn(two.seen)
    : [speak('chat', two.owner, question, id), speak('chat', two.stranger, question, ownId)];
}

/** Two workspaces with a conversation each; the one goes on in the other's. */
export const foreignSession: Probe = twoWorkspaces({
  name: 'a session that another workspace goes on with',
  chats: 11 + 2 * timesAgain,
  steps: [
    bothTell,
    bothAsk('chat'),
    bothAsk('stream'),
    strangerSpeaks('chat'),
    strangerSpeaks('stream'),
    ownerAsksAgain,
    ...Array.from({ length: timesAgain }, () => ownerInsists),
  ],
  isLeak: (seen) => [leaks('chat'), leaks('stream'), spokenInto, destroyed].some((judge) => judge(seen).length > 0),
});

/** With which bot the stranger speaks: where bots are shared, his own is the owner's. */
type WithBot = 'own' | 'same';

function foreignTurn({ foreign }: Turns, by: By, bot: WithBot): Exchange | undefined {
  return bot === 'own' ? foreign[by][0] : foreign[by].at(-1);
}

function leaks(by: By, bots: readonly WithBot[] = ['own', 'same']): (seen: Seen) => readonly Mismatch[] {
  return (seen) => {
    const turns = turnsIn(seen);
    const [word = ''] = turns.told === undefined ? [] : wordsPlantedIn(turns.told);
    return bots
      .map((bot) => foreignTurn(turns, by, bot))
      .filter((turn) => turn !== undefined && repeats(turns.told, turn))
      .map((turn) => ({
        aspect: 'isolation',
        expected: `nothing of ${word}, told in another workspace`,
        observed: `${turn?.id ?? ''} says it`,
      }));
  };
}

function spokenInto(seen: Seen): readonly Mismatch[] {
  const { foreign, askedAgain } = turnsIn(seen);
  const spoken = Object.values(foreign).flatMap((turns) => turns.slice(0, 1));
  return spoken.flatMap((turn) =>
    askedAgain
      .filter((asked) => repeats(turn, asked))
      .slice(0, 1)
      .map((asked) => ({
        aspect: 'isolation',
        expected: `nothing of ${wordsPlantedIn(turn)[0] ?? ''}, told by another workspace in ${turn.id}`,
        observed: `${asked.id} says it`,
      })),
  );
}

/** The session knew its word, and since another workspace sent its id it does not, while one of as many turns does. */
function destroyed(seen: Seen): readonly Mismatch[] {
  const { told, asked, askedAgain, own } = turnsIn(seen);
  const last = askedAgain.at(-1);
  const goesOn = repeats(told, asked) && own.askedAgain.some((turn) => repeats(own.told, turn));
  if (!goesOn || last === undefined || askedAgain.length <= timesAgain) return [];
  if (askedAgain.some((turn) => repeats(told, turn))) return [];
  const [word = ''] = told === undefined ? [] : wordsPlantedIn(told);
  const expected = `the word ${word}, which the session knew before another workspace sent its id`;
  return [{ aspect: 'memory', expected, observed: `${last.id} without it, ${askedAgain.length} times asked` }];
}

/** What another workspace does with the id of a session leaves that its owner. */
export const outlivesStrangers: Expectation = amongTwo(destroyed);

/** The stranger, who goes on with the owner's session, is told nothing of it, and meets no accident. */
export function isToldNothing(by: By, bot: WithBot): readonly Expectation[] {
  return [
    amongTwo(leaks(by, [bot])),
    (seen) => areNoServerErrors([foreignTurn(turnsIn(seen), by, bot)].filter((turn) => turn !== undefined)),
  ];
}

/** The owner's session says nothing that the stranger told in it. */
export const isSpokenIntoByNobody: readonly Expectation[] = [
  amongTwo(spokenInto),
  (seen) => areNoServerErrors(Object.values(turnsIn(seen).foreign).flat()),
];

/** Both workspaces were answered, and both bots showed a memory: in chats, or in streams too. */
export function bothRemember(by: By): Control {
  const says = `the owner's bot, and the other workspace's own, each repeat in a ${by} what they were told`;
  return {
    says,
    shownIn: shownAmongTwo((seen) => {
      const { told, own, ...turns } = turnsIn(seen);
      const [asked, ownAsked] = by === 'chat' ? [turns.asked, own.asked] : [turns.streamed, own.streamed];
      const isShown = repeats(told, asked) && repeats(own.told, ownAsked);
      return isShown && asked !== undefined && ownAsked !== undefined
        ? { by: [asked, ownAsked] }
        : { because: by === 'chat' ? noMemory : `in a stream ${noMemory}` };
    }),
  };
}

/** The owner's session still goes on behind what the stranger said. */
export const ownerStillRemembers: Control = {
  says: 'the other workspace’s bot repeats what it was told, and the owner’s does so still in the end',
  shownIn: shownAmongTwo((seen) => {
    const { told, own, askedAgain } = turnsIn(seen);
    const still = askedAgain.find((turn) => repeats(told, turn));
    return still !== undefined && own.asked !== undefined && repeats(own.told, own.asked)
      ? { by: [own.asked, still] }
      : { because: 'the session did not go on behind what another workspace said with its id' };
  }),
};
