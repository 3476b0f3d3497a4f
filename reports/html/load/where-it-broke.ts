import type { Load } from '../../../load/verdict/load.ts';
import { counted } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { visible } from '../../text/visible.ts';

/** What failed by the load generator or its end says nothing of the service. */
const ofGenerator: readonly string[] = ['notSent', 'aborted'];

/** When the first and the last request failed, warm-up and all, and of what most of them did: what people look for first. */
export function whereItBroke({ requests }: Pick<Load, 'requests'>): Html | undefined {
  const outcomes = (requests?.outcomes ?? []).filter(({ outcome }) => !ofGenerator.includes(outcome));
  const [most] = outcomes.toSorted((one, next) => next.n - one.n);
  if (most === undefined) return undefined;
  const failed = outcomes.reduce((sum, { n }) => sum + n, 0);
  const first = Math.min(...outcomes.map(({ firstMs }) => firstMs));
  const last = Math.max(...outcomes.map(({ lastMs }) => lastMs));
  const why = visible(most.because ?? most.outcome);
  const cause = most.n === failed ? why : `${most.n} of them ${why}`;
  return html`<p class="until fail">
    <b>Where it broke</b> ${spanText(first, last)}: ${counted(failed, 'request')} failed, ${cause}
  </p>`;
}

/** `from 8.2 s to 13.5 s`, of the intended times. */
export function spanText(fromMs: number, toMs: number): string {
  return fromMs === toMs ? `at ${secondsText(fromMs)}` : `from ${secondsText(fromMs)} to ${secondsText(toMs)}`;
}

export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
