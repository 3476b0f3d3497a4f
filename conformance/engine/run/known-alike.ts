import type { Mismatch } from '../../model/check.ts';
import type { RecordedLookup } from './exchanges-by-id.ts';
import { isGenerated } from '../../model/generated.ts';
import { isStatusMismatch, subjectKind } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isKnownFailure } from './known-failures.ts';

/**
 * Generated inputs show a known failure with one seed and not with another: a failed check of generated inputs counts
 * as a known failure where known failures of this run show all of its mismatches too.
 */
export function withKnownAlike(findings: readonly Finding[], exchangeOf: RecordedLookup): readonly Finding[] {
  const shownBy = new Map<string, Finding>();
  for (const finding of findings.filter(isKnownFailure))
    for (const mismatch of finding.mismatches) {
      const shape = shapeOf(mismatch, exchangeOf);
      if (shape !== undefined && !shownBy.has(shape)) shownBy.set(shape, finding);
    }
  return findings.map((finding) => {
    if (finding.verdict.is !== 'fail' || finding.knownFailure !== undefined || !isGenerated(finding)) return finding;
    const alike = finding.mismatches.map((mismatch) => shownBy.get(shapeOf(mismatch, exchangeOf) ?? ''));
    const [first] = alike;
    if (first?.knownFailure === undefined || alike.includes(undefined)) return finding;
    return { ...finding, knownFailure: { ...first.knownFailure, as: first.check } };
  });
}

/**
 * The shape of a mismatch: the operation, the status, the subject, and what was expected and observed. Undefined for a
 * server error, and for a wrong success: these look alike whatever was asked.
 */
function shapeOf(mismatch: Mismatch, exchangeOf: RecordedLookup): string | undefined {
  const exchange = mismatch.exchange === undefined ? undefined : exchangeOf(mismatch.exchange);
  if (exchange?.response.is !== 'answer') return undefined;
  const { status } = exchange.response;
  if (status >= 500 || (status < 400 && isStatusMismatch(mismatch))) return undefined;
  const observed = mismatch.kind?.observed ?? mismatch.observed;
  return JSON.stringify([exchange.operation, status, subjectKind(mismatch), mismatch.expected, observed]);
}
