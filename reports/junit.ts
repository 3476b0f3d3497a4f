import type { Finding, Run } from '../conformance/core/run.ts';
import { type ClauseResult, becauseOf, clausesOf, nameOf, topicOf } from './clauses.ts';
import { expectedText } from './known.ts';
import { headlineOf, tookMs } from './words.ts';
import { visible } from './visible.ts';
import { type XmlElement, documentOf, element } from './xml.ts';

/**
 * A run as JUnit XML: a suite for each clause, a case for each check. A failure is `<failure>`, what could not be
 * judged is `<error>` (so that it is never green), what does not apply is `<skipped>`. No case has a time: checks
 * share probes, so that none has a time of its own.
 */
export function checkJunit(run: Run): string {
  const took = tookMs(run) / 1000;
  const suites = clausesOf(run).map((result) => suite(result, run));
  return documentOf(
    element('testsuites', { name: `assay ${run.command}`, ...totals(run.findings), time: took.toFixed(3) }, suites),
  );
}

function suite({ clause, topic, findings }: ClauseResult, run: Run): XmlElement {
  const { word, says } = headlineOf(run);
  const facts = {
    target: run.target,
    document: run.document.sha256,
    tool: `${run.tool.name} ${run.tool.version}`,
    seed: String(run.seed),
    verdict: `${word}: ${says}`,
  };
  const properties = Object.entries(facts).map(([name, value]) => element('property', { name, value: visible(value) }));
  return element('testsuite', { name: visible(`${clause} ${topic}`), ...totals(findings), timestamp: run.startedAt }, [
    element('properties', {}, properties),
    ...findings.map(testcase),
  ]);
}

function testcase(finding: Finding): XmlElement {
  const outcome = outcomeOf(finding);
  return element(
    'testcase',
    { classname: visible(topicOf(finding.check)), name: visible(nameOf(finding.check)) },
    outcome === undefined ? [] : [outcome],
  );
}

/** A known failure is skipped, one that is stale or expired is a failure whatever its verdict. */
function outcomeOf(finding: Finding): XmlElement | undefined {
  const { expected } = finding;
  if (expected !== undefined && expected.is !== 'unjudged') {
    const foreseen = visible(expectedText(expected));
    if (expected.is === 'known') return element('skipped', { message: foreseen });
    return element('failure', { message: foreseen, type: expected.is }, [details(finding)]);
  }
  const message = visible(becauseOf(finding));
  switch (finding.verdict.is) {
    case 'pass':
      return undefined;
    case 'fail':
      return element('failure', { message, type: finding.level }, [details(finding)]);
    case 'inconclusive':
      return element('error', { message, type: 'inconclusive' }, [details(finding)]);
    case 'notApplicable':
      return element('skipped', { message });
  }
}

function details(finding: Finding): string {
  const mismatches = finding.mismatches.flatMap(({ aspect, expected, observed, per }) => [
    `${aspect}${per === undefined ? '' : ` (${per})`}`,
    `  expected ${expected}`,
    `  observed ${observed}`,
  ]);
  const evidence = finding.exchanges.map((id) => `exchange ${id}`);
  const lines = [`${finding.clause}: ${finding.says}`, ...mismatches, ...evidence].map((line) => visible(line));
  return [...lines, ...(finding.reproduce === '' ? [] : [visible(finding.reproduce, '\n\t')])].join('\n');
}

function totals(findings: readonly Finding[]): Readonly<Record<string, number>> {
  const having = (name: string): number => findings.filter((finding) => outcomeOf(finding)?.name === name).length;
  return { tests: findings.length, failures: having('failure'), errors: having('error'), skipped: having('skipped') };
}
