import { errorCodeIn } from '../../bodies/error-code.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import type { Mismatch } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { withoutAudioLabels } from '../../audio/audio-label.ts';
import { leadExchangeId, uncoveredChatStatusText, type ShownFinding, type WrongPart } from '../../model/mismatch.ts';
import { nonceSource } from '../../model/nonce.ts';
import { isRefusedInEvent } from './refused-in-event.ts';

/**
 * The parts of an answer that are right or wrong depending on the request; other defects are the same for all requests.
 */
const ofRequest: ReadonlySet<string> = new Set<WrongPart>(['status', 'response', 'ending']);

function isOfRequest({ kind }: Mismatch): boolean {
  return ofRequest.has(kind?.is ?? '');
}

/**
 * The key by which failures with one cause are grouped. Where the right answer depends on the request, the key is what
 * was due and what came, from the recorded fields. For other defects it is subject, expected and observed, without the
 * texts, numbers and names that differ from answer to answer. Empty where a finding has no mismatch.
 */
export function groupKey(finding: Finding, exchangeOf: ExchangeOf = () => undefined): string {
  const {
    check,
    mismatches: [first],
  } = finding;
  if (first === undefined) return '';
  const family = check.slice(0, check.indexOf('.'));
  // A use that is answered though nothing covers it is one defect, whatever came before it and however many are sent.
  const shown = exchangeOf(first.exchange ?? '');
  const uncovered = uncoveredIn(first, shown);
  // A stream that is refused in an event is one defect, whatever it should have been refused for.
  if (first.kind?.due === uncoveredChatStatusText && shown !== undefined && isRefusedInEvent(shown))
    return toldInAnEvent;
  if (uncovered !== undefined) return [family, uncovered].join('\n');
  const due = dueIn(first);
  switch (first.kind?.is) {
    case 'status': {
      const refused = refusalIn(shown, first);
      // A service that gives the same reason for its refusals has one reason, whatever of this kind was asked for.
      if (refused !== undefined) return [family, 'status', due, refused].join('\n');
      return [topicOf(check), due, observedIn(finding, exchangeOf)].join('\n');
    }
    case 'response':
      // A service that drops or withholds responses does so whatever is asked of an operation.
      return [family, observedIn(finding, exchangeOf)].join('\n');
    case 'ending':
      // A missing end depends on the code that answers, and not on what was asked.
      return [shown === undefined || shown.operation === 'other' ? topicOf(check) : shown.operation, 'ending'].join(
        '\n',
      );
    default: {
      const { subject, expected, observed } = plainOf(first);
      return ['', subject, expected, observed].join('\n');
    }
  }
}

/** What was due: the word in `kind.due`, or else the standard that the mismatch refers to. */
function dueIn({ kind, reference = '' }: Mismatch): string {
  return kind?.due ?? reference;
}

const toldInAnEvent = 'a stream that was refused in an event';

/** Whether the first mismatch is that an answer has no end. */
export function isUnended({ mismatches: [first] }: Finding): boolean {
  return first?.kind?.is === 'ending';
}

/** Whether the first mismatch is that no answer came, or only a part of one. */
export function isWithoutAnswer({ mismatches: [first] }: Pick<Finding, 'mismatches'>): boolean {
  return first?.kind?.is === 'response' || first?.kind?.is === 'ending';
}

/** The same, or a server error where any other status would have done: neither tells the client anything. */
export function isWithoutContent(finding: Pick<Finding, 'mismatches'>): boolean {
  return isWithoutAnswer(finding) || finding.mismatches[0]?.kind?.due === 'notServerError';
}

/** The defect of an answer that a finding shows first; empty where the right answer depends on the request. */
export function defectIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): readonly string[] {
  if (first === undefined || isOfRequest(first)) return [];
  const { subject, expected } = plainOf(first);
  return [`${subject}\n${expected}`];
}

/** What the first mismatch is about: `kind.is`, or else its subject; empty where a finding has no mismatch. */
export function subjectIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): string {
  return first === undefined ? '' : (first.kind?.is ?? plainOf(first).subject);
}

/** Whether the first mismatch is about this part of an answer. */
export function shows({ mismatches: [first] }: Pick<Finding, 'mismatches'>, part: WrongPart): boolean {
  return first?.kind?.is === part;
}

/**
 * A use that was answered though nothing covers it, with the reason to refuse it: `speech, no included speech is left`.
 */
