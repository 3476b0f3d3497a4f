import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { type ReportContext, comparableFaults, emptyContext } from '../check/background.ts';
import { findingsThat } from '../check/clauses.ts';
import { httpIntroduction } from '../check/levels.ts';
import { truncate } from '../text/visible.ts';
import { headlineOf } from '../check/headline.ts';
import { timeText } from '../text/format.ts';
import { placesIn } from './anchor.ts';
import { clausesView } from './clauses.ts';
import { driftView, knownFailuresView } from './known-failures-and-drift.ts';
import { createReporter } from './evidence.ts';
import { failuresView, linesText, type FailureContext } from './failures.ts';
import { type Html, html } from '../text/html.ts';
import { facts, page } from './page.ts';
import { plainTable } from './plain-table.ts';
import { inconclusiveView } from './inconclusive.ts';
import { pageScript } from './script/page-script.ts';
import { paperStyle } from './style/paper.ts';
import { toolStyle } from './style/tools.ts';
import { exchangesById } from '../exchange/exchange-of.ts';
import { unrelatedHttpFailures } from '../check/failure-groups.ts';
import { verdictView } from './verdict.ts';

const longestValue = 400;

/** A run as one self-contained page; exchanges are shown for what failed or could not be judged. */
export function checkHtml(run: Run, exchanges: readonly Exchange[], background: ReportContext = emptyContext): string {
  const { scriptSha256 } = background;
  const known = findingsThat('fail', run).filter(({ knownFailure }) => knownFailure?.is === 'known');
  const reporter = createReporter(run, exchanges, { ...background, faults: comparableFaults(run, background) });
  const telling = { reporter, placeOf: placesIn(run) };
  const notFixed = (): Html =>
    html`${httpView(unrelatedHttpFailures(run), telling)} ${knownFailuresView(run)}
    ${told('Failures that are known', known, telling)} ${inconclusiveView(run, telling)}`;
  return page(
    `${headlineOf(run).word}: ${run.target} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> ${run.command === 'fuzz' ? 'property report' : 'conformance report'}</p>
        <p>${run.document.title}</p>
      </header>
      <main class="judged">
        ${verdictView(run, background.earlier, exchangesById(exchanges))} ${failuresView(run, telling, notFixed)}
        ${driftView(run)} ${clausesView(run, background.controls)} ${observationsView(run)}
      </main>
      ${colophon(run)}`,
    html`${toolStyle} ${paperStyle}`,
    scriptSha256 === undefined ? undefined : { element: pageScript.element, sha256: scriptSha256 },
  );
}

/**
 * The unmet HTTP obligations with the server software known for each: in amber, and apart from what decides the
 * verdict.
 */
function httpView(findings: readonly Finding[], telling: FailureContext): Html | undefined {
  return told('HTTP obligations not met', findings, telling, html`<p class="lead">${httpIntroduction}</p>`);
}

function told(
  title: string,
  findings: readonly Finding[],
  { reporter, placeOf }: FailureContext,
  lead?: Html,
): Html | undefined {
  if (findings.length === 0) return undefined;
  const views = findings.map((finding) => reporter.tell(finding, placeOf(finding)));
  return html`<section data-group>
    <h2>${title}</h2>
    ${lead} ${linesText(findings, reporter)} ${views}
  </section>`;
}

function observationsView({ observations }: Run): Html | undefined {
  if (observations.length === 0) return undefined;
  const rows = observations.map(
    ({ clause, says, value, id }) =>
      html`<tr>
        <td>${clause}</td>
        <th scope="row">${says}<br /><code class="check">${id}</code></th>
        <td>${truncate(value, longestValue)}</td>
      </tr>`,
  );
  return html`<section class="left-open">
    <h2>Where the document leaves it open</h2>
    <p class="lead">What this target does. None of it is a failure.</p>
    ${plainTable(['Clause', 'Document', 'Observed'], rows)}
  </section>`;
}

function colophon(run: Run): Html {
  const { tool, document, seed, label, startedAt, endedAt, pauses = [], strict, require } = run;
  return html`<footer class="colophon">
    ${facts([
      ...(label === undefined ? [] : [['Label', label] as const]),
      ['Tool', `${tool.name} ${tool.version}`],
      ['Document', html`${document.title} <code>sha256 ${document.sha256}</code>`],
      ['Seed', String(seed)],
      ['Decides the exit code', weighedText(strict)],
      ...(require === undefined ? [] : [['Required profile', require] as const]),
      ['Started', timeText(startedAt)],
      ...pauses.map(({ from, to }) => ['Paused', `${timeText(from)} to ${timeText(to)}`] as const),
      ['Ended', `${timeText(endedAt)}${endText(run)}`],
    ])}
  </footer>`;
}

function endText({ complete, findings, goesOn }: Run): string {
  if (complete) return '';
  if (goesOn === true) return ' (the run was still going on when this was written)';
  const ran = findings.find(({ unreached }) => unreached !== undefined)?.unreached;
  return {
    time: ' (time limit reached)',
    storage: ' (results could no longer be stored)',
    standstill: ' (the run did not go on)',
    none: ' (interrupted)',
  }[ran ?? 'none'];
}

function weighedText(strict: Run['strict']): string {
  if (strict === 'http') return 'MUST and HTTP checks (strict http)';
  return strict ? 'every check (strict)' : 'MUST checks';
}
