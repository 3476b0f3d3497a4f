import type { Expectation, Judgement, Mismatch, Exchanges } from '../model/check.ts';
import { aboutAnswer } from '../model/reason.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../model/exchange.ts';
import type { Json } from '../bodies/content.ts';

/** An expectation about the last answer of a probe. */
export function onAnswer(judge: (answer: Answer, exchange: Exchange) => Judgement | Promise<Judgement>): Expectation {
  return (seen) => onExchange(seen.at(-1), judge);
}

/** An expectation about each answer of a probe, with the mismatches of all. */
export function onEveryAnswer(judge: (answer: Answer, exchange: Exchange) => readonly Mismatch[]): Expectation {
  return (seen) =>
    seen.flatMap((exchange) =>
      exchange.response.is === 'answer'
        ? judge(exchange.response, exchange).map((mismatch) => withExchange(exchange, mismatch))
        : [],
    );
}

/** Adds the exchange to a mismatch that names none yet. */
export function withExchange(exchange: Exchange | undefined, mismatch: Mismatch): Mismatch {
  const isShown = mismatch.exchange !== undefined || mismatch.range !== undefined;
  return exchange === undefined || isShown ? mismatch : { ...mismatch, exchange: exchange.id };
}

/** The same, also asked of an answer without an end: what it judges has come, and nothing later can change it. */
export function evenIfIncomplete(expectation: Expectation): Expectation {
  return wrapExpectation({ ofPart: 'always' }, (seen) => expectation(seen));
}

/** The same, also asked of an answer that was still coming: no client can use an answer that fell silent. */
export function evenIfStillSending(expectation: Expectation): Expectation {
  return wrapExpectation({ ofPart: 'whileSending' }, (seen) => expectation(seen));
}

/** An expectation that asks another expectation in a way of its own, of the same incomplete answers (`ofPart`). */
export function wrapExpectation(
  { ofPart }: Pick<Expectation, 'ofPart'>,
  ask: (seen: Exchanges) => ReturnType<Expectation>,
): Expectation {
  return ofPart === undefined ? ask : Object.assign(ask, { ofPart });
}

const noAnswer: Judgement = { inconclusive: 'there was no answer to judge' };

function onExchange(
  exchange: Exchange | undefined,
  judge: (answer: Answer, exchange: Exchange) => Judgement | Promise<Judgement>,
): Judgement | Promise<Judgement> {
  return exchange?.response.is === 'answer' ? judge(exchange.response, exchange) : noAnswer;
}

/** The judgement on a body that is not the JSON that it has to be, or too large to be read. */
export function unreadableJsonJudgement(
  json: Exclude<Json, { is: 'json' }>,
  missed: Omit<Mismatch, 'observed'>,
): Judgement {
  return json.is === 'tooMuch' ? { inconclusive: json.because } : [{ ...missed, observed: json.because }];
}

/** An expectation about what a success carries. Another expectation judges whether the answer had to be one. */
export function onSuccess(judge: (answer: Answer, exchange: Exchange) => Judgement | Promise<Judgement>): Expectation {
  return onAnswer((answer, exchange) =>
    isSuccessStatus(answer.status)
      ? judge(answer, exchange)
      : { inconclusive: `the answer was not a success (status ${answer.status})`, ...aboutAnswer(exchange.id) },
  );
}

/**
 * Inconclusive, for an expectation about errors and an answer that is none. Another check judges whether it had to be
 * an error.
 */
export function notAnErrorJudgement({ status }: Answer, exchange?: string): Judgement {
  return { inconclusive: `the answer was not an error (status ${status})`, ...aboutAnswer(exchange) };
}
