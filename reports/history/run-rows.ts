import { counted } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { runName } from './words.ts';

/** Rows that stand open; older ones are folded. */
const mostOpen = 5;

/** The newest runs, and the older ones folded below them. @param of what they are the runs of */
export function runsTable(of: string, heads: readonly string[], rows: readonly Html[]): Html {
  const older = rows.slice(mostOpen);
  return html`<h3>Runs</h3>
    ${scrolled(`Newest runs: ${of}`, heads, rows.slice(0, mostOpen))}
    ${
      older.length === 0
        ? undefined
        : html`<details>
            <summary>${counted(older.length, 'older run')}</summary>
            ${scrolled(`Older runs: ${of}`, heads, older)}
          </details>`
    }`;
}

/** A region has a name of its own, by which who cannot see finds it. */
function scrolled(name: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table class="observations">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** A run by its name, which leads to its report where there is one. */
export function linkTo(run: { readonly folder: string; readonly label?: string; readonly report?: true }): Html {
  if (run.report === undefined) return html`${runName(run)}`;
  return html`<a
    href="./${run.folder
      .split('/')
      .map((name) => encodeURIComponent(name.toWellFormed()))
      .join('/')}/report.html"
    >${runName(run)}</a
  >`;
}
