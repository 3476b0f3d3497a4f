import { recordedParts, type RecordedRun } from '../recorded-calls.ts';
import { addCosts, noCost, costOfExchange } from '../../model/costs.ts';
import type { Check } from '../../model/check.ts';
import type { EarlierParts } from '../../engine/resumed-run.ts';
import { isCompleteResponse, type Exchange } from '../../model/exchange.ts';
import type { About, Finding } from '../../model/run.ts';
import { tokenEndOf, tokenEndsIn, isUnjudgedBy } from '../../engine/token/token-end.ts';

/** A run as far as it got. */
export type RunPart = RecordedRun & { readonly findings: readonly Finding[] };

/** What the next part of the run takes over from this part. */
export function earlierRunOf(part: RunPart, all: readonly Check[]): EarlierParts {
  const findings = keptFindings(part, all);
  const ends = tokenEndsIn(part.journalEntries);
  const judged = part.exchanges.filter((exchange) => tokenEndOf(exchange, ends, part.header.pauses) === undefined);
  const exchanges = judgeableIn(judged, findings);
  // Why something was not sent only concerns that part.
  const journalEntries = part.journalEntries.filter(({ is }) => is === 'workspace');
  return {
    findings: new Map(findings.map((finding) => [finding.check, finding])),
    exchanges,
    names: new Set(part.exchanges.map(({ probe }) => probe)),
    used: part.exchanges.map(costOfExchange).reduce(addCosts, noCost),
    parts: recordedParts({ header: part.header, exchanges, journalEntries }),
  };
}

/**
 * The findings that stay. Rules for every answer are judged again, as they must hold for the answers still to come; and
 * so are checks that were not reached, or could not be judged for a flaw or the end of a token.
 */
export function keptFindings(part: RunPart, all: readonly Check[]): readonly Finding[] {
  const ofEvery = new Set(all.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));
  return settledFindings(part).filter(({ check }) => !ofEvery.has(check));
}

/** The findings that another part of the run, with a better token or more time, would not change. */
export function settledFindings({ findings, journalEntries }: RunPart): readonly Finding[] {
  const ends = tokenEndsIn(journalEntries);
  return findings.filter(
    (finding) =>
      finding.unreached === undefined &&
      !(finding.verdict.is === 'inconclusive' && isOfStart(finding.verdict.about)) &&
      !ends.some((end) => isUnjudgedBy(finding, end)),
  );
}

/** A flaw that was known before anything was judged. */
function isOfStart(about: About | undefined): boolean {
  return about?.is === 'target' || about?.is === 'token';
}

/**
 * The exchanges without those that the end of their part may have cut off: all exchanges of a probe with a verdict
 * stay, and those of other probes if they are complete.
 */
function judgeableIn(exchanges: readonly Exchange[], told: readonly Finding[]): readonly Exchange[] {
  const named = new Set(told.flatMap((finding) => [...finding.exchanges, ...(finding.controls ?? [])]));
  const ended = new Set(exchanges.filter(({ id }) => named.has(id)).map(({ probe }) => probe));
  return exchanges.filter((exchange) => ended.has(exchange.probe) || isCompleteResponse(exchange));
}
