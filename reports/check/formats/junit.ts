import type { Exchange } from '../../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../../conformance/model/run.ts';
import { type ClauseResult, clausesOf, nameOfCheck, topicOf } from '../clauses.ts';
import { isOutdated } from '../known.ts';
import { isUncountedHttp } from '../levels.ts';
import { detailsOf, outcomeOf } from '../outcome.ts';
import { exchangesById, type ExchangeOf } from '../../exchange/exchange-of.ts';
import { alsoFail, type FailureGroup, failureGroups } from '../failure-groups.ts';
import { conditionsText } from '../scope/conditions.ts';
import { selectionText } from '../scope/selection.ts';
import { headlineOf, tookMs } from '../headline.ts';
import { escapeControls } from '../../text/visible.ts';
import { type XmlElement, documentOf, element } from '../../text/xml.ts';

/**
 * A run as JUnit XML: a suite for each clause, a case for each check. A cause is one `<failure>`, at the check that shows it
 * best; its other checks are `<skipped>` and name that check. Inconclusive checks are `<error>`, so that they are never
 * green; not applicable ones are `<skipped>`. HTTP obligations that decide nothing stand in `<system-out>`, or are skipped
 * where inconclusive. Checks share exchanges: the time of an exchange counts for the first case that rests on it.
 */
export function checkJunit(run: Run, exchanges: readonly Exchange[] = []): string {
  const groups = groupsOf(run);
  const exchangeOf = exchangesById(exchanges);
  const elements = new Map(run.findings.map((finding) => [finding, elementOf(finding, run, groups, exchangeOf)]));
  const told: JunitContext = { run, elements, timeOf: timesOf(run, exchanges), properties: propertiesOf(run) };
  const suites = clausesOf(run).map((result) => suite(result, told));
  const time = (tookMs(run) / 1000).toFixed(3);
  const name = `assay ${run.command}`;
  return documentOf(element('testsuites', { name, ...totals(run.findings, told), time }, suites));
}

type JunitContext = {
  readonly run: Run;
  /** The element of a finding's case; undefined for one that passed. */
  readonly elements: ReadonlyMap<Finding, XmlElement | undefined>;
  /** In milliseconds; undefined where no exchange says it. */
  readonly timeOf: (finding: Finding) => number | undefined;
  /** The properties of the run, the same in each suite; made once, as the headline takes long. */
  readonly properties: XmlElement;
};

/** The group of each failure; an outdated known failure is reported by itself. */
function groupsOf(run: Run): ReadonlyMap<Finding, FailureGroup> {
  return new Map(
    failureGroups(run).flatMap((told) => {
      const findings = told.findings.filter((finding) => !isOutdated(finding));
      return findings.map((finding) => [finding, { ...told, findings }] as const);
    }),
  );
}

function timesOf(run: Run, exchanges: readonly Exchange[]): JunitContext['timeOf'] {
  if (exchanges.length === 0) return () => undefined;
  const left = new Map(exchanges.map(({ id, response }) => [id, response.endedAtMs]));
  const times = new Map<Finding, number>();
  for (const finding of clausesOf(run).flatMap(({ findings }) => findings)) {
    const ids = new Set(finding.exchanges);
    times.set(
      finding,
      [...ids].reduce((sum, id) => sum + (left.get(id) ?? 0), 0),
    );
    for (const id of ids) left.delete(id);
  }
  return (finding) => times.get(finding);
}

function timeText(findings: readonly Finding[], { timeOf }: JunitContext): { readonly time?: string } {
  const times = findings.map(timeOf).filter((time) => time !== undefined);
  return times.length === 0 ? {} : { time: (times.reduce((sum, time) => sum + time, 0) / 1000).toFixed(3) };
}

function propertiesOf(run: Run): XmlElement {
  const { word, says } = headlineOf(run);
  const conditions = conditionsText(run);
  const selection = selectionText(run);
  const facts = {
    target: run.target,
    document: run.document.sha256,
    tool: `${run.tool.name} ${run.tool.version}`,
    seed: String(run.seed),
    verdict: `${word}: ${says}`,
    ...(selection === undefined ? {} : { selection }),
    ...(conditions === undefined ? {} : { conditions }),
  };
  const properties = Object.entries(facts).map(([name, value]) =>
    element('property', { name, value: escapeControls(value) }),
  );
  return element('properties', {}, properties);
}

function suite({ clause, topic, findings }: ClauseResult, told: JunitContext): XmlElement {
  return element(
    'testsuite',
    {
      name: escapeControls(`${clause} ${topic}`),
      ...totals(findings, told),
      ...timeText(findings, told),
      timestamp: told.run.startedAt,
    },
    [told.properties, ...findings.map((finding) => testcase(finding, told))],
  );
}

function testcase(finding: Finding, told: JunitContext): XmlElement {
  const outcome = told.elements.get(finding);
  return element(
    'testcase',
    {
      classname: escapeControls(topicOf(finding.check)),
      name: escapeControls(nameOfCheck(finding.check)),
      ...timeText([finding], told),
    },
    outcome === undefined ? [] : [outcome],
  );
}

function elementOf(
  finding: Finding,
  run: Run,
  groups: ReadonlyMap<Finding, FailureGroup>,
  exchangeOf: ExchangeOf,
): XmlElement | undefined {
  const details = (): string => detailsOf(finding, exchangeOf);
  const outcome = outcomeOf(finding, run);
  switch (outcome.is) {
    case 'passed':
      return undefined;
    case 'failed':
      return failureOf(finding, { ...outcome, details: details() }, groups.get(finding));
    case 'aside':
      return element('system-out', {}, [`HTTP obligation not met: ${outcome.message}\n${details()}`]);
    case 'open':
      if (isUncountedHttp(finding, run)) return element('skipped', { message: `inconclusive: ${outcome.message}` });
      return element('error', { message: outcome.message, type: 'inconclusive' }, [details()]);
    case 'skipped':
      return element('skipped', { message: outcome.message });
  }
}

function failureOf(
  finding: Finding,
  { message, kind, details }: { readonly message: string; readonly kind: string; readonly details: string },
  told: FailureGroup | undefined,
): XmlElement {
  const [lead, ...others] = told?.findings ?? [];
  if (told === undefined || lead === undefined || others.length === 0)
    return element('failure', { message, type: kind }, [details]);
  const title = escapeControls(told.title);
  if (lead !== finding)
    return element('skipped', { message: `failed by the cause that ${escapeControls(lead.check)} shows: ${message}` });
  const also = others.map(({ check }) => `  ${escapeControls(check)}`);
  const heading = `${title}\n${alsoFail(others.length)}`;
  return element('failure', { message: title, type: kind }, [[heading, ...also, details].join('\n')]);
}

function totals(findings: readonly Finding[], { elements }: JunitContext): Readonly<Record<string, number>> {
  const having = (name: string): number => findings.filter((finding) => elements.get(finding)?.name === name).length;
  return { tests: findings.length, failures: having('failure'), errors: having('error'), skipped: having('skipped') };
}
