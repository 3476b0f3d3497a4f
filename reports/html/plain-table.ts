import type { Finding } from '../../conformance/model/run.ts';
import { ledgerHead, ledgerLines } from '../check/ledger.ts';
import { type Html, html } from '../text/html.ts';

/**
 * A table of what a run saw besides verdicts, one subject a row. It scrolls horizontally, as some words are wider than the
 * column of a phone. `name` is the region's name for screen readers.
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

/** The charges step by step, with a mark where service and ledger disagree. */
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
