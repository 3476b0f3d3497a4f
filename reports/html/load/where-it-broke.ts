import type { Load } from '../../../load/verdict/load.ts';
import { stepName, stepsThatViolated } from '../../load/steps.ts';
import { observedValueText } from '../../load/words/observed-words.ts';
import { whereItBrokeText } from '../../load/words/where-it-broke.ts';
import { type Html, html } from '../../text/html.ts';

/** Says when the requests of a run with one load failed, and with which outcome. */
export function whereItBroke(load: Pick<Load, 'requests'>): Html | undefined {
  const says = whereItBrokeText(load);
  return says === undefined ? undefined : html`<p class="until fail"><b>Where it broke</b> ${says}</p>`;
}

/** For a run with steps of different loads: the bounds that a step violated. */
export function whereBoundsBroke(load: Pick<Load, 'steps' | 'slo'>): Html | undefined {
  const broken = (load.slo?.bounds ?? []).flatMap((bound) => {
    if (bound.is !== 'violated' || bound.step === undefined) return [];
    return stepsThatViolated(load, bound).map((step) => {
      const own = step.slo?.bounds.find(({ text }) => text === bound.text);
      const observed = own && observedValueText(own);
      return `${stepName(load, step)}: ${bound.text}${observed === undefined ? '' : `, observed ${observed}`}`;
    });
  });
  if (broken.length === 0) return undefined;
  return html`<p class="until fail"><b>Where it broke</b> ${broken.join('; ')}</p>`;
}

/** Says how many of `n` failures are not part of the figures. */
export function outsideText(n: number, unmeasured: number): string {
  if (unmeasured === 0) return '';
  return n === unmeasured ? ', none of them measured' : `, ${unmeasured} of them not measured`;
}
