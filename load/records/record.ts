import type { RequestRecord } from '../../conformance/contract/formats/load/requests.ts';
import { fieldsOf, jsonOf } from './narrow.ts';

/** One request. All times are milliseconds since t0; an absent one did not happen. */
export type { RequestRecord };

/**
 * The record that this line holds, or `undefined`: every field that is known must have its type. The parsed object
 * itself is given back, because a copy of a million records costs as much as parsing them; fields that are not known
 * stay on it, where no code can name them.
 */
export function recordOf(line: string): RequestRecord | undefined {
  const fields = fieldsOf(jsonOf(line)) as Unchecked | undefined;
  if (fields === undefined || !hasIdentity(fields) || !hasTimes(fields) || !hasFacts(fields)) return undefined;
  fields.eventsDropped ??= 0;
  fields.bytes ??= 0;
  fields.coalesced ??= 0;
  fields.reused ??= false;
  withFirstEvent(fields);
  return fields as RequestRecord;
}

/** Before there were rules, the first event with data was called the first content. */
export function withFirstEvent(record: { firstEvent?: unknown; firstContent?: unknown }): void {
  if (record.firstEvent !== undefined || record.firstContent === undefined) return;
  record.firstEvent = record.firstContent;
  record.firstContent = undefined;
}

/** The arrivals of events with text of the reply; of all events where no rule tells them apart. */
export function contentArrivals({ events, others }: RequestRecord): readonly number[] {
  if (others === undefined || others.length === 0) return events;
  let next = 0;
  return events.filter((_, place) => {
    if (others[next] !== place) return true;
    next += 1;
    return false;
  });
}

/** When the body of an answer began that is no event stream; undefined of a stream, and of an empty body. */
export function bodyBegan({ events, eventsDropped, firstByte }: RequestRecord): number | undefined {
  return events.length === 0 && eventsDropped === 0 ? firstByte : undefined;
}

/**
 * Whether a stream that came whole ends in an event with an error object. What events contain is not shown (6.1): that it
 * failed is as likely as that it is a reply.
 */
export function mayHaveFailed({ outcome, broke }: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return outcome === 'ok' && broke !== undefined && broke.split(' ').includes('noError');
}

/** Whether it was answered for certain: half a reply is sooner there than a whole one, and of no figure that tells times. */
export function isAnswered(record: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return record.outcome === 'ok' && !mayHaveFailed(record);
}

/** By this rule, after the run, a few of the spoken answers were judged, and no other. */
export const decodedRule = 'decoded';

export function isHeard({ judged }: { readonly judged?: string | undefined }): boolean {
  return judged !== undefined && ` ${judged}`.endsWith(` ${decodedRule}`);
}

/** That alone makes it wrong. */
export function isHeardWrong({ outcome, broke }: Pick<RequestRecord, 'outcome' | 'broke'>): boolean {
  return outcome === 'wrong' && broke === decodedRule;
}

/** A spoken answer that is right as far as can be seen without decoding it, and was not decoded. */
export function isUnheard(record: RequestRecord): boolean {
  return record.outcome === 'ok' && isSpeech(record) && !isHeard(record);
}

/** Named one by one: a loop over names would look each field up by a computed key, at three times the cost. */
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
