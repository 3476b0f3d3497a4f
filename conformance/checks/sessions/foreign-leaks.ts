import type { Expectation, Mismatch, Seen } from '../../model/check.ts';
import { shownBy } from '../../expectations/on-answer.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { areNoServerErrors } from '../../expectations/statuses/is-refusal.ts';
import { timesAgain } from '../../expectations/words/remembers.ts';
import { shows, showsIt } from '../../expectations/others/shows.ts';
import { recalls, saysIt } from '../../expectations/words/said.ts';
import {
  foreignTurn,
  remembersIn,
  repeats,
  turnsIn,
  wordsOf,
  type By,
  type Turns,
  type WithBot,
} from './foreign-turns.ts';
import { amongTwo } from './two-workspaces.ts';

export function leaks(by: By, bots: readonly WithBot[] = ['own', 'same']): (seen: Seen) => readonly Mismatch[] {
  return (seen) => {
    const turns = turnsIn(seen);
    const told = [...turns.tellings.chat, ...turns.tellings.stream];
    return bots
      .flatMap((bot) => foreignTurn(turns, by, bot) ?? [])
      .flatMap((turn) => {
        const word = wordsOf(told).find((each) => shows(turn, each));
        if (word === undefined) return [];
        const expected = `nothing of ${word}, told in another workspace`;
        const restsOn = told.filter((each) => wordsOf([each]).includes(word)).map(({ id }) => id);
        return [{ subject: 'isolation', expected, ...showsIt(turn, word), restsOn }];
      });
  };
}

export function spokenInto(seen: Seen): readonly Mismatch[] {
  const { foreign, tellings, askedAgain } = turnsIn(seen);
  return Object.values(foreign)
    .flat()
    .flatMap((turn) =>
      [...tellings.stream, ...askedAgain]
        .filter((asked) => repeats([turn], asked))
        .slice(0, 1)
        .map((asked) => ({
          subject: 'isolation',
          expected: `nothing of ${wordsOf([turn])[0] ?? ''}, told by another workspace in ${turn.id}`,
          ...saysIt(asked, wordsOf([turn])[0] ?? ''),
          restsOn: [turn.id],
        })),
    );
}

/** The session knew its words, and since another workspace sent its id it does not, while one of as many turns does. */
export function destroyed(seen: Seen): readonly Mismatch[] {
  const turns = turnsIn(seen);
  const { askedAgain } = turns;
  if (askedAgain.length <= timesAgain || !remembersIn(turns, 'chat').owner) return [];
  const lost = owedAfter(turns);
  if (lost.length === 0 || askedAgain.some((turn) => lost.some((word) => recalls(turn, word)))) return [];
  // In a service that no longer knows the session later turns are of another, in which nothing was told.
  const first = [...streamedWithout(turns), ...askedAgain][0];
  return [
    shownBy(first, {
      subject: 'memory',
      expected: `the word ${lost[0] ?? ''}, which the session knew before another workspace sent its id`,
      observed: `${lacksIt(first)}, as do all ${askedAgain.length} to its owner’s last questions`,
    }),
  ];
}

/** A refusal is told as one: what its owner lost is the session, and not a word of the reply. */
function lacksIt(turn: Exchange | undefined): string {
  const status = turn?.response.is === 'answer' && !isTaken(turn) ? `, with status ${turn.response.status},` : '';
  return `the ${status === '' ? 'reply' : 'answer'} to ${turn?.id ?? ''}${status} lacks it`;
}

/**
 * The streams that ask for it just behind the first foreign turn, and say what they told themselves and not what was told
 * before: where the intruder's session, of as many turns, keeps an older word beside a newer.
 */
function streamedWithout({ tellings, own }: Turns): readonly Exchange[] {
  if (!repeats([own.told], own.askedAgain.at(-1))) return [];
  const before = wordsOf(tellings.chat);
  return tellings.stream.filter((turn) => repeats([turn], turn) && !before.some((word) => recalls(turn, word)));
}

/**
 * What the owner's session has to know as many turns later as the intruder's knows: where that one keeps an older word
 * beside a newer, those from before the first foreign turn; where it keeps the newest only, that may be any.
 */
function owedAfter({ tellings, own }: Turns): readonly string[] {
  const asOften = own.askedAgain.at(-1);
  if (own.askedAgain.length < timesAgain) return [];
  if (repeats([own.told], asOften)) return wordsOf(tellings.chat);
  return repeats(own.tellings, asOften) ? wordsOf([...tellings.chat, ...tellings.stream]) : [];
}

/** What another workspace does with the id of a session leaves that its owner. */
export const outlivesOtherWorkspaces: Expectation = amongTwo(destroyed, 'loss');

/** The intruder, who goes on with the owner's session, is told nothing of it, and causes no 5xx. */
export function isToldNothing(by: By, bot: WithBot): readonly Expectation[] {
  return [
    amongTwo(leaks(by, [bot])),
    (seen) => areNoServerErrors([foreignTurn(turnsIn(seen), by, bot)].filter((turn) => turn !== undefined)),
  ];
}

/** The owner's session says nothing that the intruder told in it. */
export const isSpokenIntoByNobody: readonly Expectation[] = [
  amongTwo(spokenInto),
  (seen) => areNoServerErrors(Object.values(turnsIn(seen).foreign).flat()),
];
