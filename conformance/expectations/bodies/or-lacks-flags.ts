import { chatFlags } from '../../contract/limits.ts';
import { combineJudgements, type Expectation, type Judgement, type Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { sentJson, sentMember } from '../../bodies/sent-json.ts';
import { wrapExpectation } from '../on-answer.ts';
import { hasErrorEnvelope } from './has-error-envelope.ts';

/**
 * The expectation, of all answers except refusals with 501, which say that the service lacks what a request with an
 * option flag asks for (RFC 9110 15.6.2). Those have to carry the error object.
 */
export function allowingUnsupportedFlags(expectation: Expectation): Expectation {
  return (seen) => {
    const lacking = seen.filter(lacksFlags);
    return lacking.length === 0 ? expectation(seen) : besideRefusals(expectation, seen, lacking);
  };
}

/** The judgement on all other answers, together with whether each refusal carries the error object, and with `more`. */
async function besideRefusals(
  expectation: Expectation,
  seen: Exchanges,
  refusals: Exchanges,
  more: readonly Judgement[] = [],
): Promise<Judgement> {
  const others = seen.filter((exchange) => !refusals.includes(exchange));
  return combineJudgements([
    ...(await Promise.all(refusals.map(async (exchange) => hasErrorEnvelope([exchange])))),
    ...(others.length === 0 ? [] : [await expectation(others)]),
    ...more,
  ]);
}

/**
 * The expectation, of all answers except those that understand a flag that is on and refuse what it asks for: with 403
 * (not for this bot), 409 (not in its state) or 501, and the error object. What a flag means is not shown (2.2). A 400
 * or 422 says that the flag itself is wrong, unless the flag is the only one and is accepted when off: then what it
 * asks for is refused.
 */
export function allowingRefusedFlags(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const kept = seen.filter((exchange) => keepsFlags(exchange) || isKnownWhenOff(exchange, seen));
    const [first] = kept;
    if (first?.response.is !== 'answer') return expectation(seen);
    const open = {
      inconclusive: `the document leaves open what an option flag means (2.2), and status ${first.response.status} says that it is not to be had`,
      isUnspecified: true,
    } as const;
    return besideRefusals(expectation, seen, kept, [open]);
  });
}

const notToBeHad = [403, 409, 501];

function keepsFlags(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (response.is !== 'answer' || !notToBeHad.includes(response.status)) return false;
  const sent = sentJson(request);
  return setsFlags(exchange) && Object.values(sent ?? {}).includes(true);
}

const saysInvalid = [400, 422];

function isKnownWhenOff(refused: Exchange, seen: Exchanges): boolean {
  const { request, response } = refused;
  if (response.is !== 'answer' || !saysInvalid.includes(response.status)) return false;
  const [flag, ...others] = flagsIn(request);
  const isOff = ({ request: other }: Exchange): boolean =>
    sentMember(other, flag ?? '') === 'false' && flagsIn(other).length === 1;
  if (flag === undefined || others.length > 0 || sentMember(request, flag) !== 'true') return false;
  return seen.some((exchange) => isOff(exchange) && isAccepted(exchange));
}

function flagsIn(request: Exchange['request']): readonly string[] {
  return chatFlags.filter((flag) => sentMember(request, flag) !== undefined);
}

/** The expectation, of the answers to requests with an option flag only. */
export function onFlagged(expectation: Expectation): Expectation {
  return (seen) => {
    const flagged = seen.filter(setsFlags);
    return flagged.length === 0 ? { inconclusive: 'no request with an option flag was sent' } : expectation(flagged);
  };
}

function lacksFlags(exchange: Exchange): boolean {
  const { response } = exchange;
  return response.is === 'answer' && response.status === 501 && setsFlags(exchange);
}

function setsFlags({ request }: Exchange): boolean {
  const sent = sentJson(request);
  return typeof sent === 'object' && sent !== null && chatFlags.some((flag) => Object.hasOwn(sent, flag));
}
