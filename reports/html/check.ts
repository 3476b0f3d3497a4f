import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding, Run } from '../../conformance/core/run.ts';
import { failuresOf, findingsThat } from '../clauses.ts';
import { headlineOf } from '../words.ts';
import { clausesView } from './clauses.ts';
import { findingView } from './finding.ts';
import { driftView, foreseenView } from './earlier.ts';
import { type Html, html } from './html.ts';
import { facts, page } from './page.ts';
import { plainTable } from './plain-table.ts';
import { verdictView } from './verdict.ts';

/** A run as one self-contained page; exchanges are shown for what failed or could not be judged. */
export function checkHtml(run: Run, exchanges: readonly Exchange[]): string {
  const failed = failuresOf(run);
  const known = findingsThat('fail', run).filter((finding) => !failed.includes(finding));
  const open = findingsThat('inconclusive', run);
  const shownBy = (...findings: readonly Finding[]): ReadonlySet<string> =>
    new Set(findings.flatMap((finding) => finding.exchanges));
  return page(
    `${headlineOf(run).word}: ${run.target} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> ${run.command === 'fuzz' ? 'property report' : 'conformance report'}</p>
        <p>${run.document.title}</p>
      </header>
      <main>
        ${verdictView(run)} ${told('Failures', failed, exchanges, new Set())} ${foreseenView(run)}
        ${told('Failures that are known', known, exchanges, shownBy(...failed))}
        ${told('Not settled', open, exchanges, shownBy(...failed, ...known))} ${driftView(run)} ${clausesView(run)}
        ${observationsView(run)}
      </main>
      ${colophon(run)}`,
  );
}

function told(
  title: string,
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  before: ReadonlySet<string>,
): Html | undefined {
  if (findings.length === 0) return undefined;
  const shown = findings.map((finding, place) => {
    const earlier = new Set([...before, ...findings.slice(0, place).flatMap((each) => each.exchanges)]);
    return findingView(finding, exchanges, earlier);
  });
  return html`<section>
    <h2>${title}</h2>
    ${shown}
  </section>`;
}

function observationsView({ observations }: Run): Html | undefined {
  if (observations.length === 0) return undefined;
  const rows = observations.map(
    ({ clause, says, value, id }) =>
      html`<tr>
        <td>${clause}</td>
        <th scope="row">${says}<br /><code class="check">${id}</code></th>
        <td>${value}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Where the document leaves it open</h2>
    <p class="lead">What this target was seen to do. None of it counts for or against it.</p>
    ${plainTable(['Clause', 'Question', 'Observed'], rows)}
  </section>`;
}

function colophon({ tool, document, seed, startedAt, endedAt, complete, strict, require }: Run): Html {
  return html`<footer class="colophon">
    ${facts([
      ['Tool', `${tool.name} ${tool.version}`],
      ['Document', html`${document.title}<br /><code>sha256 ${document.sha256}</code>`],
      ['Seed', String(seed)],
      ['Weighed', strict ? 'every check (strict)' : 'MUST checks'],
      ...(require === undefined ? [] : [['Required profile', require] as const]),
      ['Started', startedAt],
      ['Ended', `${endedAt}${complete ? '' : ' (interrupted)'}`],
    ])}
  </footer>`;
}
