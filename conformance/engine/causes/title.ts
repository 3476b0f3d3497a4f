import type { Finding } from '../../model/run.ts';
import { isGenerated, topicOf } from './alike.ts';

const longestTitle = 160;
const longestQuote = 24;

/** `speech.speed: status 200, expected a refusal, any 4xx`: what was seen first, without what differs from answer to answer. */
export function titleOf(lead: Finding, checks: readonly string[]): string {
  const { title, mismatches, verdict } = lead;
  const [first] = mismatches;
  const topic = commonTopicOf(checks);
  if (first === undefined) return shortened(topic + ('because' in verdict ? verdict.because : title));
  const named = withoutNames(lead);
  const subject = named(first.kind?.subject ?? first.subject);
  const observed = named(first.kind?.observed ?? first.observed);
  const seen = observed.startsWith(subject) ? observed : `${subject}: ${observed}`;
  return shortened(`${topic}${seen}, expected ${named(first.expected)}`);
}

/** What all that is listed among them is about, such as `speech.speed: `; nothing where that is several things. */
function commonTopicOf(checks: readonly string[]): string {
  const listed = checks.filter((check) => !isGenerated({ check }));
  const topics = new Set((listed.length > 0 ? listed : checks).map(topicOf));
  return topics.size === 1 ? `${[...topics].join('')}: ` : '';
}

/** A text without the names of exchanges: they are for those who look one up, and some have a page of JSON in them. */
function withoutNames({ exchanges, mismatches }: Finding): (text: string) => string {
  const ids = [...exchanges, ...mismatches.flatMap(({ exchange = [] }) => exchange)];
  const probes = [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('#'))))];
  const longestFirst = probes.filter((probe) => probe !== '').toSorted((a, b) => b.length - a.length);
  return (text) =>
    longestFirst
      .reduce((rest, probe) => rest.replaceAll(`${probe}#`, `${anAnswer}#`), text)
      .replaceAll(new RegExp(`${anAnswer}#\\d+(?:\\.\\d+)?`, 'g'), anAnswer);
}

const anAnswer = 'an answer';

function shortened(text: string): string {
  const line = text
    .replaceAll(/"((?:[^"\\]|\\.)*)"…?/g, (quote, inside: string) => (inside.length > longestQuote ? '"…"' : quote))
    .replaceAll(/\s+/g, ' ');
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
}
