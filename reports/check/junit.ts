import type { Finding, Run } from '../../conformance/model/run.ts';
import { type ClauseResult, clausesOf, nameOf, topicOf } from './clauses.ts';
import { isAside } from './levels.ts';
import { detailsOf, outcomeOf } from './outcome.ts';
import { headlineOf, tookMs } from './headline.ts';
import { visible } from '../text/visible.ts';
import { type XmlElement, documentOf, element } from '../text/xml.ts';

/**
 * A run as JUnit XML: a suite for each clause, a case for each check. A failure is `<failure>`, what could not be
 * judged is `<error>` (so that it is never green), what does not apply is `<skipped>`. An HTTP obligation that decides
 * nothing is told in `<system-out>`, or skipped where it could not be judged. No case has a time: checks share probes,
 * so that none has a time of its own.
 */
export function checkJunit(run: Run): string {
  const took = tookMs(run) / 1000;
  const suites = clausesOf(run).map((result) => suite(result, run));
  return documentOf(
    element(
      'testsuites',
      { name: `assay ${run.command}`, ...totals(run.findings, run), time: took.toFixed(3) },
      suites,
    ),
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
  return element(
    'testsuite',
    { name: visible(`${clause} ${topic}`), ...totals(findings, run), timestamp: run.startedAt },
    [element('properties', {}, properties), ...findings.map((finding) => testcase(finding, run))],
  );
}

function testcase(finding: Finding, run: Run): XmlElement {
  const outcome = elementOf(finding, run);
  return element(
    'testcase',
    { classname: visible(topicOf(finding.check)), name: visible(nameOf(finding.check)) },
    outcome === undefined ? [] : [outcome],
  );
}

function elementOf(finding: Finding, run: Run): XmlElement | undefined {
  const outcome = outcomeOf(finding, run);
  switch (outcome.is) {
    case 'passed':
      return undefined;
    case 'failed':
      return element('failure', { message: outcome.message, type: outcome.kind }, [detailsOf(finding)]);
    case 'aside':
      return element('system-out', {}, [`HTTP, not met: ${outcome.message}\n${detailsOf(finding)}`]);
    case 'open':
      if (isAside(finding, run)) return element('skipped', { message: `inconclusive: ${outcome.message}` });
      return element('error', { message: outcome.message, type: 'inconclusive' }, [detailsOf(finding)]);
    case 'skipped':
      return element('skipped', { message: outcome.message });
  }
}

function totals(findings: readonly Finding[], run: Run): Readonly<Record<string, number>> {
  const having = (name: string): number => findings.filter((finding) => elementOf(finding, run)?.name === name).length;
  return { tests: findings.length, failures: having('failure'), errors: having('error'), skipped: having('skipped') };
}
