import type { CheckHistory, CheckRow } from '../../conformance/contract/formats/history.ts';
import { pluralize } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { truncate } from '../text/visible.ts';
import { newestView, runRow, runsTable } from './run-rows.ts';
import { letterWords } from './strip.ts';
import { stripView } from './strip-view.ts';
import { checksFailedEarlier, groupTitle, neverFailedCountText, listedChecks, rules, runHeads } from './words.ts';

/** Most rows of one kind, more than people read; history.json has all of them. */
const mostRows = 150;
const longest = 300;

/** The history of one target's checks. */
export function checkHistoryView(history: CheckHistory): Html {
  const told = listedChecks(history);
  const earlier = checksFailedEarlier(history);
  const never = neverFailedCountText(history);
  return html`<section class="history">
    <h2>${groupTitle(history)}</h2>
    ${newestView(history.runs)}
    ${
      told.length + earlier.length === 0
        ? undefined
        : html`<p class="lead">${rules}</p>
            ${legend}`
    }
    ${told.map(
      ({ title, rows }) =>
        html`<h3>${title}: ${pluralize(rows.length, 'check')}</h3>
          ${rowsView(rows)}`,
    )}
    ${never === undefined ? undefined : html`<p class="notice">${never}</p>`}
    ${
      earlier.length === 0
        ? undefined
        : html`<details>
            <summary>${pluralize(earlier.length, 'check')} failed in an older run</summary>
            ${rowsView(earlier)}
          </details>`
    }
    ${runsView(history)}
  </section>`;
}

function rowsView(rows: readonly CheckRow[]): Html {
  const left = rows.length - mostRows;
  return html`<ul class="rows">
      <li>
        <span></span>
        <p class="ends"><span>newest</span> <span>oldest</span></p>
      </li>
      ${rows.slice(0, mostRows).map(rowView)}
    </ul>
    ${left <= 0 ? undefined : html`<p class="aside">${pluralize(left, 'more check')}: history.json has them.</p>`}`;
}

function rowView({ check, title, level, clause, known, strip }: CheckRow): Html {
  return html`<li>
    <div>
      <code class="check">${truncate(check, longest)}</code>
      <span class="level">${level} ${clause}${known === true ? ', a known failure' : ''}</span>
      <p>${truncate(title, longest)}</p>
    </div>
    ${stripView(strip)}
  </li>`;
}

/** A legend; the words beside the marks say the same. */
const legend = html`<ul class="legend">
  ${(['f', 'i', 'p', 'n', 'a'] as const).map((letter) => html`<li><span aria-hidden="true">${stripView(letter)}</span> ${letterWords[letter]}</li>`)}
</ul>`;

function runsView(history: CheckHistory): Html {
  const rows = history.runs.map((run) => {
    const { pass, fail, inconclusive, notApplicable } = run.counts;
    return runRow(run, [`${pass} / ${fail} / ${inconclusive} / ${notApplicable}`, run.version]);
  });
  const heads = [...runHeads, 'Passed / failed / inconclusive / not applicable', 'assay'];
  return runsTable(groupTitle(history), heads, rows);
}
