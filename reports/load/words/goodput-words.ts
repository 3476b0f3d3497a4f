import type { Goodput } from '../../../load/figures/figures.ts';
import { percentText } from '../format.ts';

/** How many requests meet the SLO, in a sentence; where that is not known of all, how many at most. */
export function goodputSentence(goodput: Goodput): string {
  const { count, n, share, atMost } = goodput;
  const own = `${count} of ${n} requests (${percentText(share)})`;
  const many = atMost === undefined ? own : `${own}, at most ${atMost.count} (${percentText(atMost.share)}),`;
  return `${many} meet every bound of the SLO, taken as a limit for each request: a goodput of ${perSText(goodput)} per second.`;
}

/** `9.125/s, 98 % of requests`. */
export function goodputText(goodput: Goodput): string {
  const { share, atMost } = goodput;
  const percent = atMost === undefined ? percentText(share) : `${percentText(share)} to ${percentText(atMost.share)}`;
  return `${perSText(goodput)}/s, ${percent} of requests`;
}

function perSText({ perS, atMost }: Goodput): string {
  return atMost === undefined ? String(perS) : `${perS} to ${atMost.perS}`;
}
