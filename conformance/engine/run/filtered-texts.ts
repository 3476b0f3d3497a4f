import { contentRefusalIn, isPlainPrompt, promptTextsIn } from '../../expectations/statuses/content-refusal.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Finding, Run } from '../../model/run.ts';
import { shownValue } from '../../reading/shown-value.ts';

/**
 * Largest share of plain texts that a content filter may refuse: one that refuses more proves nothing for the other
 * texts.
 */
const mostOfPlain = 0.1;

/** The texts of a run that the target's content filter refused. */
export function filteredTextsIn(exchanges: readonly Exchange[]): Pick<Run, 'filteredTexts'> {
  const filtered = exchanges.filter((each) => contentRefusalIn(each) !== undefined);
  const byText = new Map(filtered.map((each) => [JSON.stringify(promptTextsIn(each)), each]));
  const [shortest] = [...byText.values()].toSorted((a, b) => a.request.body.length - b.request.body.length);
  const refusal = shortest && contentRefusalIn(shortest);
  if (shortest === undefined || refusal === undefined) return {};
  const example = shownValue(promptTextsIn(shortest)[0] ?? '');
  return { filteredTexts: { texts: byText.size, status: refusal.status, example, exchange: shortest.id } };
}

/** Findings that were left open because of a content filter become inconclusive where it refuses plain texts too. */
export function withFilteredTexts(findings: readonly Finding[], exchanges: readonly Exchange[]): readonly Finding[] {
  if (!findings.some(isLeftToFilter)) return findings;
  const plain = exchanges.filter(isPlainPrompt);
  const refused = plain.filter((each) => contentRefusalIn(each) !== undefined).length;
  const all = refused + plain.filter(isAccepted).length;
  if (refused <= mostOfPlain * all) return findings;
  const too = `; it refuses ${refused} of ${all} plain texts too, which proves nothing: give a workspace whose filter takes them`;
  return findings.map((finding) =>
    isLeftToFilter(finding) && finding.verdict.is === 'notApplicable'
      ? { ...finding, verdict: { ...finding.verdict, is: 'inconclusive', because: finding.verdict.because + too } }
      : finding,
  );
}

function isLeftToFilter({ verdict }: Finding): boolean {
  return verdict.is === 'notApplicable' && verdict.about?.is === 'contentFilter';
}
