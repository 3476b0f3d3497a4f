import type { Mismatch, Seen } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { isAllKept } from './all-kept.ts';
import { beginsAnew } from './begins-anew.ts';
import { isBehindControl, isControl, withoutControls, type Judge } from '../declined/controls.ts';
import { beginsSession, isNowAndThen } from '../declined/now-and-then.ts';
import { asksIn, plantedIn, wordsPlantedIn } from '../remembers.ts';
import { recalls } from '../said.ts';

/** A bot that declines three questions of ten answers so many in a row one time in seventeen, and it declined others before. */
export const mostControls = 8;

const isAnswered = (exchange: Exchange): boolean => wordsPlantedIn(exchange).some((word) => recalls(exchange, word));

/** Whether the answers to controls show that nothing was forgotten. `before`: the exchanges before them. */
export type IsShown = (controls: Seen, before: Seen) => boolean;

/** One of them says a word that was told, which a service that lost it could not. */
export const inSome: IsShown = (controls, before) => controls.some((control) => saysTold(control, before));

/** One of them says the first word. */
export const firstInSome: IsShown = (controls, before) => {
  const word = plantedIn(before);
  return word !== undefined && controls.some((control) => recalls(control, word));
};

/** Each of many does: where one server of two lost the session, half of them would not. */
export const inEach: IsShown = (controls, before) =>
  controls.length >= mostControls && controls.every((control) => saysTold(control, before));

function saysTold(control: Exchange, before: Seen): boolean {
  return before
    .filter(isTaken)
    .flatMap(wordsPlantedIn)
    .some((word) => recalls(control, word));
}

type Accused = {
  readonly by: 'chat' | 'stream';
  readonly mismatches: readonly Mismatch[];
  /** Those asked by it so far. */
  readonly controls: Seen;
  /** The question behind them. */
  readonly behind: Seen;
};

/** What is accused by each operation: the controls by one tell nothing of the other. */
function accusedBy(judge: Judge, isShown: IsShown, seen: Seen): readonly Accused[] {
  const before = withoutControls(seen);
  const mismatches = judge(before);
  if ('inconclusive' in mismatches) return [];
  const ofStreams = new Set(before.filter(({ operation }) => operation === 'stream').map(({ id }) => id));
  const byOperation = Map.groupBy(mismatches, ({ exchange }): Accused['by'] =>
    exchange !== undefined && ofStreams.has(exchange) ? 'stream' : 'chat',
  );
  const accused = [...byOperation].map(([by, those]) => {
    const ofKind = seen.filter(({ operation }) => operation === by);
    const [controls, behind] = [ofKind.filter(isControl), ofKind.filter(isBehindControl)];
    return { by, mismatches: those, controls, behind };
  });
  return accused.filter(({ controls, behind }) => !isShown([...controls, ...behind], before));
}

/** Whether the judge accuses, and no control shows that it should not: whether or not the bot is seen to decline. */
export function accuses(judge: Judge, isShown: IsShown, seen: Seen): boolean {
  return accusedBy(judge, isShown, seen).length > 0;
}

/**
 * One that begins as sessions do, where a question for the words was answered so too: the session may be lost, and the bot
 * greets first, or it declined the first turn as well.
 */
function isBegunAnew(control: Exchange, before: Seen): boolean {
  const asks = asksIn(before).filter((ask) => !beginsSession(ask));
  return beginsAnew(control, before) && asks.some((ask) => beginsAnew(ask, before));
}

/**
 * The control by which the bot is seen to decline; a bot that declines its first turns so too does it now and then. None where
 * the bot says the word of that control in the next turn, and none of those before it: it may never say what its own turn tells,
 * unless it said that and an earlier word at once.
 */
function declinedIn({ controls, behind }: Accused, before: Seen): Exchange | undefined {
  const knows = (ask: Exchange): boolean => controls.some((control) => saysTold(ask, [control]));
  const saysBoth = controls.some((control) => isAnswered(control) && saysTold(control, before));
  if (!saysBoth && behind.some((ask) => knows(ask) && !saysTold(ask, before))) return undefined;
  const without = controls.filter((control) => isTaken(control) && !isAnswered(control));
  const other = without.find((control) => !isBegunAnew(control, before));
  return other ?? (isNowAndThen(controls.map((control) => !isAnswered(control))) ? without[0] : undefined);
}

/** By which operation a control is worth asking: the judge accuses there, and each one was answered so far, or as a first turn is. */
export function worthControl(judge: Judge, isShown: IsShown, seen: Seen): 'chat' | 'stream' | undefined {
  const before = withoutControls(seen);
  const isOpen = (control: Exchange): boolean => isAnswered(control) || isBegunAnew(control, before);
  return accusedBy(judge, isShown, seen).find(
    ({ controls }) => controls.length < mostControls && controls.every(isOpen),
  )?.by;
}

/** By which operation the question behind them is worth asking: once, where the last one was not answered with its word. */
export function worthAskingBehind(judge: Judge, isShown: IsShown, seen: Seen): 'chat' | 'stream' | undefined {
  const before = withoutControls(seen);
  const isOpen = (control: Exchange): boolean =>
    isTaken(control) && !isAnswered(control) && !isBegunAnew(control, before);
  return accusedBy(judge, isShown, seen).find(
    ({ controls, behind }) => behind.length === 0 && controls.slice(-1).some(isOpen),
  )?.by;
}

/**
 * The same, unless the bot left out a word too that stands in the question, behind its other misses: then it may have
 * declined those, and forgot nothing. And unless it said there what was told: a session that was lost has the word of the
 * message alone.
 */
export function unlessDeclined(judge: Judge, isShown: IsShown = () => false): Judge {
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

function excuseOf(accused: Accused, seen: Seen, before: Seen): string | undefined {
  if (declinedIn(accused, before) !== undefined)
    return 'the bot did not say its word when it was asked, nor a word that stands in the question itself: whether it forgot or declined to answer cannot be told; name a bot that answers with --bot';
  if (isAllKept(accused.by, seen, before))
    return 'the bot answered some questions in other words each time and without its word, and later said all that it was told: whether it forgot or declined to answer cannot be told; name a bot that answers with --bot';
  return undefined;
}
