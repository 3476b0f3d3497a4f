import type { Exchange } from '../../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../../conformance/model/run.ts';
import type { ReportContext } from '../background.ts';
import { topicOf } from '../clauses.ts';
import { isOutdated } from '../known.ts';
import { isUncountedHttp, countsForExitCode } from '../levels.ts';
import { detailsOf, outcomeOf } from '../outcome.ts';
import { exchangesById, type ExchangeOf } from '../../exchange/exchange-of.ts';
import { escapeControls } from '../../text/visible.ts';
import { clauseText, headlineOf, targetText } from '../headline.ts';

/**
 * A run as SARIF 2.1.0: a rule for each check, a result for each failure, and one of kind `open` for each inconclusive check.
 * A known failure is a suppressed result. Locations are logical (operations or topics), as there are no source files.
 */
export function checkSarif(
  run: Run,
  exchanges: readonly Exchange[],
  { faults }: Pick<ReportContext, 'faults'>,
): string {
  const sent: Sent = {
    operations: new Map(exchanges.map(({ id, request }) => [id, `${request.method} ${pathOf(request.url)}`])),
    exchangeOf: exchangesById(exchanges),
  };
  const rules = [...new Map(run.findings.map((finding) => [finding.check, ruleOf(finding, run, faults)])).values()];
  const places = new Map(rules.map(({ id }, place) => [id, place]));
  const { word, says } = headlineOf(run);
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: run.tool.name, version: run.tool.version, rules } },
          automationDetails: { id: `assay/${run.command}/` },
          columnKind: 'utf16CodeUnits',
          invocations: [
            {
              executionSuccessful: run.complete,
              exitCode: run.exitCode,
              exitCodeDescription: `${word}: ${says}`,
              startTimeUtc: run.startedAt,
              endTimeUtc: run.endedAt,
            },
          ],
          properties: {
            target: targetText(run),
            document: run.document.sha256,
            seed: run.seed,
            counts: run.counts,
            complete: run.complete,
          },
          results: run.findings.flatMap((finding) => resultsOf(finding, run, places, sent)),
        },
      ],
    },
    null,
    2,
  );
}

/** The recorded exchanges by id: the operation of each, such as `POST /v1/audio/tts`, and the whole exchange. */
type Sent = { readonly operations: ReadonlyMap<string, string>; readonly exchangeOf: ExchangeOf };

function ruleOf(finding: Finding, run: Run, faults: ReportContext['faults']) {
  const { check, title, requirement, level, doneBy = [] } = finding;
  const fault = faults.get(check);
  const help = [
    `${level}, clause ${clauseText(finding)} of the interface document: ${requirement}.`,
    ...doneBy.map((who) => `Fails by default: ${who}.`),
    ...(fault === undefined
      ? []
      : [`A fault that it catches: ${fault.mistake} To see it: npx assay serve --fault ${fault.id}`]),
  ];
  return {
    id: check,
    shortDescription: message(title),
    fullDescription: message(requirement),
    help: message(help.join('\n')),
    defaultConfiguration: { level: weightOf(finding, run) },
    properties: { clause: finding.clause, also: finding.also, level, tags: [level, `clause ${finding.clause}`] },
  };
}

function resultsOf(finding: Finding, run: Run, places: ReadonlyMap<string, number>, sent: Sent): readonly object[] {
  const outcome = outcomeOf(finding, run);
  if (outcome.is === 'passed' || (outcome.is === 'skipped' && !outcome.isKnown)) return [];
  const isOpen = outcome.is === 'open';
  return [
    {
      ruleId: finding.check,
      ruleIndex: places.get(finding.check) ?? -1,
      // A result that is no failure has no level (SARIF 2.1.0, 3.27.10).
      kind: isOpen ? 'open' : 'fail',
      level: isOpen ? 'none' : levelOf(finding, run),
      message: message(`${outcome.message}\n\n${detailsOf(finding, sent.exchangeOf)}`),
      locations: [{ logicalLocations: [placeOf(finding, sent.operations)] }],
      partialFingerprints: { 'assayFinding/v1': fingerprintOf(finding) },
      properties: { exchanges: finding.exchanges },
      ...(outcome.is === 'skipped'
        ? {
            suppressions: [
              {
                kind: 'external',
                status: 'accepted',
                justification: escapeControls(finding.knownFailure?.reason ?? ''),
              },
            ],
          }
        : {}),
    },
  ];
}

/** An outdated known failure is an error, whatever the level of its check. */
function levelOf(finding: Finding, run: Run): 'error' | 'warning' | 'note' {
  return isOutdated(finding) ? 'error' : weightOf(finding, run);
}

function weightOf(finding: Finding, run: Run): 'error' | 'warning' | 'note' {
  if (isUncountedHttp(finding, run)) return 'note';
  return countsForExitCode(finding.level, run) ? 'error' : 'warning';
}

/** The same in every run with the same failure: without inputs, answers and ids of exchanges. */
function fingerprintOf(finding: Finding): string {
  const subjects = finding.mismatches.map(({ subject, kind, answers }) => {
    const plain = kind?.subject ?? subject;
    // The subject of many answers is that of the first, which may be another answer in the next run.
    return answers === undefined ? plain : plain.replaceAll(/\d+/g, '0');
  });
  return [finding.check, ...new Set(subjects.toSorted())].join(' | ');
}

function placeOf({ check, exchanges }: Finding, operations: ReadonlyMap<string, string>) {
  const operation = exchanges.map((id) => operations.get(id)).find((each) => each !== undefined);
  return operation === undefined
    ? { fullyQualifiedName: topicOf(check), kind: 'module' }
    : { fullyQualifiedName: escapeControls(operation), kind: 'function' };
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '') || '/';
}

/** A message text, escaped so that observed text makes no links or placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6). */
function message(text: string): { readonly text: string } {
  const literal = text.replaceAll('](', String.raw`]\(`).replace(/\{(\d+)\}/g, '{{$1}}');
  return { text: literal === '' ? '(nothing)' : literal };
}
