import { withIdsReplaced } from '../../model/exchange-id.ts';
import type { Operation } from '../../model/exchange.ts';
import { exchangeIdsOf } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { noncePattern, topicOf, type ExchangeOf } from './likeness.ts';
import { headOf } from '../../reading/whole-letters.ts';

const longestTitle = 160;
const longestQuote = 24;

/**
 * `speech.speed: status 200, expected a refusal, any 4xx`: the first mismatch, without what differs from answer to
 * answer.
 */
export function titleOf(lead: Finding, checks: readonly string[], exchangeOf: ExchangeOf = () => undefined): string {
  const { title, mismatches, verdict } = lead;
  const [first] = mismatches;
  const topic = commonTopicOf(checks);
  if (first === undefined) return shortened(topic + ('because' in verdict ? verdict.because : title));
  const named = withoutNames(lead, exchangeOf);
  const subject = named(first.kind?.subject ?? first.subject);
  const observed = named(first.kind?.observed ?? first.observed);
  const isSaid = observed.startsWith(subject) || observed.startsWith(`the ${subject} `);
  const seen = isSaid ? observed : `${subject}: ${observed}`;
  return shortened(`${topic}${seen}, expected ${named(first.expected)}`);
}

/** The topic that all listed checks share, such as `speech.speed: `; empty where there are several topics. */
function commonTopicOf(checks: readonly string[]): string {
  const listed = checks.filter((check) => !isGenerated({ check }));
  const topics = new Set((listed.length > 0 ? listed : checks).map(topicOf));
  return topics.size === 1 ? `${[...topics].join('')}: ` : '';
}

/** What a title calls an answer, by its operation: the names of exchanges only serve to look them up. */
const answers: Readonly<Record<Operation, string>> = {
  bots: 'a list of bots',
  chat: 'a chat',
  stream: 'a stream',
  voices: 'a list of voices',
  speech: 'a speech',
  other: 'an answer',
};

/** Returns a function that replaces the names of exchanges in a text: some names contain a page of JSON. */
function withoutNames(finding: Finding, exchangeOf: ExchangeOf): (text: string) => string {
  const ids = exchangeIdsOf(finding);
  return (text) =>
    withIdsReplaced(text.slice(0, longestSearched), ids, (id, isInBrackets) =>
      // A name in brackets only says which of several exchanges is meant.
      isInBrackets ? '' : answers[exchangeOf(id)?.operation ?? 'other'],
    );
}

/** Longest text in characters that is searched for names: the title shows less than that. */
const longestSearched = 2_000;

function shortened(text: string): string {
  const line = text
    .replaceAll(noncePattern, '…')
    .replaceAll(/"((?:[^"\\]|\\.)*)"…?/g, (quote, inside: string) => (inside.length > longestQuote ? '"…"' : quote))
    // After a status, the empty quote only says that there was a body.
    .replaceAll(/\b(status \d{3}[^",]*), "…"(?=,|$)/g, '$1')
    .replaceAll(/\s+/g, ' ');
  return line.length > longestTitle ? `${headOf(line, longestTitle - 1)}…` : line;
}
