import type { RequestRecord } from '../../conformance/contract/formats/load/requests.ts';
import { asObject, parseJson } from './narrow.ts';

/** A request. All times are milliseconds since t0; an absent time did not happen. */
export type { RequestRecord };

/**
 * The record in this line. Undefined unless every known field has its type. Returns the parsed object itself, because
 * copying a million records costs as much as parsing them. Unknown fields stay on it, but its type does not name them.
 */
export function recordOf(line: string): RequestRecord | undefined {
  const fields = asObject(parseJson(line)) as Unchecked | undefined;
  if (fields === undefined || !hasIdentity(fields) || !hasTimes(fields) || !hasFacts(fields)) return undefined;
  fields.eventsDropped ??= 0;
  fields.bytes ??= 0;
  fields.coalesced ??= 0;
  fields.reused ??= false;
  withFirstEvent(fields);
  return fields as RequestRecord;
}

/** Older records, from before content rules existed, call the first event with data `firstContent`. */
export function withFirstEvent(record: { firstEvent?: unknown; firstContent?: unknown }): void {
  if (record.firstEvent !== undefined || record.firstContent === undefined) return;
  record.firstEvent = record.firstContent;
  record.firstContent = undefined;
}

/** The arrivals of events with text of the reply; of all events where no rule distinguishes them. */
export function contentArrivals({ events, others }: RequestRecord): readonly number[] {
  if (others === undefined || others.length === 0) return events;
  let next = 0;
  return events.filter((_, place) => {
    if (others[next] !== place) return true;
    next += 1;
    return false;
  });
}

/** When the body of a response that is not a stream began. Undefined for a stream and for an empty body. */
export function bodyStartMs({ events, eventsDropped, firstByte }: RequestRecord): number | undefined {
  return events.length === 0 && eventsDropped === 0 ? firstByte : undefined;
}

/**
 * Whether a complete stream ends in an event with an error object. The document does not show the contents of events
 * (6.1): it may be a failure as well as a reply.
 */
export function mayHaveFailed({ outcome, broke }: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return outcome === 'ok' && broke !== undefined && broke.split(' ').includes('noError');
}

/**
 * Whether the request was certainly answered. Half a reply takes less time than a whole one, so it counts in no figure
 * of times.
 */
export function isAnswered(record: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return record.outcome === 'ok' && !mayHaveFailed(record);
}

/** Name of the rule by which a few of the spoken responses, and no others, were judged after the run. */
export const decodedRule = 'decoded';

export function isDecoded({ judged }: { readonly judged?: string | undefined }): boolean {
  return judged !== undefined && ` ${judged}`.endsWith(` ${decodedRule}`);
}

/** Whether decoding alone shows that the response is wrong. */
export function isWrongByDecoding({ outcome, broke }: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return outcome === 'wrong' && broke === decodedRule;
}

/** A spoken response that was not decoded and shows no other mistake. */
export function isUndecoded(record: RequestRecord): boolean {
  return record.outcome === 'ok' && isSpeech(record) && !isDecoded(record);
}

/**
 * The fields are named individually: a loop over names would look up each field by a computed key, at three times the
 * cost.
 */
type Unchecked = { -readonly [Name in keyof RequestRecord]?: unknown };

function hasIdentity({ id, index, scenario, operation, outcome, status, because, lacked }: Unchecked): boolean {
  return (
    typeof id === 'string' &&
    Number.isFinite(index) &&
    typeof scenario === 'string' &&
    maybeText(operation) &&
    typeof outcome === 'string' &&
    maybeNumber(status) &&
    maybeText(because) &&
    maybeText(lacked)
  );
}

function hasTimes(fields: Unchecked): boolean {
  return (
    Number.isFinite(fields.intended) &&
    maybeNumber(fields.sent) &&
    maybeNumber(fields.headers) &&
    maybeNumber(fields.firstByte) &&
    maybeNumber(fields.firstEvent) &&
    maybeNumber(fields.firstContent) &&
    Number.isFinite(fields.end) &&
    areNumbers(fields.events) &&
    (fields.others === undefined || areNumbers(fields.others)) &&
    (fields.earlyAt === undefined || areNumbers(fields.earlyAt)) &&
    maybeNumber(fields.ownDelay) &&
    maybeNumber(fields.dnsMs) &&
    maybeNumber(fields.connectMs) &&
    maybeNumber(fields.tlsMs) &&
    maybeNumber(fields.waitedMs) &&
    maybeNumber(fields.transmitted) &&
    maybeNumber(fields.rttMs) &&
    maybeNumber(fields.serverMs) &&
    maybeNumber(fields.receiveMs)
  );
}

function hasFacts(fields: Unchecked): boolean {
  return (
    maybeNumber(fields.eventsDropped) &&
    maybeNumber(fields.bytes) &&
    maybeNumber(fields.coalesced) &&
    maybeText(fields.judged) &&
    maybeText(fields.broke) &&
    maybeText(fields.answerKept) &&
    maybeNumber(fields.contentChars) &&
    maybeNumber(fields.firstContentChars) &&
    maybeNumber(fields.early) &&
    (fields.reused === undefined || typeof fields.reused === 'boolean') &&
    maybeText(fields.protocol) &&
    maybeText(fields.tls) &&
    (fields.stamps === undefined || fields.stamps === 'user' || fields.stamps === 'kernel') &&
    maybeText(fields.session) &&
    maybeNumber(fields.credits) &&
    maybeNumber(fields.chars) &&
    maybeNumber(fields.audioSeconds) &&
    maybeText(fields.format) &&
    maybeText(fields.audioFlag) &&
    maybeText(fields.audioSample)
  );
}

function maybeNumber(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

function maybeText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function areNumbers(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (const one of value) if (!Number.isFinite(one)) return false;
  return true;
}

export function isSpeech({ operation, scenario, chars, audioSeconds }: RequestRecord): boolean {
  return (operation ?? scenario) === 'speech' || chars !== undefined || audioSeconds !== undefined;
}
