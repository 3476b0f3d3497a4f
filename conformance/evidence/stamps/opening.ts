import { createHash } from 'node:crypto';
import { skewMs } from '../clock-skew.ts';
import type { Problem } from '../problem.ts';
import type { Stamps } from './stamped.ts';

/**
 * The seed of a run that was opened by a timestamp. The stamp over the opening (the challenge, where there is one)
 * cannot be predicted, so that no request that follows from it is older.
 */
export function seedAfter(opening: string, stampSha256: string): number {
  const from = `assay opening\n${opening}\n${stampSha256}`;
  return Number.parseInt(createHash('sha256').update(from).digest('hex').slice(0, 13), 16);
}

/** The message that an authority stamps first; `printf %s OPENING` gives it to other tools. */
export function openingMessage(opening: string): Uint8Array {
  return Buffer.from(opening, 'ascii');
}

type Times = { readonly startedAt: string; readonly endedAt: string; readonly notBefore: string };

/** Contradictions between the times of a certificate and its stamps. */
export function timeProblems(run: Times, { opened, certified }: Stamps): readonly Problem[] {
  const [from, to] = [Date.parse(opened.at), Date.parse(certified.at)];
  const late = (time: string): boolean => Date.parse(time) > to + skewMs;
  const flaws = [
    from > to ? `its stamp after the run (${certified.at}) is older than that before it (${opened.at})` : undefined,
    Date.parse(run.startedAt) < from - skewMs
      ? `it says that its run began at ${run.startedAt}, and what it was drawn from was timestamped after that, at ${opened.at}`
      : undefined,
    late(run.endedAt)
      ? `it says that its run ended at ${run.endedAt}, and it was timestamped before, at ${certified.at}`
      : undefined,
    late(run.notBefore)
      ? `it is valid from ${run.notBefore}, and it was timestamped before, at ${certified.at}`
      : undefined,
  ];
  return flaws.flatMap((says) => (says === undefined ? [] : [{ code: 1, says }]));
}
