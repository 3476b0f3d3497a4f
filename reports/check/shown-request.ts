import type { Finding } from '../../conformance/model/run.ts';
import { askedText, routeText } from '../exchange/asked-text.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { durationText } from '../text/format.ts';
import { isOfSequence } from './plain-mismatch.ts';

/** The request that shows the failure, where no curl line does. */
export function requestBesideCurl(finding: Finding, exchangeOf: ExchangeOf | undefined): string | undefined {
  return finding.reproduceBy === 'command' ? requestShowing(finding, exchangeOf) : undefined;
}

/**
 * The request that shows the failure, with its place among several calls: `call 3 of 4: POST /v1/audio/tts
 * {"text":"a"}`.
 */
export function requestShowing(
  { exchanges, mismatches: [first], reproduces, verdict }: Finding,
  exchangeOf: ExchangeOf | undefined,
): string | undefined {
  if (verdict.is !== 'fail') return undefined;
  const id = first?.exchange ?? reproduces ?? exchanges[0];
  const request = id === undefined ? undefined : exchangeOf?.(id)?.request;
  if (id === undefined || request === undefined) return undefined;
  const at = exchanges.indexOf(id);
  const isSequence = at >= 0 && isOfSequence(first, exchanges);
  return `${isSequence ? `call ${at + 1} of ${exchanges.length}: ` : ''}${askedText(request)}`;
}

/**
 * The earlier requests that the failing answer depends on: `POST /v1/bots/a/chat {"message":"a"} → 200`. Requests that
 * differ only in their text are one line with their number: `12 × POST /v1/audio/tts (no valid token) → 401`.
 */
export function requestsBefore(
  { mismatches: [first] }: Finding,
  exchangeOf: ExchangeOf | undefined,
): readonly string[] {
  const shown = exchangeOf?.(first?.exchange ?? '');
  const sent = (first?.restsOn ?? []).flatMap((id) => exchangeOf?.(id) ?? []).filter((each) => !isLater(each, shown));
  const alike = Map.groupBy(sent, (each) => [routeText(each.request), cameAs(each)].join('\n'));
  return [...alike.values()].flatMap(([one, ...more]) => {
    if (one === undefined) return [];
    const asked = more.length === 0 ? askedText(one.request) : `${more.length + 1} × ${routeText(one.request)}`;
    return [`${asked}${cameAs(one)}`];
  });
}

type Sent = NonNullable<ReturnType<ExchangeOf>>;

/** True where the exchange began after the one that is shown. */
function isLater({ startedAt: one }: Sent, shown: Sent | undefined): boolean {
  const other = shown?.startedAt;
  return one !== undefined && other !== undefined && one > other;
}

function cameAs({ response }: Sent): string {
  return response?.is === 'answer' ? `  → ${response.status}` : '';
}

/**
 * `, 150 ms after the request`, of an answer that says by its status that something took too long, or that ended before it was
 * whole: the time is what tells a time limit from other reasons. Empty for others, and for a rule for every answer.
 */
export function afterText(
  { exchange = '', answers }: Finding['mismatches'][number],
  exchangeOf: ExchangeOf | undefined,
): string {
  const response = exchangeOf?.(exchange)?.response;
  if (response?.is !== 'answer' || answers !== undefined) return '';
  const isOfTime = ofTime.includes(response.status) || response.ending !== 'complete';
  return isOfTime ? `, ${durationText(response.endedAtMs)} after the request` : '';
}

/** Statuses of time limits (408, 504), and of a gateway or a service that gave up (502, 503). */
const ofTime: readonly number[] = [408, 502, 503, 504];

/**
 * ` of an answer with status 422`, of an answer that is a refusal, where its status is not what is wrong: so that nobody
 * takes a flaw of the refusal for an accepted request. Empty for others, and for a rule for every answer.
 */
export function refusalText(
  { exchange = '', answers, kind }: Finding['mismatches'][number],
  exchangeOf: ExchangeOf | undefined,
): string {
  const response = exchangeOf?.(exchange)?.response;
  if (response?.is !== 'answer' || response.status < 400 || answers !== undefined) return '';
  return kind?.due !== undefined || kind?.is === 'status' ? '' : ` of an answer with status ${response.status}`;
}
