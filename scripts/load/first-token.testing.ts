import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Load } from '../../load/verdict/load.ts';
import { quantileOf } from '../../load/evidence/observation.ts';
import { readRequests } from '../../load/records/reading.ts';
import type { Layout } from '../../load/content/layouts.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { serveLaidOut } from './laid-out.testing.ts';

/** What `assay load stream` tells of such a service, and what is true; in milliseconds. */
type FirstToken = {
  readonly said: string;
  readonly content: string | undefined;
  readonly ttfeP50Ms: number | undefined;
  readonly ttftP50Ms: number | undefined;
  /** The same of the times at which the service wrote the first event with text. */
  readonly trueP50Ms: number;
  readonly answered: number;
};

/** Times a service without being told its layout. */
export async function timeFirstToken(layout: Layout, firstMs: number, flags: readonly string[]): Promise<FirstToken> {
  await using service = await serveLaidOut(layout, firstMs);
  const folder = join(emptyFolder(), 'results');
  const asked = ['load', 'stream', '--target', service.url, '--token', 't', '--bot', 'b', '--out', folder];
  const { out, err } = await assay([...asked, '--arrivals', 'constant', '--warmup', '0s', '--no-canary', ...flags]);
  const load = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
  const { header, records } = readRequests(readFileSync(join(folder, 'requests.ndjson'), 'utf8'));
  const t0Ns = BigInt(Math.round(header?.t0MonotonicNs ?? 0));
  const trueMs = records.flatMap(({ id, intended }) => {
    const atNs = service.writtenNs.get(id);
    return atNs === undefined ? [] : [Number(atNs - t0Ns) / 1e6 - intended];
  });
  return {
    said: out + err,
    content: load.settings.content,
    ttfeP50Ms: load.ttfeMs.p50,
    ttftP50Ms: load.ttftMs.p50,
    trueP50Ms: quantileOf(
      trueMs.toSorted((one, other) => one - other),
      0.5,
    ),
    answered: load.counts.ok,
  };
}
