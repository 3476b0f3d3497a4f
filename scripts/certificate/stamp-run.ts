import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certifiedFile } from '../../conformance/evidence/bundle.ts';
import { newChallenge } from '../../conformance/evidence/challenge.ts';
import { openingMessage, seedAfter } from '../../conformance/evidence/stamps/opening.ts';

/** A timestamp from before the run, from which the run's random numbers are drawn. */
export type OpeningStamp = {
  readonly is: 'stamp';
  readonly authority: string;
  readonly opening: string;
  readonly der: Uint8Array;
  readonly seed: number;
};

/** The timestamp is over the challenge or, without one, over an unpredictable number. */
export async function openingStamp(
  authority: string,
  challenge: string | undefined,
): Promise<OpeningStamp | { readonly is: 'none'; readonly because: string }> {
  const { requestStamp } = await import('./ask-authority.ts');
  const opening = challenge ?? newChallenge();
  const stamp = await requestStamp(authority, openingMessage(opening));
  if (stamp.is === 'none') return stamp;
  const seed = seedAfter(opening, createHash('sha256').update(stamp.der).digest('hex'));
  return { ...stamp, authority, opening, seed };
}

/** Has the finished certificate timestamped. Returns why that failed, in which case there is no certificate. */
export async function stampWhole(bundle: string, authority: string): Promise<string | undefined> {
  const { requestStamp } = await import('./ask-authority.ts');
  const certificate = join(bundle, certificateFile);
  const stamp = await requestStamp(authority, readFileSync(certificate));
  if (stamp.is === 'none') {
    rmSync(certificate);
    return stamp.because;
  }
  writeFileSync(join(bundle, certifiedFile), stamp.der);
  return undefined;
}