function uncoveredIn({ kind }: Mismatch, exchange: ReturnType<ExchangeOf>): string | undefined {
  const reason = kind?.uncovered;
  const isAnswered = exchange?.response.is === 'answer' && isSuccessStatus(exchange.response.status);
  return reason === undefined || !isAnswered ? undefined : `${exchange.operation}, ${reason}`;
}

/** Whether only a success was due. Where other statuses were due, each check has its own reason for them. */
export function expectsSuccess({ mismatches: [first] }: Pick<Finding, 'mismatches'>): boolean {
  return first?.kind?.due === 'success';
}

/** What was asked and answered in the exchange of this id, where that is known. */
export type ExchangeOf = (
  id: string,
) => (Pick<Exchange, 'operation' | 'response' | 'place' | 'attempt'> & Partial<Pick<Exchange, 'request'>>) | undefined;

/**
 * The status of a refusal or redirection with the error code or location in it; undefined for 402, which has its own
 * reasons. A server error counts only where a success was due: a valid request fails for what the operation does, and
 * an invalid request for what is wrong in it.
 */
function refusalIn(exchange: ReturnType<ExchangeOf>, { kind }: Mismatch): string | undefined {
  const response = exchange?.response;
  if (response?.is !== 'answer' || response.status < 300) return undefined;
  if (response.status >= 500 && kind?.due !== 'success') return undefined;
  const said = errorCodeIn(response) ?? headerOf(response.headers, 'location');
  return said === undefined || response.status === uncoveredChatStatus ? undefined : `${response.status} ${said}`;
}

/**
 * The family and what came, without what was expected: equal for a generated case and a listed check of one mistake.
 */
export function answerKey(finding: Finding, exchangeOf?: ExchangeOf): string {
  if (finding.mismatches.length === 0) return '';
  return [finding.check.slice(0, finding.check.indexOf('.')), observedIn(finding, exchangeOf)].join('\n');
}

/**
 * What came: the answer itself where the right answer depends on the request, or else the observed text without its
 * values. Empty where a finding has no mismatch.
 */
export function observedIn(finding: ShownFinding, exchangeOf: ExchangeOf = () => undefined): string {
  const [first] = finding.mismatches;
  if (first === undefined) return '';
  return isOfRequest(first)
    ? [subjectIn(finding), first.kind?.observed ?? answerIn(exchangeOf(leadExchangeId(finding)))].join(' ')
    : plainOf(first).observed;
}

/** What was due; empty where a finding has no mismatch. */
export function expectedIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): string {
  if (first === undefined) return '';
  return isOfRequest(first) ? dueIn(first) : plainOf(first).expected;
}

/** The status and error code of an answer, or why there is no answer. */
function answerIn(exchange: ReturnType<ExchangeOf>): string {
  if (exchange === undefined) return '';
  const { response } = exchange;
  return response.is === 'answer' ? `${response.status} ${errorCodeIn(response) ?? ''}` : response.because;
}

/** What a check is about: its id is `<topic>/<name>`. */
export function topicOf(check: string): string {
  return check.slice(0, check.indexOf('/'));
}

/** A word that a probe planted, as `nonceOf` makes them: another one in each probe. */
export const noncePattern = new RegExp(String.raw`\b${nonceSource}\b`, 'g');

/** The texts of a mismatch without quoted texts, ids and numbers, which differ from answer to answer. */
function plainOf({
  subject,
  expected,
  observed,
  exchange = '',
  kind,
}: Mismatch): Record<'subject' | 'expected' | 'observed', string> {
  const plain = (text: string): string => plainWords(exchange === '' ? text : text.replaceAll(exchange, 'it'));
  return {
    subject: plain(kind?.subject ?? subject),
    expected: plain(expected),
    observed: plain(kind?.observed ?? observed),
  };
}

/** A text without what is quoted, ids and numbers. */
function plainWords(text: string): string {
  return withoutAudioLabels(text)
    .replaceAll(/"(?:[^"\\]|\\.)*"?…?/g, '""')
    .replaceAll(/\{.*$/gs, '{}')
    .replaceAll(/\bbytes [\da-f]{2,}…?/g, 'bytes')
    .replaceAll(/\b[\w-]*#\d+(?:\.\d+)?/g, '#')
    .replaceAll(noncePattern, '""')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '0');
}
