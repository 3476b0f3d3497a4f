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

/**
 * The session knew its words before another workspace sent its id and does not know them now, while the intruder's
 * session of as many turns still does.
 */
export function destroyed(seen: Seen): readonly Mismatch[] {
  const turns = turnsIn(seen);
  const { askedAgain } = turns;
  if (askedAgain.length <= timesAgain || !remembersIn(turns, 'chat').owner) return [];
  const lost = owedAfter(turns);
  if (lost.length === 0 || askedAgain.some((turn) => lost.some((word) => recalls(turn, word)))) return [];
  // Where the service no longer knows the session, later turns belong to a new one, in which nothing was planted.
  const first = [...streamedWithout(turns), ...askedAgain][0];
  return [
    shownBy(first, {
      subject: 'memory',
      expected: `the word ${lost[0] ?? ''}, which the session knew before another workspace sent its id`,
      observed: `${lacksIt(first)}, as do all ${askedAgain.length} to its owner’s last questions`,
    }),
  ];
}

/** Names a refusal with its status: the owner then lost the session, not only a word of the reply. */
function lacksIt(turn: Exchange | undefined): string {
  const status = turn?.response.is === 'answer' && !isTaken(turn) ? `, with status ${turn.response.status},` : '';
  return `the ${status === '' ? 'reply' : 'answer'} to ${turn?.id ?? ''}${status} lacks it`;
}

/**
 * Streams right behind the first foreign turn that repeat the word of their own turn, but none from before. Only where
 * the intruder's session, after as many turns, keeps an older word beside a newer one.
 */
function streamedWithout({ tellings, own }: Turns): readonly Exchange[] {
  if (!repeats([own.told], own.askedAgain.at(-1))) return [];
  const before = wordsOf(tellings.chat);
  return tellings.stream.filter((turn) => repeats([turn], turn) && !before.some((word) => recalls(turn, word)));
}

/**
 * Words that the owner's session must still know, since the intruder's session does after as many turns: words from
 * before the first foreign turn where that session keeps an older word beside a newer one, and any word where it keeps
 * only the newest.
 */
function owedAfter({ tellings, own }: Turns): readonly string[] {
  const asOften = own.askedAgain.at(-1);
  if (own.askedAgain.length < timesAgain) return [];
  if (repeats([own.told], asOften)) return wordsOf(tellings.chat);
  return repeats(own.tellings, asOften) ? wordsOf([...tellings.chat, ...tellings.stream]) : [];
}

/** Whatever another workspace does with the id of a session, its owner keeps the session. */
export const outlivesOtherWorkspaces: Expectation = amongTwo(destroyed, 'loss');

/** An intruder who continues the owner's session learns nothing of it, and causes no 5xx. */
export function isToldNothing(by: By, bot: WithBot): readonly Expectation[] {
  return [
    amongTwo(leaks(by, [bot])),
    (seen) => areNoServerErrors([foreignTurn(turnsIn(seen), by, bot)].filter((turn) => turn !== undefined)),
  ];
}

/** The owner's session repeats nothing that the intruder planted in it. */
export const isSpokenIntoByNobody: readonly Expectation[] = [
  amongTwo(spokenInto),
  (seen) => areNoServerErrors(Object.values(turnsIn(seen).foreign).flat()),
];
