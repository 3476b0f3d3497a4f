import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import { withExchange } from '../../expectations/on-answer.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { areNoServerErrors } from '../../expectations/statuses/is-refusal.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { showsWord, describeShownWord } from '../../expectations/others/shows-word.ts';
import { recallsWord, describeSaidWord } from '../../expectations/words/said.ts';
import {
  foreignTurn,
  memoryShownIn,
  repeatsPlantedWord,
  foreignSessionTurnsIn,
  plantedWordsOf,
  type ChatOperation,
  type ForeignSessionTurns,
  type BotChoice,
} from './foreign-turns.ts';
import { betweenCallers } from './two-workspaces.ts';

export function leakMismatches(
  by: ChatOperation,
  bots: readonly BotChoice[] = ['own', 'same'],
): (seen: Exchanges) => readonly Mismatch[] {
  return (seen) => {
    const turns = foreignSessionTurnsIn(seen);
    const told = [...turns.tellings.chat, ...turns.tellings.stream];
    return bots
      .flatMap((bot) => foreignTurn(turns, by, bot) ?? [])
      .flatMap((turn) => {
        const word = plantedWordsOf(told).find((each) => showsWord(turn, each));
        if (word === undefined) return [];
        const expected = `nothing of ${word}, told in another workspace`;
        const restsOn = told.filter((each) => plantedWordsOf([each]).includes(word)).map(({ id }) => id);
        return [{ subject: 'isolation', expected, ...describeShownWord(turn, word), restsOn }];
      });
  };
}

export function intrusionMismatches(seen: Exchanges): readonly Mismatch[] {
  const { foreign, tellings, askedAgain } = foreignSessionTurnsIn(seen);
  return Object.values(foreign)
    .flat()
    .flatMap((turn) =>
      [...tellings.stream, ...askedAgain]
        .filter((asked) => repeatsPlantedWord([turn], asked))
        .slice(0, 1)
        .map((asked) => ({
          subject: 'isolation',
          expected: `nothing of ${plantedWordsOf([turn])[0] ?? ''}, told by another workspace in ${turn.id}`,
          ...describeSaidWord(asked, plantedWordsOf([turn])[0] ?? ''),
          restsOn: [turn.id],
        })),
    );
}

/**
 * The session knew its words before another workspace sent its id and does not know them now, while the intruder's
 * session of as many turns still does.
 */
export function lossMismatches(seen: Exchanges): readonly Mismatch[] {
  const turns = foreignSessionTurnsIn(seen);
  const { askedAgain } = turns;
  if (askedAgain.length <= retryCount || !memoryShownIn(turns, 'chat').owner) return [];
  const lost = owedAfter(turns);
  if (lost.length === 0 || askedAgain.some((turn) => lost.some((word) => recallsWord(turn, word)))) return [];
  // Where the service no longer knows the session, later turns belong to a new one, in which nothing was planted.
  const first = [...streamedWithout(turns), ...askedAgain][0];
  return [
    withExchange(first, {
      subject: 'memory',
      expected: `the word ${lost[0] ?? ''}, which the session knew before another workspace sent its id`,
      observed: `${lacksIt(first)}, as do all ${askedAgain.length} to its owner’s last questions`,
    }),
  ];
}

/** Names a refusal with its status: the owner then lost the session, not only a word of the reply. */
function lacksIt(turn: Exchange | undefined): string {
  const status = turn?.response.is === 'answer' && !isAccepted(turn) ? `, with status ${turn.response.status},` : '';
  return `the ${status === '' ? 'reply' : 'answer'} to ${turn?.id ?? ''}${status} lacks it`;
}

/**
 * Streams right behind the first foreign turn that repeat the word of their own turn, but none from before. Only where
 * the intruder's session, after as many turns, keeps an older word beside a newer one.
 */
function streamedWithout({ tellings, own }: ForeignSessionTurns): readonly Exchange[] {
  if (!repeatsPlantedWord([own.told], own.askedAgain.at(-1))) return [];
  const before = plantedWordsOf(tellings.chat);
  return tellings.stream.filter(
    (turn) => repeatsPlantedWord([turn], turn) && !before.some((word) => recallsWord(turn, word)),
  );
}

/**
 * Words that the owner's session must still know, since the intruder's session does after as many turns: words from
 * before the first foreign turn where that session keeps an older word beside a newer one, and any word where it keeps
 * only the newest.
 */
function owedAfter({ tellings, own }: ForeignSessionTurns): readonly string[] {
  const asOften = own.askedAgain.at(-1);
  if (own.askedAgain.length < retryCount) return [];
  if (repeatsPlantedWord([own.told], asOften)) return plantedWordsOf(tellings.chat);
  return repeatsPlantedWord(own.tellings, asOften) ? plantedWordsOf([...tellings.chat, ...tellings.stream]) : [];
}

/** Whatever another workspace does with the id of a session, its owner keeps the session. */
export const outlivesOtherWorkspaces: Expectation = betweenCallers(lossMismatches, 'loss');

/** An intruder who continues the owner's session learns nothing of it, and causes no 5xx. */
export function leaksNothingToIntruder(by: ChatOperation, bot: BotChoice): readonly Expectation[] {
  return [
    betweenCallers(leakMismatches(by, [bot])),
    (seen) =>
      areNoServerErrors([foreignTurn(foreignSessionTurnsIn(seen), by, bot)].filter((turn) => turn !== undefined)),
  ];
}

/** The owner's session repeats nothing that the intruder planted in it. */
export const acceptsNoIntruder: readonly Expectation[] = [
  betweenCallers(intrusionMismatches),
  (seen) => areNoServerErrors(Object.values(foreignSessionTurnsIn(seen).foreign).flat()),
];
