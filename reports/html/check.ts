import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { type Background, comparableFaults, noBackground } from '../check/background.ts';
import { causesToFix, failuresOf, findingsThat, unmetHttpOf } from '../check/clauses.ts';
import { httpLead } from '../check/levels.ts';
import { shortened } from '../text/visible.ts';
import { counted } from '../text/format.ts';
import { headlineOf } from '../check/headline.ts';
import { anchorOf } from './anchor.ts';
import { clausesView } from './clauses.ts';
import { driftView, knownFailuresView } from './earlier.ts';
import { type Reporter, createReporter } from './evidence.ts';
import { type Html, html } from '../text/html.ts';
import { facts, page } from './page.ts';
import { plainTable } from './plain-table.ts';
import { inconclusiveView } from './inconclusive.ts';
import { verdictView } from './verdict.ts';

const longestValue = 400;

/** A run as one self-contained page; exchanges are shown for what failed or could not be judged. */
export function checkHtml(run: Run, exchanges: readonly Exchange[], background: Background = noBackground): string {
  const failed = failuresOf(run);
  const unmet = unmetHttpOf(run);
  const known = findingsThat('fail', run).filter(({ knownFailure }) => knownFailure?.is === 'known');
  const reporter = createReporter(run, exchanges, { ...background, faults: comparableFaults(run, background) });
  return page(
    `${headlineOf(run).word}: ${run.target} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> ${run.command === 'fuzz' ? 'property report' : 'conformance report'}</p>
        <p>${run.document.title}</p>
      </header>
      <main>
        ${verdictView(run)} ${causesView(run)} ${told('Failures', failed, reporter)} ${httpView(unmet, reporter)}
        ${knownFailuresView(run)} ${told('Failures that are known', known, reporter)} ${inconclusiveView(run, reporter)}
        ${driftView(run)} ${clausesView(run, background.controls)} ${observationsView(run)}
      </main>
      ${colophon(run)}`,
  );
}

/** What has several failures, each with where it is told. */
function causesView(run: Run): Html | undefined {
  const all = causesToFix(run);
  if (all.every(({ findings }) => findings.length < 2)) return undefined;
  const rows = all.map(({ cause: { title, likely }, findings: [lead, ...others] }) => {
    const like = likely.map(({ fault }, at) => html`${at === 0 ? '' : ', '}<code>${fault}</code>`);
    return html`<tr>
      <th scope="row">${shortened(title, longestValue)}</th>
      <td>${String(others.length + 1)}</td>
      <td>
        ${lead === undefined ? '' : linkTo(lead)}
        ${
          others.length === 0
            ? ''
            : html`<details>
                <summary>${others.length} more</summary>
                ${others.map((each, at) => html`${at === 0 ? '' : ', '}${linkTo(each)}`)}
              </details>`
        }
      </td>
      <td>${like}</td>
    </tr>`;
  });
  return html`<section id="causes">
    <h2>${counted(all.length, 'cause')}</h2>
    <p class="lead">
      Failures that have one thing in common are told together. <i>Like</i> names deliberate mistakes of the reference
      service that fail about the same checks: <code>npx assay serve --fault</code> makes them.
    </p>
    ${plainTable(['What is wrong', 'Failures', 'Checks', 'Like'], rows)}
  </section>`;
}

function linkTo({ check }: Finding): Html {
  return html`<a href="#${anchorOf('check', check)}"><code>${check}</code></a>`;
}

/** The HTTP obligations that are not met, with who does it: amber, and apart from what decides the verdict. */
function httpView(findings: readonly Finding[], reporter: Reporter): Html | undefined {
  return told('HTTP, not met', findings, reporter, html`<p class="lead">${httpLead}</p>`);
}

function told(title: string, findings: readonly Finding[], reporter: Reporter, lead?: Html): Html | undefined {
  if (findings.length === 0) return undefined;
  const placeOf = (finding: Finding): string => anchorOf('check', finding.check) + nthOf(finding, findings);
  return html`<section>
    <h2>${title}</h2>
    ${lead} ${findings.map((finding) => reporter.tell(finding, placeOf(finding)))}
  </section>`;
}

/** A property has a finding for each cause; links go to the first. */
function nthOf(finding: Finding, findings: readonly Finding[]): string {
  const place = findings.filter(({ check }) => check === finding.check).indexOf(finding);
  return place <= 0 ? '' : `-${place + 1}`;
}

function observationsView({ observations }: Run): Html | undefined {
  if (observations.length === 0) return undefined;
  const rows = observations.map(
    ({ clause, says, value, id }) =>
      html`<tr>
        <td>${clause}</td>
        <th scope="row">${says}<br /><code class="check">${id}</code></th>
        <td>${shortened(value, longestValue)}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Where the document leaves it open</h2>
    <p class="lead">What this target does. None of it is a failure.</p>
    ${plainTable(['Clause', 'Question', 'Observed'], rows)}
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
      ['Weighed', weighedText(strict)],
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
  return { time: ' (time limit reached)', storage: ' (results could no longer be stored)', none: ' (interrupted)' }[
    ran ?? 'none'
  ];
}

function weighedText(strict: Run['strict']): string {
  if (strict === 'http') return 'MUST and HTTP checks (strict http)';
  return strict ? 'every check (strict)' : 'MUST checks';
}

/** `2026-11-21 05:00:00 UTC`. */
function timeText(time: string): string {
  return time.replace(/^(\S+)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}
