import type { Mismatch, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { areAllWordsRecalled } from './all-kept.ts';
import { isLikeFirstAnswer } from './begins-anew.ts';
import { isQuestionAfterControls, isControl, withoutControls, type Judge } from '../declined/controls.ts';
import { beginsSession, mayHaveDeclined } from '../declined/may-have-declined.ts';
import { questionsIn, firstPlantedWord, wordsPlantedIn } from '../remembers.ts';
import { recallsWord } from '../said.ts';

/**
 * Most controls in a row: a bot that declines three questions of ten answers this many one time in seventeen, and it
 * has declined others before.
 */
export const maxControls = 8;

const isAnswered = (exchange: Exchange): boolean =>
  wordsPlantedIn(exchange).some((word) => recallsWord(exchange, word));

/** Whether the answers to controls show that nothing was forgotten. `before`: the exchanges before the controls. */
export type MemoryProof = (controls: Exchanges, before: Exchanges) => boolean;

/** True where a control's answer says a word that was told before: a service that lost the session could not say it. */
export const anyRecalls: MemoryProof = (controls, before) => controls.some((control) => saysTold(control, before));

/** True where a control's answer says the first word that was told. */
export const firstRecalled: MemoryProof = (controls, before) => {
  const word = firstPlantedWord(before);
  return word !== undefined && controls.some((control) => recallsWord(control, word));
};

/**
 * True where the answers to many controls all say a planted word: where one server of two lost the session, half would
 * not.
 */
export const allRecall: MemoryProof = (controls, before) =>
  controls.length >= maxControls && controls.every((control) => saysTold(control, before));

function saysTold(control: Exchange, before: Exchanges): boolean {
  return before
    .filter(isAccepted)
    .flatMap(wordsPlantedIn)
    .some((word) => recallsWord(control, word));
}

type Accusation = {
  readonly by: 'chat' | 'stream';
  readonly mismatches: readonly Mismatch[];
  /** The controls by this operation so far. */
  readonly controls: Exchanges;
  /** The question after the controls. */
  readonly behind: Exchanges;
};

/** The mismatches by operation: controls by one operation tell nothing about the other. */
function accusedBy(judge: Judge, isShown: MemoryProof, seen: Exchanges): readonly Accusation[] {
  const before = withoutControls(seen);
  const mismatches = judge(before);
  if ('inconclusive' in mismatches) return [];
  const ofStreams = new Set(before.filter(({ operation }) => operation === 'stream').map(({ id }) => id));
  const byOperation = Map.groupBy(mismatches, ({ exchange }): Accusation['by'] =>
    exchange !== undefined && ofStreams.has(exchange) ? 'stream' : 'chat',
  );
  const accused = [...byOperation].map(([by, those]) => {
    const ofKind = seen.filter(({ operation }) => operation === by);
    const [controls, behind] = [ofKind.filter(isControl), ofKind.filter(isQuestionAfterControls)];
    return { by, mismatches: those, controls, behind };
  });
  return accused.filter(({ controls, behind }) => !isShown([...controls, ...behind], before));
}

/** True where the judge finds mismatches that no control clears, whether or not the bot is seen to decline. */
export function findsForgotten(judge: Judge, isShown: MemoryProof, seen: Exchanges): boolean {
  return accusedBy(judge, isShown, seen).length > 0;
}

/**
 * True for an answer to a control that is like the answer to a first turn, where the answer to an earlier question was
 * so too. Either the session is lost and the bot greets first, or the bot declined the first turn as well.
 */
function isBegunAnew(control: Exchange, before: Exchanges): boolean {
  const asks = questionsIn(before).filter((ask) => !beginsSession(ask));
  return isLikeFirstAnswer(control, before) && asks.some((ask) => isLikeFirstAnswer(ask, before));
}

/**
 * The control that shows that the bot declines: it was accepted, and its answer lacks its own word. Where the bot
 * answers first turns like that too, it has to be a bot that declines now and then. Undefined where, in the next turn,
 * the bot says the word of a control and no word told before: it may never say what its current turn tells. That does
 * not apply where an answer said the word of its control and an earlier word at once.
 */
function declinedIn({ controls, behind }: Accusation, before: Exchanges): Exchange | undefined {
  const knows = (ask: Exchange): boolean => controls.some((control) => saysTold(ask, [control]));
  const saysBoth = controls.some((control) => isAnswered(control) && saysTold(control, before));
  if (!saysBoth && behind.some((ask) => knows(ask) && !saysTold(ask, before))) return undefined;
  const without = controls.filter((control) => isAccepted(control) && !isAnswered(control));
  const other = without.find((control) => !isBegunAnew(control, before));
  return other ?? (mayHaveDeclined(controls.map((control) => !isAnswered(control))) ? without[0] : undefined);
}

/**
 * The operation by which another control is worth sending: the judge finds mismatches there, and each control so far
 * was answered with its word, or like a first turn.
 */
export function operationForControl(
  judge: Judge,
  isShown: MemoryProof,
  seen: Exchanges,
): 'chat' | 'stream' | undefined {
  const before = withoutControls(seen);
  const isOpen = (control: Exchange): boolean => isAnswered(control) || isBegunAnew(control, before);
  return accusedBy(judge, isShown, seen).find(({ controls }) => controls.length < maxControls && controls.every(isOpen))
    ?.by;
}

/**
 * The operation by which the question after the controls is worth asking: once, where the last control was not answered
 * with its word.
 */
export function operationForLastQuestion(
  judge: Judge,
  isShown: MemoryProof,
  seen: Exchanges,
): 'chat' | 'stream' | undefined {
  const before = withoutControls(seen);
  const isOpen = (control: Exchange): boolean =>
    isAccepted(control) && !isAnswered(control) && !isBegunAnew(control, before);
  return accusedBy(judge, isShown, seen).find(
    ({ controls, behind }) => behind.length === 0 && controls.slice(-1).some(isOpen),
  )?.by;
}

/**
 * The judge, but inconclusive where the bot's answer to a control lacks even the word that stands in the question: then
 * the bot may have declined its earlier questions too, and forgotten nothing. Nothing fails where an answer to a
 * control says what was told before, since a lost session has only the word of the message.
 */
export function unlessDeclined(judge: Judge, isShown: MemoryProof = () => false): Judge {
  return (seen) => {
    const before = withoutControls(seen);
    const accused = accusedBy(judge, isShown, seen);
    if (accused.length === 0) {
      const judgement = judge(before);
      return 'inconclusive' in judgement ? judgement : [];
    }
    const excuses = accused.map((each) => excuseOf(each, seen, before));
    const [excuse] = excuses;
    if (excuse === undefined || excuses.includes(undefined))
      return accused.flatMap(({ mismatches }, at) => (excuses[at] === undefined ? mismatches : []));
    return { inconclusive: excuse };
  };
}

function excuseOf(accused: Accusation, seen: Exchanges, before: Exchanges): string | undefined {
  if (declinedIn(accused, before) !== undefined)
    return 'the bot did not say its word when it was asked, nor a word that stands in the question itself: whether it forgot or declined to answer cannot be told; name a bot that answers with --bot';
  if (areAllWordsRecalled(accused.by, seen, before))
    return 'the bot answered some questions in other words each time and without its word, and later said all that it was told: whether it forgot or declined to answer cannot be told; name a bot that answers with --bot';
  return undefined;
}
