import type { Exchange } from '../../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../../conformance/model/run.ts';
import { nameOfCheck, topicOf } from '../clauses.ts';
import { detailsOf, outcomeOf } from '../outcome.ts';
import { exchangesById, type ExchangeOf } from '../../exchange/exchange-of.ts';
import { headlineOf, targetText, tookMs } from '../headline.ts';

const statuses = { passed: 'passed', failed: 'failed', aside: 'other', open: 'other', skipped: 'skipped' } as const;

/**
 * A run in the Common Test Report Format. Inconclusive checks and unmet HTTP obligations that decide nothing are `other`, so
 * that they are never green. The format requires a duration of each test; it is 0, as checks share probes.
 */
export function checkCtrf(run: Run, exchanges: readonly Exchange[] = []): string {
  const exchangeOf = exchangesById(exchanges);
  const tests = run.findings.map((finding) => testOf(finding, run, exchangeOf));
  const having = (status: string): number => tests.filter((test) => test.status === status).length;
  const { word, says } = headlineOf(run);
  return JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      timestamp: run.endedAt,
      generatedBy: `${run.tool.name} ${run.tool.version}`,
      results: {
        tool: { name: run.tool.name, version: run.tool.version },
        summary: {
          tests: tests.length,
          passed: having('passed'),
          failed: having('failed'),
          skipped: having('skipped'),
          pending: 0,
          other: having('other'),
          start: Date.parse(run.startedAt),
          stop: Date.parse(run.endedAt),
          duration: tookMs(run),
          extra: { verdict: `${word}: ${says}`, exitCode: run.exitCode, complete: run.complete },
        },
        tests,
        environment: {
          extra: { target: targetText(run), command: run.command, seed: run.seed, document: run.document.sha256 },
        },
      },
    },
    null,
    2,
  );
}

function testOf(finding: Finding, run: Run, exchangeOf: ExchangeOf) {
  const outcome = outcomeOf(finding, run);
  const { check, clause, also, level, verdict } = finding;
  return {
    name: nameOfCheck(check),
    testId: check,
    status: statuses[outcome.is],
    rawStatus: verdict.is,
    duration: 0,
    suite: [clause, topicOf(check)],
    tags: [level],
    labels: { clause: [clause, ...also], level },
    ...(outcome.is === 'passed' ? {} : { message: outcome.message }),
    ...(outcome.is !== 'passed' && outcome.is !== 'skipped' ? { trace: detailsOf(finding, exchangeOf) } : {}),
  };
}
