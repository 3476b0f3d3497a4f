import type { Share } from './figures.ts';
import { shareInterval } from '../statistics/ranks.ts';

/** The spoken answers that came whole and were not seen to be wrong: some of them were decoded, and the others not. */
export type Decoding = { readonly decoded: number; readonly wrong: number; readonly undecoded: number };

/** Where none of the decoded ones is wrong, all count as what they were seen to be. */
export function hasToEstimate({ wrong, undecoded }: Decoding): boolean {
  return wrong > 0 && undecoded > 0;
}

/**
 * The share of wrong ones among all, where those that were not decoded are as often wrong as those that were: they were
 * chosen by their times, which their answers know nothing of. The intervals of the two parts put together (Zou and Donner
 * 2008, as Newcombe's). `n` is what was looked at.
 *
 * @param seen the share without what decoding alone shows
 */
export function shareBySample(seen: Share, { decoded, wrong, undecoded }: Decoding): Share {
  const part = (decoded + undecoded) / seen.n;
  const heard = wrong / decoded;
  const [low, high] = shareInterval(wrong, decoded);
  const share = seen.share + part * heard;
  const below = Math.hypot(seen.share - seen.interval[0], part * (heard - low));
  const above = Math.hypot(seen.interval[1] - seen.share, part * (high - heard));
  return { n: seen.n - undecoded, share, interval: [Math.max(0, share - below), Math.min(1, share + above)] };
}

/** So many requests of `n` are known as well as the share by samples is, at the least. */
export function effectiveBySample(n: number, { decoded, undecoded }: Decoding): number {
  return Math.min(n, (decoded * n) / (decoded + undecoded));
}
