import type { Expectation, Judgement, Mismatch, Seen } from '../model/check.ts';
import { aboutAnswer } from '../model/reason.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../model/exchange.ts';
import type { Json } from '../bodies/content.ts';

/** An expectation about the last answer of a probe. */
export function onAnswer(judge: (answer: Answer, exchange: Exchange) => Judgement | Promise<Judgement>): Expectation {
  return (seen) => onExchange(seen.at(-1), judge);
}

/** An expectation about each answer of a probe; their mismatches come together. */
export function onEveryAnswer(judge: (answer: Answer, exchange: Exchange) => readonly Mismatch[]): Expectation {
  return (seen) =>
    seen.flatMap((exchange) =>
      exchange.response.is === 'answer'
        ? judge(exchange.response, exchange).map((mismatch) => shownBy(exchange, mismatch))
        : [],
    );
}

/** Names the exchange that shows it, where nothing in it does so yet. */
export function shownBy(exchange: Exchange | undefined, mismatch: Mismatch): Mismatch {
  const isShown = mismatch.exchange !== undefined || mismatch.range !== undefined;
  return exchange === undefined || isShown ? mismatch : { ...mismatch, exchange: exchange.id };
}

/** The same, asked also of an answer without an end: what it judges came, and nothing behind it can change that. */
export function ofWhatCame(expectation: Expectation): Expectation {
  return asPartOf({ ofPart: 'always' }, (seen) => expectation(seen));
}

/** The same, asked also of an answer that was still coming: one that fell silent is none that a client can use. */
export function ofWhatIsComing(expectation: Expectation): Expectation {
  return asPartOf({ ofPart: 'whileSending' }, (seen) => expectation(seen));
}

/** What asks another expectation in a way of its own is asked where that is. */
export function asPartOf(
  { ofPart }: Pick<Expectation, 'ofPart'>,
  ask: (seen: Seen) => ReturnType<Expectation>,
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

/** The word on a body that is not the JSON it has to be, or of which that cannot be told. */
export function notRead(json: Exclude<Json, { is: 'json' }>, missed: Omit<Mismatch, 'observed'>): Judgement {
  return json.is === 'tooMuch' ? { inconclusive: json.because } : [{ ...missed, observed: json.because }];
}

/** For expectations about what a success carries: whether it is one is another expectation's word. */
export function onSuccess(judge: (answer: Answer, exchange: Exchange) => Judgement | Promise<Judgement>): Expectation {
  return onAnswer((answer, exchange) =>
    isSuccessStatus(answer.status)
      ? judge(answer, exchange)
      : { inconclusive: `the answer was not a success (status ${answer.status})`, ...aboutAnswer(exchange.id) },
  );
}

/** What an error has to have is not to be judged of an answer that is none: whether it had to be one is another check's word. */
export function noErrorIn({ status }: Answer, exchange?: string): Judgement {
  return { inconclusive: `the answer was not an error (status ${status})`, ...aboutAnswer(exchange) };
}
