import type { History } from '../../conformance/contract/formats/history.ts';
import { pluralize } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { page } from '../html/page.ts';
import { chartStyle } from '../html/style/charts.ts';
import { checkHistoryView } from './check-view.ts';
import { loadHistoryView } from './load-view.ts';
import { historyStyle } from './style.ts';
import { historyHeadline } from './words.ts';

/** Runs over time, as one self-contained page. */
export function historyHtml(history: History): string {
  const { checks, loads } = history;
  return page(
    'History of runs · assay',
    html`<header class="masthead">
        <p><b>assay</b> history</p>
        <p>newest first</p>
      </header>
      <main>
        <section class="verdict notApplicable">
          <h1>${historyHeadline(history)}</h1>
        </section>
        ${checks.map(checkHistoryView)} ${loads.map(loadHistoryView)} ${leftOutView(history)}
      </main>`,
    html`${chartStyle}${historyStyle}`,
  );
}

/** Most folders that are listed as left out. */
const mostLeftOut = 50;

function leftOutView({ leftOut }: History): Html | undefined {
  if (leftOut.length === 0) return undefined;
  return html`<section>
    <h2>${pluralize(leftOut.length, 'folder')} left out</h2>
    <ul class="reasons">
      ${leftOut.slice(0, mostLeftOut).map(({ folder, because }) => html`<li><code>${folder}</code> ${because}</li>`)}
    </ul>
  </section>`;
}
