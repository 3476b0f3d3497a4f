import { transientIn } from '../../classification/transient.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { RecordedLookup } from './exchanges-by-id.ts';
import { uncoveredChatStatusText } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { normalizedErrorText } from '../causes/follows.ts';

/**
 * The answers by which a target refuses an empty balance as if there were too many requests, and the check that shows
 * this.
 */
type RefusedAsLimit = { readonly check: string; readonly isThat: (exchange: Exchange) => boolean };

/**
 * A 429 says "not now", so that no check can be judged by it. Where the run shows that an empty balance is refused so,
 * although 402 is due, that is the reason of all findings with the same answer: fewer requests would not help.
 */
export function refusedAsLimitIn(findings: readonly Finding[], exchangeOf: RecordedLookup): RefusedAsLimit | undefined {
  const shown = findings.flatMap(({ check, verdict, mismatches }) => {
    if (verdict.is !== 'fail') return [];
    const due = mismatches.filter(({ kind }) => kind?.due === uncoveredChatStatusText);
    return due.flatMap(({ exchange }) => {
      const answer = notNowOf(exchange === undefined ? undefined : exchangeOf(exchange));
      return answer === undefined ? [] : [{ check, answer }];
    });
  });
  const [first] = shown;
  if (first === undefined) return undefined;
  const answers = new Set(shown.map(({ answer }) => answer));
  return {
    check: first.check,
    isThat: (exchange) => {
      const answer = notNowOf(exchange);
      return answer !== undefined && answers.has(answer);
    },
  };
}

/** The findings that could not be judged because of such an answer, with that as their reason. */
export function withRefusedAsLimit(
  findings: readonly Finding[],
  refused: RefusedAsLimit | undefined,
  exchangeOf: RecordedLookup,
): readonly Finding[] {
  if (refused === undefined) return findings;
  return findings.map((finding) => {
    const { verdict } = finding;
    if (verdict.is !== 'inconclusive' || verdict.about?.is !== 'answer') return finding;
    const exchange = exchangeOf(verdict.about.exchange);
    if (exchange === undefined || !refused.isThat(exchange)) return finding;
    const because = `the answer by which ${refused.check} fails: what nothing is left for is refused as if it came too often, and with ${uncoveredChatStatusText} this could be judged`;
    return { ...finding, verdict: { ...verdict, because } };
  });
}

/** The status and the error; undefined without a body, as such an answer may come from anywhere. */
function notNowOf(exchange: Exchange | undefined): string | undefined {
  if (exchange?.response.is !== 'answer') return undefined;
  const { response } = exchange;
  const refusal = transientIn(response, exchange);
  return refusal === undefined || response.body.length === 0
    ? undefined
    : `${refusal.status} ${normalizedErrorText(response)}`;
}
