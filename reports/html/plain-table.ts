import type { Finding } from '../../conformance/model/run.ts';
import { ledgerHead, ledgerLines } from '../check/ledger.ts';
import { type Html, html } from '../text/html.ts';

/**
 * What a run saw besides verdicts, one subject a row; the rows bring their own cells. It scrolls by itself: some scripts
 * cannot be broken into as narrow a column as a telephone has. `name` is that of the region, by which who cannot see finds
 * it.
 */
export function plainTable(heads: readonly string[], rows: readonly Html[], name = heads.join(', ')): Html {
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

/** What was charged, step by step, with a mark where the service and the ledger part. */
export function ledgerView(finding: Finding): Html | undefined {
  const lines = ledgerLines(finding);
  if (lines.length === 0) return undefined;
  const rows = lines.map(
    ({ cells, parts }) =>
      html`<tr${parts ? html` class="parts"` : undefined}>
        ${cells.map((cell, at) => html`<td>${parts && at === 0 ? '✗ ' : ''}${cell}</td>`)}
      </tr>`,
  );
  return html`<h4>Ledger</h4>
    ${plainTable(ledgerHead, rows)}`;
}
