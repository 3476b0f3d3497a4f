import type { CheckRunSeen, LoadRunSeen } from '../../conformance/contract/formats/history.ts';
import { plainTable } from '../html/plain-table.ts';
import { pluralize } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { truncate } from '../text/visible.ts';
import { runName, runTone, timeText } from './words.ts';

/** Number of rows that are visible; older ones are folded. */
const mostOpen = 5;

const longest = 300;

type Seen = CheckRunSeen | LoadRunSeen;

/** The verdict of the newest run, and the number of runs. */
export function newestView(runs: readonly Seen[]): Html {
  const [newest] = runs;
  return html`<p class="newest ${newest && runTone(newest).tone}">
    <b><span aria-hidden="true">${newest && runTone(newest).mark}</span> ${truncate(newest?.says ?? '', longest)}</b>
    <span class="aside">the newest of ${pluralize(runs.length, 'run')}, ${timeText(newest?.startedAt ?? '')} UTC</span>
  </p>`;
}

/** A row of `runsTable`: time, name, verdict, and the given cells. */
export function runRow(run: Seen, behind: readonly string[]): Html {
  return html`<tr>
    <th scope="row">${timeText(run.startedAt)}</th>
    <td>${linkTo(run)}</td>
    <td>${runTone(run).mark} ${truncate(run.says, longest)}</td>
    ${behind.map((cell) => html`<td>${truncate(cell, longest)}</td>`)}
  </tr>`;
}

/** The newest runs, with the older ones folded below them. @param of what they are the runs of */
export function runsTable(of: string, heads: readonly string[], rows: readonly Html[]): Html {
  const older = rows.slice(mostOpen);
  return html`<h3>Runs</h3>
    ${plainTable(heads, rows.slice(0, mostOpen), `Newest runs: ${of}`)}
    ${
      older.length === 0
        ? undefined
        : html`<details>
            <summary>${pluralize(older.length, 'older run')}</summary>
            ${plainTable(heads, older, `Older runs: ${of}`)}
          </details>`
    }`;
}

/** The name of a run, linked to its report where there is one. */
function linkTo(run: { readonly folder: string; readonly label?: string; readonly report?: true }): Html {
  if (run.report === undefined) return html`${runName(run)}`;
  return html`<a
    href="./${run.folder
      .split('/')
      .map((name) => encodeURIComponent(name.toWellFormed()))
      .join('/')}/report.html"
    >${runName(run)}</a
  >`;
}
