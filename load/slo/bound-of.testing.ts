import { parseSlo } from './parse-slo.ts';
import { boundText, type BoundJudgement } from './slo.ts';

/** What a judgement says of its bound, `ttft.p95<800ms`; seconds are kept as milliseconds. */
export function boundOf(asked: string): Pick<BoundJudgement, 'text' | 'of'> {
  const parsed = parseSlo(asked);
  const [of] = parsed.is === 'slo' ? parsed.slo : [];
  if (of === undefined) throw new Error(`${asked} is no bound`);
  return { text: boundText(of), of };
}
