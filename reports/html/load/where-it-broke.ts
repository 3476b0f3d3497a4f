import type { Load } from '../../../load/verdict/load.ts';
import { stepName, stepsThatViolated } from '../../load/steps.ts';
import { observedIn } from '../../load/tables.ts';
import { counted } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { visible } from '../../text/visible.ts';

/** What failed by the load generator or its end says nothing of the service. */
const ofGenerator: readonly string[] = ['notSent', 'aborted'];

/** As load/figures/requests-fold.ts names what is counted together. */
const otherOutcomes = 'other outcomes';

/**
 * When the first and the last request failed of the commonest cause: what people look for first. Of the measured ones, as
 * they are counted; where none was measured, of the warm-up.
 */
export function whereItBroke({ requests }: Pick<Load, 'requests'>): Html | undefined {
  const all = (requests?.outcomes ?? []).filter(({ outcome }) => !ofGenerator.includes(outcome));
  const outside = all.reduce((sum, { unmeasured = 0 }) => sum + unmeasured, 0);
  const failed = all.reduce((sum, { n }) => sum + n, 0) - outside;
  // The tiles above count what was measured, and so does this wherever anything was.
  const told = all.map((each) => {
    const [firstMs, lastMs] = each.measuredMs ?? [each.firstMs, each.lastMs];
    return failed === 0 ? each : { ...each, n: each.n - (each.unmeasured ?? 0), firstMs, lastMs };
  });
  // What is counted together is many causes, of which none may be common.
  const common = told.filter(({ outcome, n }) => outcome !== otherOutcomes && n > 0);
  const [most] = (common.length > 0 ? common : told).toSorted((one, next) => next.n - one.n);
  if (most === undefined) return undefined;
  // One request of another cause, an hour before, is not where it broke.
  const others = told.filter((each) => each !== most && each.n > 0);
  const count = failed === 0 ? outside : failed;
  // Others of this outcome may have had another reason.
  const first = most.n > 1 ? `${most.outcome}, first: ` : '';
  const why = visible(most.because === undefined ? most.outcome : `${first}${most.because}`);
  const also =
    others.length === 0
      ? ''
      : `; ${count - most.n} failed otherwise, ${spanText(
          Math.min(...others.map(({ firstMs }) => firstMs)),
          Math.max(...others.map(({ lastMs }) => lastMs)),
        )}`;
  const where = failed === 0 ? ' in the warm-up or after the measured time' : '';
  const more = failed === 0 || outside === 0 ? '' : `; ${outside} more in the warm-up or after the measured time`;
  return html`<p class="until fail">
    <b>Where it broke</b> ${spanText(most.firstMs, most.lastMs)}: ${counted(most.n, 'request')} failed${where},
    ${why}${also}${more}
  </p>`;
}

/** Of steps of different loads: the bounds that one of them violated, which each of them may have failed by. */
export function whereBoundsBroke(load: Pick<Load, 'steps' | 'slo'>): Html | undefined {
  const broken = (load.slo?.bounds ?? []).flatMap((bound) => {
    if (bound.is !== 'violated' || bound.step === undefined) return [];
    return stepsThatViolated(load, bound).map((step) => {
      const own = step.slo?.bounds.find(({ text }) => text === bound.text);
      const observed = own && observedIn(own);
      return `${stepName(load, step)}: ${bound.text}${observed === undefined ? '' : `, observed ${observed}`}`;
    });
  });
  if (broken.length === 0) return undefined;
  return html`<p class="until fail"><b>Where it broke</b> ${broken.join('; ')}</p>`;
}

/** How many of so many failures are in no figure. */
export function outsideText(n: number, unmeasured: number): string {
  if (unmeasured === 0) return '';
  return n === unmeasured ? ', none of them measured' : `, ${unmeasured} of them not measured`;
}

/** `from 8.2 s to 13.5 s`, of the intended times. */
export function spanText(fromMs: number, toMs: number): string {
  return fromMs === toMs ? `at ${secondsText(fromMs)}` : `from ${secondsText(fromMs)} to ${secondsText(toMs)}`;
}

export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
