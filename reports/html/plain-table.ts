import { type Html, html } from '../text/html.ts';

/**
 * What a check run saw besides verdicts, one subject a row; the rows bring their own cells. It scrolls by itself: some
 * scripts cannot be broken into as narrow a column as a telephone has.
 */
export function plainTable(heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${heads.join(', ')}">
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
