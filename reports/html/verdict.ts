import type { Counts, Finding, Run, Spend } from '../../conformance/core/run.ts';
import { failuresOf, unjudgedOf } from '../clauses.ts';
import { counted, durationText, headlineOf, tookMs, usesText, verdictMarks, verdictWords } from '../words.ts';
import { linkTo } from './finding.ts';
import { type Html, html } from './html.ts';
import { facts } from './page.ts';

const order = ['pass', 'fail', 'inconclusive', 'notApplicable'] as const;

/** The first screen: the verdict in one line, of what, how much was judged, what was not and why, and its price. */
export function verdictView(run: Run): Html {
  const { is, word, says } = headlineOf(run);
  return html`<section class="verdict ${is}" aria-labelledby="verdict">
    <h1 id="verdict">
      <span class="mark" aria-hidden="true">${verdictMarks[is]}</span>
      <span><strong>${word}</strong><span class="colon">:</span> <span class="says">${says}</span></span>
    </h1>
    <p class="target">${run.target}</p>
    ${run.embedded ? html`<p class="notice">This is assay’s own reference service, started because no target was given.</p>` : undefined}
    ${tally(run.counts)}
    ${facts([
      ['Judged', `${counted(run.findings.length, 'check')} in ${durationText(tookMs(run))}`],
      ['Spent', spend(run.spend)],
      ['Planned at most', spend(run.plan.atMost)],
      ['Exit code', String(run.exitCode)],
    ])}
    ${failing(failuresOf(run))} ${notJudged(run)}
  </section>`;
}

function spend({ credits, ...uses }: Spend): Html {
  return html`${counted(credits, 'credit')} <span class="aside">${usesText(uses)}</span>`;
}

function tally(counts: Counts): Html {
  const tiles = order.map(
    (is) =>
      html`<li class="${counts[is] === 0 ? 'none' : is}">
        <b>${counts[is]}</b>
        <span class="badge"><span aria-hidden="true">${verdictMarks[is]}</span> ${verdictWords[is]}</span>
      </li>`,
  );
  const total = order.reduce((sum, is) => sum + counts[is], 0);
  return html`<ul class="tally">
      ${tiles}
    </ul>
    ${total === 0 ? undefined : bar(counts, total)}`;
}

/** Says nothing that the numbers above it do not, so that a screen reader may pass it by. */
function bar(counts: Counts, total: number): Html {
  const ends = order.map((_, place) => order.slice(0, place + 1).reduce((sum, is) => sum + counts[is], 0) / total);
  const parts = order.map((is, place) => {
    const from = ends[place - 1] ?? 0;
    const width = (ends[place] ?? 1) - from;
    return width === 0
      ? undefined
      : html`<rect class="${is}" x="${(from * 1000).toFixed(1)}" width="${(width * 1000).toFixed(1)}" height="10" />`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function notJudged(run: Run): Html | undefined {
  const reasons = unjudgedOf(run).map(
    ({ is, because, findings }) =>
      html`<li>
        <span class="mark ${is}" aria-hidden="true">${verdictMarks[is]}</span>
        <span><b>${findings.length}</b> ${verdictWords[is]}: ${because}</span>
      </li>`,
  );
  return reasons.length === 0
    ? undefined
    : html`<h2 class="small">Not judged</h2>
        <ul class="reasons">
          ${reasons}
        </ul>`;
}

function failing(failed: readonly Finding[]): Html | undefined {
  if (failed.length === 0) return undefined;
  const links = failed.map((finding) => html`<li>${linkTo(finding)} <span class="level">${finding.level}</span></li>`);
  return html`<h2 class="small">Failed</h2>
    <ul class="failing">
      ${links}
    </ul>`;
}
