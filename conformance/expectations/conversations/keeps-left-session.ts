import { isFailed, type Expectation, type Judgement, type Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { onCall } from '../judged-as.ts';
import { noMemoryShown } from '../no-memory.ts';
import { recallsWord } from '../words/said.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { wrapExpectation, onAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';
import { busyStatuses, isNotBusy } from '../statuses/is-not-busy.ts';

/**
 * Positions of the exchanges. Two sessions begin, each with a word (`unleft`, `begun`). A stream of the second is left
 * (`left`), and after another whole stream (`other`) a chat asks for its word (`turn`): with its first id, or a newer
 * one that the stream showed before it was left. Where that is refused or lacks the word, the first session does the
 * same with a whole stream and a chat (`unleftStream`, `unleftTurn`), and the second is asked again (`again`,
 * `onceMore`). The first session is older and idle for longer, so a service that keeps only the newest sessions, or
 * forgets idle ones, has forgotten it as well.
 */
export const position = {
  unleft: 0,
  begun: 1,
  left: 2,
  other: 3,
  turn: 4,
  unleftStream: 5,
  unleftTurn: 6,
  again: 7,
  onceMore: 8,
};

/**
 * True where the question was refused: then the probe has to show whether the service would have refused it in any
 * case.
 */
export function isQuestionRefused(seen: Exchanges): boolean {
  const response = seen[position.turn]?.response;
  return response?.is === 'answer' && isRefused(response.status);
}

/** What is refused as if another turn were still under way is asked once more after so long. */
export const busyRetryMs = 6_000;

export const noneLeft = { inconclusive: 'no stream of the session was answered, so none was aborted' } as const;

/** True where a conflict was the answer also when it was asked again, behind two turns of the older session. */
export function isStillBusy(seen: Exchanges): boolean {
  const response = seen[position.again]?.response;
  return response?.is === 'answer' && busyStatuses.includes(response.status);
}

/**
 * Judges the question after the stream that was left, by its last answer. While the service still works on the turn
 * that was left, it may refuse the next turn, with any status.
 */
export function onLeftSession(expectation: Expectation, last = position.again): Expectation {
  return wrapExpectation(expectation, (seen) => {
    const left = seen[position.left];
    if (left !== undefined && !isAccepted(left)) return noneLeft;
    return onCall(isQuestionRefused(seen) && seen[last] !== undefined ? last : position.turn, expectation)(seen);
  });
}

/**
 * The question is accepted (2.2: present, it continues that conversation). A service that accepts only the latest id,
 * or no longer knows a session that nobody left, has ended nothing. Other checks judge conflicts and server errors.
 */
export const keepsLeftSession: Expectation = (seen) => {
  const isLate = isStillBusy(seen) && seen[position.onceMore] !== undefined;
  return onLeftSession(
    onAnswer((answer) => {
      if (!isRefused(answer.status)) return [];
      if (busyStatuses.includes(answer.status) && !isLate) return [];
      if (!goesOnUnleft(seen)) return neitherGoesOn;
      const expected = `success: the session goes on${isLate ? ` ${busyRetryMs / 1_000} s later` : ''}, as an older one did that nobody left`;
      return [
        { subject: 'status', expected, observed: describeAnswer(answer), kind: { is: 'status', due: 'success' } },
      ];
    }),
    isLate ? position.onceMore : position.again,
  )(seen);
};

/** True where the older session went on, of which a whole stream came before the same turn. */
function goesOnUnleft(seen: Exchanges): boolean {
  return [seen[position.unleftStream], seen[position.unleftTurn]].every(
    (turn) => turn !== undefined && isAccepted(turn),
  );
}

const neitherGoesOn = {
  inconclusive: 'the service takes the first id of a session that nobody left no longer either',
  isUnspecified: true,
} as const;

/**
 * Nothing is in progress that could hold up the question. A conflict says nothing where an older session that nobody
 * left is not continued either: the id may be too old.
 */
export const leavesItFree = wrapExpectation(isNotBusy, async (seen) => {
  const judgement = await onLeftSession(isNotBusy)(seen);
  return isFailed(judgement) && !goesOnUnleft(seen) ? neitherGoesOn : judgement;
});

/** Why the session cannot be judged by the answer to its question. */
export function whyNotAsked(seen: Exchanges): Judgement {
  const left = seen[position.left];
  if (left === undefined || !isAccepted(left)) return noneLeft;
  if (isQuestionRefused(seen) && !goesOnUnleft(seen)) return neitherGoesOn;
  const response = seen[position.turn]?.response;
  const came = response?.is === 'answer' ? `got status ${response.status}` : 'was not answered';
  return {
    inconclusive: `the next chat of the session of the stream that was left ${came}: see stream.disconnect/leaves-its-session-known`,
  };
}

/** True where the question was accepted, and no answer of the session so far says the word that it was told before. */
export function lacksPlantedWord(seen: Exchanges): boolean {
  const asked = questionsIn(seen);
  return asked.length > 0 && !knowsOneOf(seen[position.begun], asked);
}

/**
 * What was told before the stream that was left is known after it (2.2: the request continues that conversation), where
 * an older session knows its word after a whole stream. Fails where none of three answers has it. A bot that shows no
 * memory in the older session is not judged.
 */
export function keepsPlantedWord(seen: Exchanges): Judgement {
  const asked = questionsIn(seen);
  const [begun, left, unleftTurn] = [seen[position.begun], seen[position.left], seen[position.unleftTurn]];
  if (left === undefined || !isAccepted(left) || asked.length === 0) return whyNotAsked(seen);
  if (!lacksPlantedWord(seen)) return [];
  if (
    unleftTurn === undefined ||
    !knowsOneOf(seen[position.unleft], [unleftTurn]) ||
    seen[position.onceMore] === undefined
  )
    return noMemoryShown;
  const [word = ''] = begun === undefined ? [] : wordsPlantedIn(begun);
  return [
    {
      subject: 'memory',
      expected: `the word ${word}, told in the session before its stream was left, as an older session knew its own behind a whole stream`,
      observed: `${asked.length} replies lack it: ${asked.map(({ id }) => id).join(', ')}`,
      exchange: asked[0]?.id ?? '',
      restsOn: [...(begun === undefined ? [] : [begun]), left, ...asked.slice(1)].map(({ id }) => id),
      kind: { observed: 'the replies lack it' },
    },
  ];
}

/** The accepted questions after the stream that was left. */
function questionsIn(seen: Exchanges): readonly Exchange[] {
  return [position.turn, position.again, position.onceMore].flatMap((at) => seen[at] ?? []).filter(isAccepted);
}

function knowsOneOf(told: Exchange | undefined, asked: readonly Exchange[]): boolean {
  const words = told === undefined ? [] : wordsPlantedIn(told);
  return asked.some((exchange) => words.some((word) => recallsWord(exchange, word)));
}

function isRefused(status: number): boolean {
  return status >= 400 && status < 500;
}
