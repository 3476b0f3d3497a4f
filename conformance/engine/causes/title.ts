import type { Operation } from '../../model/exchange.ts';
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
function withoutNames({ exchanges, mismatches }: Finding, exchangeOf: ExchangeOf): (text: string) => string {
  const own = new Set([...exchanges, ...mismatches.flatMap(({ exchange = [] }) => exchange)].map(probeOf));
  const answerOf = (id: string): string | undefined => {
    const operation = exchangeOf(id)?.operation;
    if (operation !== undefined) return answers[operation];
    return own.has(probeOf(id)) ? answers.other : undefined;
  };
  return (text) => {
    let rest = text.slice(0, longestSearched);
    for (let mark = endOfName.exec(rest); mark !== null; mark = endOfName.exec(rest)) {
      const end = mark.index + mark[0].length;
      const start = startOfName(rest.slice(0, end), answerOf);
      // Nobody's name: the mark is put aside, so that the next one is looked at.
      const told = start === undefined ? undefined : answerOf(rest.slice(start, end));
      // In brackets it only says which of several is meant.
      const isAside = start !== undefined && rest.slice(0, start).endsWith(' (') && rest[end] === ')';
      const [from, to] = isAside ? [start - 2, end + 1] : [start ?? mark.index, end];
      rest = `${rest.slice(0, from)}${isAside ? '' : (told ?? mark[0].replace('#', aside))}${rest.slice(to)}`;
    }
    return rest.replaceAll(aside, '#');
  };
}

/** Of what is longer the title shows less. */
const longestSearched = 2_000;
const endOfName = /#\d+(?:\.\d+)?/;
const aside = '\u0000';

/** Where the longest name begins that a text ends with. */
function startOfName(text: string, answerOf: (id: string) => string | undefined): number | undefined {
  for (let at = 0; at < text.length; at += 1) if (answerOf(text.slice(at)) !== undefined) return at;
  return undefined;
}

function probeOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

function shortened(text: string): string {
  const line = text
    .replaceAll(plantedWord, '…')
    .replaceAll(/"((?:[^"\\]|\\.)*)"…?/g, (quote, inside: string) => (inside.length > longestQuote ? '"…"' : quote))
    // Behind a status it says no more than that there was a body.
    .replaceAll(/\b(status \d{3}[^",]*), "…"(?=,|$)/g, '$1')
    .replaceAll(/\s+/g, ' ');
  return line.length > longestTitle ? `${headOf(line, longestTitle - 1)}…` : line;
}
