import { withNamesReplaced } from '../../model/exchange-id.ts';
import type { Operation } from '../../model/exchange.ts';
import { namedBy } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { plantedWord, topicOf, type ExchangeOf } from './likeness.ts';
import { headOf } from '../../reading/whole-letters.ts';

const longestTitle = 160;
const longestQuote = 24;

/** `speech.speed: status 200, expected a refusal, any 4xx`: what was seen first, without what differs from answer to answer. */
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

/** What all that is listed among them is about, such as `speech.speed: `; nothing where that is several things. */
function commonTopicOf(checks: readonly string[]): string {
  const listed = checks.filter((check) => !isGenerated({ check }));
  const topics = new Set((listed.length > 0 ? listed : checks).map(topicOf));
  return topics.size === 1 ? `${[...topics].join('')}: ` : '';
}

/** What an answer is called by what was asked for: the names of exchanges are for those who look one up. */
const answers: Readonly<Record<Operation, string>> = {
  bots: 'a list of bots',
  chat: 'a chat',
  stream: 'a stream',
  voices: 'a list of voices',
  speech: 'a speech',
  other: 'an answer',
};

/** A text without the names of exchanges: some have a page of JSON in them. */
function withoutNames(finding: Finding, exchangeOf: ExchangeOf): (text: string) => string {
  const ids = namedBy(finding);
  return (text) =>
    withNamesReplaced(text.slice(0, longestSearched), ids, (id, isInBrackets) =>
      // In brackets it only says which of several is meant.
      isInBrackets ? '' : answers[exchangeOf(id)?.operation ?? 'other'],
    );
}

/** Of what is longer the title shows less. */
const longestSearched = 2_000;

function shortened(text: string): string {
  const line = text
    .replaceAll(plantedWord, '…')
    .replaceAll(/"((?:[^"\\]|\\.)*)"…?/g, (quote, inside: string) => (inside.length > longestQuote ? '"…"' : quote))
    // Behind a status it says no more than that there was a body.
    .replaceAll(/\b(status \d{3}[^",]*), "…"(?=,|$)/g, '$1')
    .replaceAll(/\s+/g, ' ');
  return line.length > longestTitle ? `${headOf(line, longestTitle - 1)}…` : line;
}
