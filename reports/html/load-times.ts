import type { Load } from '../../load/verdict/load.ts';
import { measuredQuantities } from '../load/measured.ts';
import { boundedText, extentText, quantileHeads, quantileNames, quantileText } from '../load/format.ts';
import { withDoubt } from '../load/words/invalid-words.ts';
import { type Html, html } from '../text/html.ts';

/** Every time with its quantiles; folded where the instrument cannot be believed. */
export function timesView(load: Load): Html {
  const table = timesTable(load);
  if (table === undefined) return html`<p class="lead">No request was answered, so there are no times.</p>`;
  if (load.validity?.is === 'invalid')
    return html`<details>
      <summary id="times">${withDoubt('Times', load)}</summary>
      ${table}
    </details>`;
  return html`<section>
    <h2 id="times">Times</h2>
    <p class="lead">
      Milliseconds, over the measured requests that were answered; lag over all that were sent. Every number is a
      measured value. “needs 5 more” means that the percentile needs so many more samples.${boundedText(load)}
    </p>
    ${table}
  </section>`;
}

function timesTable(load: Load): Html | undefined {
  const quantiles = quantileNames.map((name) => html`<th scope="col">${quantileHeads[name]}</th>`);
  const rows = measuredQuantities(load).map(
    ({ name, means, times }) =>
      html`<tr>
        <th scope="row"><b>${name}</b> <span class="aside">${means}</span></th>
        <td data-head="n">${times.n}</td>
        <td data-head="min">${extentText(times, 'min')}</td>
        ${quantileNames.map((quantile) => html`<td data-head="${quantileHeads[quantile]}" class="${times[quantile] === undefined ? 'aside' : 'time'}">${quantileText(times, quantile)}</td>`)}
        <td data-head="max">${extentText(times, 'max')}</td>
      </tr>`,
  );
  if (rows.length === 0) return undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="times">
    <table class="numbers stacks times">
      <thead>
        <tr>
          <td class="unit">milliseconds</td>
          <th scope="col">n</th>
          <th scope="col">min</th>
          ${quantiles}
          <th scope="col">max</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
