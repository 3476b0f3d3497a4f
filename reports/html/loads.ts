import type { ReleasesComparison } from '../../load/compare/comparison.ts';
import { releasesReport } from '../compare/releases.ts';
import { curveChart } from '../charts/curve-chart.ts';
import { figureView, strokeStyles } from '../charts/figure.ts';
import { timeChart } from '../charts/time-chart.ts';
import { type NamedLoad, differencesOf, loadsTable } from '../load/loads-table.ts';
import { isStepped } from '../load/steps.ts';
import { pluralize, durationText, headlineStyle, type Headline } from '../text/format.ts';
import { gateView } from './gate.ts';
import { type Html, html } from '../text/html.ts';
import { distributions } from './load-distributions.ts';
import { stackedTableView, tableView } from './load-table.ts';
import { trendsView } from './load/trend.ts';
import { trendStyle } from './style/trend.ts';
import { page } from './page.ts';
import { chartStyle } from './style/charts.ts';

/**
 * Several load runs side by side, as one self-contained page.
 *
 * @param releases each compared with the one before, in the order of the loads
 */
export function loadsHtml(loads: readonly NamedLoad[], releases?: ReleasesComparison): string {
  const title = pluralize(loads.length, 'load run');
  const report = releases && releasesReport(releases);
  const differing = differencesOf(loads);
  return page(
    `${title} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> load report</p>
        <p>Side by side</p>
      </header>
      <main>
        ${loads.map(({ name, load }) => gateView(load, name))}
        <section class="verdict ${report?.headline.is}">
          ${report === undefined ? html`<h1>${title}</h1>` : verdictView(report.headline)}
          ${differing.length === 0 ? undefined : html`<p class="notice">They differ in ${differing.join(', ')}.</p>`}
          ${loads.map(({ name, load }) => html`<p class="target">${name}: ${load.scenario} on ${load.target}</p>`)}
        </section>
        ${releases && trendsView(loads, releases.steps)} ${report?.tables.map(stackedTableView)}
        ${tableView(loadsTable(loads))} ${chartsView(loads)}
      </main>`,
    html`${chartStyle}${releases && trendStyle}`,
  );
}

function verdictView({ word, says, ...about }: Headline): Html {
  return html`<h1>
    <span class="mark" aria-hidden="true">${headlineStyle(about).mark}</span>
    <span><strong>${word}</strong>: ${says}</span>
  </h1>`;
}

function chartsView(loads: readonly NamedLoad[]): Html | undefined {
  const believed = loads
    .filter(({ load }) => load.validity?.is !== 'invalid' && !isStepped(load))
    .slice(0, strokeStyles.length);
  const charts = [...curvesOf(believed), ...overTimeOf(believed)];
  if (charts.length === 0) return undefined;
  const left = loads.length - believed.length;
  return html`<section>
    <h2>Charts</h2>
    <p class="lead">
      Percentiles with their 95 % confidence intervals, then each run over
      time.${left === 0 ? '' : ` ${pluralize(left, 'run')} of ${loads.length} not drawn: the measurement is invalid, the steps had different loads, or there are too many to tell apart.`}
    </p>
    <div class="charts">${charts}</div>
  </section>`;
}

function curvesOf(loads: readonly NamedLoad[]): readonly Html[] {
  return distributions.flatMap(({ title, unit, of }) => {
    const curves = loads.map(({ name, load }) => ({ name, points: of(load)?.curve ?? [] }));
    if (curves.every(({ points }) => points.length === 0)) return [];
    const label = `${title}, ${unit}, by percentile, of ${curves.map(({ name }) => name).join(', ')}. The table has the numbers.`;
    return [figureView({ title, unit, names: curves.map(({ name }) => name), drawing: curveChart({ curves, label }) })];
  });
}

/** Only runs of one pace are drawn over one another: their windows are of one length. */
function overTimeOf(loads: readonly NamedLoad[]): readonly Html[] {
  const [first] = loads;
  const windowMs = first?.load.series.windowMs;
  if (windowMs === undefined || loads.some(({ load }) => load.series.windowMs !== windowMs)) return [];
  const wanted = [
    { title: 'Time to first token, p95', unit: 'milliseconds', of: 'ttftP95Ms' },
    { title: 'E2E latencies, p95', unit: 'milliseconds', of: 'e2eP95Ms' },
    { title: 'In flight', unit: 'requests sent and not ended', of: 'inFlight' },
    { title: 'Failures', unit: 'requests in each window', of: 'failed' },
  ] as const;
  return wanted.flatMap(({ title, unit, of }) => {
    const series = loads.map(({ name, load }) => ({ name, values: load.series.windows.map((window) => window[of]) }));
    if (!series.some(({ values }) => values.some((value) => value !== undefined && value > 0))) return [];
    const label = `${title}, ${unit}, in windows of ${durationText(windowMs)}, of ${loads.map(({ name }) => name).join(', ')}.`;
    const drawing = timeChart({ series, windowMs, as: 'lines', label });
    return [figureView({ title, unit, names: series.map(({ name }) => name), drawing })];
  });
}
