import type { Mismatch } from '../../model/check.ts';
import type { Finding } from '../../model/run.ts';
import { withoutAudioWords } from '../../reading/audio-words.ts';

/**
 * What these say depends on what was asked, but for an answer that breaks a standard; any other defect of an answer is the
 * same whatever was asked for.
 */
const ofRequest: ReadonlySet<string> = new Set(['status', 'answer', 'complete answer']);

function isOfRequest({ subject, reference }: Mismatch): boolean {
  return ofRequest.has(subject) && (subject !== 'answer' || reference === undefined);
}

/**
 * What failures with one cause have in common: what was looked at, what was expected and what came, without the texts,
 * numbers and names that differ from answer to answer. Empty where a finding has no mismatch.
 */
export function likenessOf({ check, mismatches: [first] }: Finding): string {
  if (first === undefined) return '';
  const { subject, expected, observed } = plainOf(first);
  const where = isOfRequest({ ...first, subject }) ? topicOf(check) : '';
  return [where, subject, expected, observed].join('\n');
}

/** The same without what was expected, and of the operation: what a generated case shows of a mistake, and a case that is listed. */
export function seenIn(finding: Finding): string {
  const observed = observedIn(finding);
  return observed === '' ? '' : [finding.check.slice(0, finding.check.indexOf('.')), observed].join('\n');
}

/** What came, without the values in it; empty where a finding has no mismatch. */
export function observedIn({ mismatches: [first] }: Finding): string {
  return first === undefined ? '' : plainOf(first).observed;
}

/** Of generated cases: their property is about everything that an operation takes. */
export function isGenerated({ check }: Pick<Finding, 'check'>): boolean {
  return check.includes('.generated/');
}

/** What a check is about: its id is `<topic>/<name>`. */
export function topicOf(check: string): string {
  return check.slice(0, check.indexOf('/'));
}

/** Its words without the values in them: what is quoted, ids and numbers differ from answer to answer. */
function plainOf({
  subject,
  expected,
  observed,
  exchange = '',
  kind,
}: Mismatch): Record<'subject' | 'expected' | 'observed', string> {
  const plain = (text: string): string =>
    withoutAudioWords(exchange === '' ? text : text.replaceAll(exchange, 'it'))
      .replaceAll(/"(?:[^"\\]|\\.)*"?…?/g, '""')
      .replaceAll(/\{.*$/gs, '{}')
      .replaceAll(/\b[\w-]*#\d+(?:\.\d+)?/g, '#')
      .replaceAll(/\d+(?:[.,]\d+)*/g, '0');
  return {
    subject: plain(kind?.subject ?? subject),
    expected: plain(expected),
    observed: plain(kind?.observed ?? observed),
  };
}
