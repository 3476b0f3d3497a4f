import { errorCodeIn } from '../../bodies/error-code.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import type { Mismatch } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { withoutAudioWords } from '../../audio/audio-words.ts';
import { idShowing, uncoveredIsDue, type ShownFinding, type WrongPart } from '../../model/mismatch.ts';
import { nonceSource } from '../../model/nonce.ts';
import { isToldInAnEvent } from './told-in-an-event.ts';

/** What these say depends on what was asked; any other defect of an answer is the same whatever was asked for. */
const ofRequest: ReadonlySet<string> = new Set<WrongPart>(['status', 'response', 'ending']);

function isOfRequest({ kind }: Mismatch): boolean {
  return ofRequest.has(kind?.is ?? '');
}

/**
 * What failures with one cause have in common. Of what depends on what was asked the fields say it: what had to come, and
 * what came; of another defect what was looked at, expected and observed, without the texts, numbers and names that differ
 * from answer to answer. Empty where a finding has no mismatch.
 */
export function likenessOf(finding: Finding, exchangeOf: ExchangeOf = () => undefined): string {
  const {
    check,
    mismatches: [first],
  } = finding;
  if (first === undefined) return '';
  const family = check.slice(0, check.indexOf('.'));
  // Whichever uses it comes behind, and however many are sent at once: what answers a use that nothing covers is one thing.
  const shown = exchangeOf(first.exchange ?? '');
  const uncovered = uncoveredIn(first, shown);
  // Whatever it should have been refused for.
  if (first.kind?.due === uncoveredIsDue && shown !== undefined && isToldInAnEvent(shown)) return toldInAnEvent;
  if (uncovered !== undefined) return [family, uncovered].join('\n');
  const due = dueIn(first);
  switch (first.kind?.is) {
    case 'status': {
      const refused = refusalIn(shown, first);
      // What a service gives as its reason is one reason, whatever of one kind was asked for.
      if (refused !== undefined) return [family, 'status', due, refused].join('\n');
      return [topicOf(check), due, observedIn(finding, exchangeOf)].join('\n');
    }
    case 'response':
      // A service that drops or keeps one does so whatever is asked of an operation.
      return [family, observedIn(finding, exchangeOf)].join('\n');
    case 'ending':
      // What has no end is a matter of what answers, whatever was asked.
      return [shown === undefined || shown.operation === 'other' ? topicOf(check) : shown.operation, 'ending'].join(
        '\n',
      );
    default: {
      const { subject, expected, observed } = plainOf(first);
      return ['', subject, expected, observed].join('\n');
    }
  }
}

/** What had to come, by a word, or else by the standard that says so. */
function dueIn({ kind, reference = '' }: Mismatch): string {
  return kind?.due ?? reference;
}

const toldInAnEvent = 'a stream that was refused in an event';

/** Whether it shows first that an answer has no end. */
export function isUnended({ mismatches: [first] }: Finding): boolean {
  return first?.kind?.is === 'ending';
}

/** Whether it shows first that no answer came, or not all of one. */
export function isWithoutAnswer({ mismatches: [first] }: Pick<Finding, 'mismatches'>): boolean {
  return first?.kind?.is === 'response' || first?.kind?.is === 'ending';
}

/** The same, or that it was a server error where any other would have done: then nobody was told anything. */
export function isWithoutContent(finding: Pick<Finding, 'mismatches'>): boolean {
  return isWithoutAnswer(finding) || finding.mismatches[0]?.kind?.due === 'notServerError';
}

/** Of a finding the defect of an answer that it shows first; none where that depends on what was asked. */
export function defectIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): readonly string[] {
  if (first === undefined || isOfRequest(first)) return [];
  const { subject, expected } = plainOf(first);
  return [`${subject}\n${expected}`];
}

/** What is wrong first: by its word, or else what was looked at; empty where a finding has no mismatch. */
export function subjectIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): string {
  return first === undefined ? '' : (first.kind?.is ?? plainOf(first).subject);
}

/** Whether this is what is wrong first. */
export function shows({ mismatches: [first] }: Pick<Finding, 'mismatches'>, part: WrongPart): boolean {
  return first?.kind?.is === part;
}

/** A use that was answered, by why it should have been refused: `speech, no included speech is left`. */
function uncoveredIn({ kind }: Mismatch, exchange: ReturnType<ExchangeOf>): string | undefined {
  const reason = kind?.uncovered;
  const isAnswered = exchange?.response.is === 'answer' && isSuccessStatus(exchange.response.status);
  return reason === undefined || !isAnswered ? undefined : `${exchange.operation}, ${reason}`;
}

/** Whether nothing but a success would do; what else would, and why it is due, is another matter of each check. */
export function isOfSuccess({ mismatches: [first] }: Pick<Finding, 'mismatches'>): boolean {
  return first?.kind?.due === 'success';
}

/** What was asked and answered in the exchange of this id, where that is known. */
export type ExchangeOf = (
  id: string,
) => (Pick<Exchange, 'operation' | 'response' | 'place' | 'attempt'> & Partial<Pick<Exchange, 'request'>>) | undefined;

/**
 * The status of a refusal or a redirection with the code or the place that it names; not of 402, which has its own reasons.
 * Of a server error where a success was due: what is asked for as it should be fails for what the operation does, and
 * what is not, for what was wrong in it.
 */
function refusalIn(exchange: ReturnType<ExchangeOf>, { kind }: Mismatch): string | undefined {
  const response = exchange?.response;
  if (response?.is !== 'answer' || response.status < 300) return undefined;
  if (response.status >= 500 && kind?.due !== 'success') return undefined;
  const said = errorCodeIn(response) ?? headerOf(response.headers, 'location');
  return said === undefined || response.status === uncoveredChatStatus ? undefined : `${response.status} ${said}`;
}

/** The same without what was expected, and of the operation: what a generated case shows of a mistake, and a case that is listed. */
export function seenIn(finding: Finding, exchangeOf?: ExchangeOf): string {
  if (finding.mismatches.length === 0) return '';
  return [finding.check.slice(0, finding.check.indexOf('.')), observedIn(finding, exchangeOf)].join('\n');
}

/**
 * What came: where that depends on what was asked, by the answer itself, or else without the values in it. Empty where a
 * finding has no mismatch.
 */
export function observedIn(finding: ShownFinding, exchangeOf: ExchangeOf = () => undefined): string {
  const [first] = finding.mismatches;
  if (first === undefined) return '';
  return isOfRequest(first)
    ? [subjectIn(finding), first.kind?.observed ?? answerIn(exchangeOf(idShowing(finding)))].join(' ')
    : plainOf(first).observed;
}

/** What had to come; empty where a finding has no mismatch. */
export function expectedIn({ mismatches: [first] }: Pick<Finding, 'mismatches'>): string {
  if (first === undefined) return '';
  return isOfRequest(first) ? dueIn(first) : plainOf(first).expected;
}

/** Its status and error code, or why there is none. */
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
export const plantedWord = new RegExp(String.raw`\b${nonceSource}\b`, 'g');

/** Its words without the values in them: what is quoted, ids and numbers differ from answer to answer. */
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
  return withoutAudioWords(text)
    .replaceAll(/"(?:[^"\\]|\\.)*"?…?/g, '""')
    .replaceAll(/\{.*$/gs, '{}')
    .replaceAll(/\bbytes [\da-f]{2,}…?/g, 'bytes')
    .replaceAll(/\b[\w-]*#\d+(?:\.\d+)?/g, '#')
    .replaceAll(plantedWord, '""')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '0');
}
