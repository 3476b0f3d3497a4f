import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import type { ExchangeOf } from './likeness.ts';
import { weightOf } from './failure-order.ts';
import { titleOf } from './title.ts';
import { headOf } from '../../reading/whole-letters.ts';

/**
 * The causes of what `fuzz` found. Each finding is a defect that was told apart by its requests: what is alike in the answers
 * says no more, and properties fail by whatever is sent, so that none of them names a mistake that is known. One cause are
 * those that are the same of several operations.
 */
export function causesOfDefects(failed: readonly Finding[], exchangeOf: ExchangeOf): readonly Cause[] {
  return [...Map.groupBy(failed, (finding) => defectKey(finding, exchangeOf)).values()]
    .map((group) => group.toSorted((a, b) => weightOf([a]) - weightOf([b])))
    .toSorted((a, b) => weightOf(a) - weightOf(b))
    .flatMap((group) => causeOf(group, exchangeOf));
}

function causeOf(group: readonly Finding[], exchangeOf: ExchangeOf): readonly Cause[] {
  const [lead] = group;
  if (lead === undefined) return [];
  const exchange = lead.reproduces ?? lead.exchanges[0];
  const shows = whatShows(lead);
  const title = titleOf(lead, shows === undefined ? [lead.check] : [], exchangeOf);
  return [
    {
      title: shortened(shows === undefined ? title : `${shows}: ${title}`),
      checks: group.map(({ check }) => check),
      ...(exchange === undefined ? {} : { exchange }),
      likely: [],
    },
  ];
}

const longest = 240;

function shortened(text: string): string {
  return text.length > longest ? `${headOf(text, longest - 1)}…` : text;
}

/** What in its request shows it, where that is known. */
export function whatShows({ unusual, input }: Finding): string | undefined {
  return unusual?.join('; ') ?? input?.because;
}

/** The same for findings that show one defect of several operations: the same of the request gets the same answer. */
export function defectKey(finding: Finding, exchangeOf: ExchangeOf): string {
  const shows = whatShows(finding);
  if (shows === undefined) return finding.check;
  const response = exchangeOf(finding.reproduces ?? finding.exchanges.at(-1) ?? '')?.response;
  const answer = response?.is === 'answer' ? response.status : response?.because;
  return [answer, shows.replaceAll(/\b(?:message|text)\b/g, 'text').replaceAll(/\b[2-8]\.\d\b/g, '')].join(' ');
}
