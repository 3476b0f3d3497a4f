import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import type { ExchangeOf } from './likeness.ts';
import { levelRank } from './failure-order.ts';
import { titleOf } from './title.ts';
import { headOf } from '../../reading/whole-letters.ts';

/**
 * The causes of the findings of `fuzz`. The requests of a finding already tell its defect from others, so that similar
 * answers say no more. Properties fail for any request, so that no known fault is named. Findings that show the same
 * defect of several operations are one cause.
 */
export function causesOfDefects(failed: readonly Finding[], exchangeOf: ExchangeOf): readonly Cause[] {
  return [...Map.groupBy(failed, (finding) => defectKey(finding, exchangeOf)).values()]
    .map((group) => group.toSorted((a, b) => levelRank([a]) - levelRank([b])))
    .toSorted((a, b) => levelRank(a) - levelRank(b))
    .flatMap((group) => causeOf(group, exchangeOf));
}

function causeOf(group: readonly Finding[], exchangeOf: ExchangeOf): readonly Cause[] {
  const [lead] = group;
  if (lead === undefined) return [];
  const exchange = lead.reproduces ?? lead.exchanges[0];
  const shows = requestFlawOf(lead);
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

/** What in the request of a finding shows its defect, where that is known. */
export function requestFlawOf({ unusual, input }: Finding): string | undefined {
  return unusual?.join('; ') ?? input?.because;
}

/**
 * A key that is equal for findings of one defect in several operations: the same flaw of the request gets the same
 * answer.
 */
export function defectKey(finding: Finding, exchangeOf: ExchangeOf): string {
  const shows = requestFlawOf(finding);
  if (shows === undefined) return finding.check;
  const response = exchangeOf(finding.reproduces ?? finding.exchanges.at(-1) ?? '')?.response;
  const answer = response?.is === 'answer' ? response.status : response?.because;
  return [answer, shows.replaceAll(/\b(?:message|text)\b/g, 'text').replaceAll(/\b[2-8]\.\d\b/g, '')].join(' ');
}
