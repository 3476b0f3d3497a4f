import type { Expectation, Judgement, Exchanges } from '../model/check.ts';
import { jsonOf } from '../bodies/content.ts';
import { isSuccessStatus, type Answer, type Exchange, type Role } from '../model/exchange.ts';
import { wrapExpectation, notAnErrorJudgement, onAnswer, withExchange } from './on-answer.ts';

/** Functions that ask an expectation of a part of the exchanges, or under a condition. */

/** Of a single exchange, by its position from 0. */
export function onCall(at: number, expectation: Expectation): Expectation {
  return ofOne((seen) => seen[at], expectation);
}

/** Of the first exchange with this role. */
export function onFirstWithRole(role: Role, expectation: Expectation): Expectation {
  return ofOne((seen) => seen.find((exchange) => exchange.role === role), expectation);
}

function ofOne(oneIn: (seen: Exchanges) => Exchange | undefined, expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) => {
    const one = [oneIn(seen) ?? []].flat();
    const shown = (judgement: Judgement): Judgement =>
      'inconclusive' in judgement ? judgement : judgement.map((mismatch) => withExchange(one[0], mismatch));
    const judgement = expectation(one);
    return judgement instanceof Promise ? judgement.then(shown) : shown(judgement);
  });
}

/** Of each exchange by itself. */
export function onEachCall(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const judgements = await Promise.all(seen.map(async (_, at) => onCall(at, expectation)(seen)));
    const mismatches = judgements.flatMap((judgement) => ('inconclusive' in judgement ? [] : judgement));
    return mismatches.length > 0 ? mismatches : (judgements.find((judgement) => 'inconclusive' in judgement) ?? []);
  });
}

/** Of the streams only, where chats were sent between them. */
export function onStreams(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) => expectation(seen.filter(({ operation }) => operation === 'stream')));
}

/** Only where the answer is an error. Another check judges whether the input had to be refused. */
export function whereRefused(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) =>
    onAnswer(({ status }) => (status >= 400 ? expectation(seen) : []))(seen),
  );
}

/** Only where the answer is a success. Another check judges whether the input had to be accepted. */
export function whereAccepted(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) =>
    onAnswer(({ status }) => (isSuccessStatus(status) ? expectation(seen) : []))(seen),
  );
}

/** Of errors only: inconclusive for any other answer. Another check judges whether it had to be an error. */
export function onError(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) =>
    onAnswer((answer, { id }) => (answer.status >= 400 ? expectation(seen) : notAnErrorJudgement(answer, id)))(seen),
  );
}

/**
 * Not of a 404 without a JSON object: for a router that knows the form of ids, an id of another form is an unknown
 * path, and a refusal in front of the service may come without the error object.
 */
export function unlessBare404(expectation: Expectation): Expectation {
  return (seen) => onAnswer((answer) => (isBare404(answer) ? [] : expectation(seen)))(seen);
}

/** True for a 404 without a JSON object, which the service itself would send. */
export function isBare404(answer: Answer): boolean {
  const json = jsonOf(answer);
  return answer.status === 404 && !(json.is === 'json' && typeof json.value === 'object' && json.value !== null);
}

/**
 * Only where the answer is no refusal: the document leaves open whether the service refuses, for the reason given.
 * `at`: position of the answer, by default the last.
 */
export function unlessRefused(open: string, expectation: Expectation, at = -1): Expectation {
  return wrapExpectation(expectation, (seen) =>
    onAnswer(({ status }) =>
      status >= 400 && status < 500
        ? {
            inconclusive: `the document leaves open ${open}, and status ${status} refuses this request`,
            isUnspecified: true,
          }
        : expectation(seen),
    )(seen.slice(at).slice(0, 1)),
  );
}

/**
 * The expectation, but met where the connection was closed without an answer: that refuses too. Only for probes that
 * allow it.
 */
export function orConnectionClosed(expectation: Expectation): Expectation {
  return (seen) => (seen.at(-1)?.response.is === 'noAnswer' ? [] : expectation(seen));
}

/** The expectation, but met by a service that speaks HTTP/1.0: nothing that only HTTP/1.1 asks for can be judged. */
export function sinceHttp11(expectation: Expectation): Expectation {
  return (seen) => onAnswer(({ onWire }) => (onWire?.version === '1.0' ? [] : expectation(seen)))(seen);
}

/**
 * Only where the caller is let in: what a key may do is not shown (5.6), nor whether the list of bots wants other
 * credentials (5.5).
 */
export function unlessUnauthorized(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) =>
    onAnswer(({ status }) =>
      status === 401 || status === 403
        ? {
            inconclusive: `the document leaves open who may call GET /v1/bots (5.5), and status ${status} refuses this token`,
            isUnspecified: true,
          }
        : expectation(seen),
    )(seen),
  );
}
