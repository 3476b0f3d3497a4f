import type { LoadTable } from '../load/load-table.ts';
import { type Html, html } from './html.ts';

/** A table of a load report; a long one is folded. */
export function tableView(table: LoadTable): Html {
  const id = table.title.toLowerCase().replaceAll(' ', '-');
  const content = html`<p class="lead">${table.lead}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">${cells(table)}</div>`;
  if (table.folded === true)
    return html`<details>
      <summary id="${id}">${table.title}</summary>
      ${content}
    </details>`;
  return html`<section>
    <h2 id="${id}">${table.title}</h2>
    ${content}
  </section>`;
}

/** Longer cells are sentences, not figures. */
const longestUnbroken = 32;

function cells({ head, rows }: LoadTable): Html {
  return html`<table class="numbers">
    <thead>
      <tr>
        ${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...values]) =>
          html`<tr>
            <th scope="row">${name ?? ''}</th>
            ${values.map((value) => (value.length > longestUnbroken ? html`<td class="prose">${value}</td>` : html`<td>${value}</td>`))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
