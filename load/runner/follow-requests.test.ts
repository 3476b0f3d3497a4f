import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { followRequests } from './follow-requests.ts';

/** A record each half a second. */
const long = { ...header, settings: { ...header.settings, durationMs: 900_000 } };
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, place) => `${JSON.stringify(record(from + place))}\n`).join('');

it('what k6 wrote at once is taken in by small pieces with rests, and is the same as without', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const path = join(folder, 'requests.ndjson');
  writeFileSync(path, `${JSON.stringify(long)}\n${lines(0, 1_000)}`);
  const seen: number[] = [];
  const [gentle, hasty] = [followRequests(path, { record: ({ index }) => seen.push(index) }), followRequests(path)];
  try {
    const soFar: number[] = [];
    const rest = (): Promise<void> => {
      soFar.push(seen.length);
      return Promise.resolve();
    };
    await gentle.catchUp(rest);
    expect(seen).toEqual([...Array(1_000).keys()]);
    expect(soFar.at(-1)).toBe(1_000);
    const most = Math.max(...soFar.map((many, place) => many - (soFar[place - 1] ?? 0)));
    expect(most * Buffer.byteLength(lines(999, 1_000))).toBeLessThanOrEqual(72_000);
    appendFileSync(path, lines(1_000, 1_500));
    await gentle.catchUp();
    await hasty.catchUp();
    expect(gentle.takenBytes()).toBe(hasty.takenBytes());
    expect(gentle.load()).toEqual(hasty.load());
    expect(gentle.counts()?.recorded).toBe(1_500);
  } finally {
    await gentle.close();
    await hasty.close();
    rmSync(folder, { recursive: true });
  }
});
