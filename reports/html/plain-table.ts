import { type Html, html } from './html.ts';

/** What a check run saw besides verdicts, one subject a row; the rows bring their own cells. */
export function plainTable(heads: readonly string[], rows: readonly Html[]): Html {
  return html`<table class="observations">
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
