import type { Load } from '../../load/verdict/load.ts';
import { gateLine, gateNote } from '../load/gate-words.ts';
import { verdictMarks } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';

/**
 * The verdict of the conformance check that gates a load run, shown first: speed matters little where the answers are wrong.
 * @param name of the run, where there are several
 */
export function gateView(load: Load, name?: string): Html | undefined {
  if (load.gate === undefined) return undefined;
  const { is, failed } = load.gate;
  const { word, says } = gateLine(load.gate);
  const note = gateNote(load);
  return html`<section class="gate ${is}" aria-label="Conformance">
    <p>
      <b><span aria-hidden="true">${verdictMarks[is]}</span> ${name === undefined ? undefined : `${name}: `}${word}</b>:
      ${says}
    </p>
    ${note === undefined ? undefined : html`<p class="aside">${note}</p>`}
    ${
      failed.length === 0
        ? undefined
        : html`<details>
            <summary>Failed checks</summary>
            <ul>
              ${failed.map((check) => html`<li><code>${check}</code></li>`)}
            </ul>
          </details>`
    }
  </section>`;
}
