import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonReport } from '../compare/report.ts';
import { headlineStyle } from '../text/format.ts';
import { html } from '../text/html.ts';
import { forestView } from './load/forest.ts';
import { overlaidView } from './load/overlaid.ts';
import { type ReportLinks, sideBySideView } from './side-by-side.ts';
import { stackedTableView } from './load-table.ts';
import { facts, page } from './page.ts';
import { chartStyle } from './style/charts.ts';

/** A comparison as one self-contained page. */
export function comparisonHtml(comparison: LoadComparison | CheckComparison, links: ReportLinks = {}): string {
  const { headline, facts: known, tables } = comparisonReport(comparison);
  const { word, says } = headline;
  const { tone, mark } = headlineStyle(headline);
  return page(
    `${word}: ${comparison.b.target} against ${comparison.a.target} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> comparison</p>
        <p>${comparison.is === 'load' ? `Scenario ${comparison.scenario}` : comparison.command}</p>
      </header>
      <main>
        <section class="verdict compared ${tone}" aria-labelledby="verdict">
          <h1 id="verdict">
            <span class="mark" aria-hidden="true">${mark}</span>
            <span><strong>${word}</strong>: ${says}</span>
          </h1>
          ${facts(known.map(([name, first = '', ...more]) => [name, html`${first} ${more.map((part) => html`<span class="aside">${part}</span>`)}`]))}
        </section>
        ${comparison.is === 'load' ? [forestView(comparison), overlaidView(comparison)] : sideBySideView(comparison, links)}
        ${tables.map(stackedTableView)}
      </main>`,
    chartStyle,
  );
}
