import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { clockChangeNote } from './clock.ts';

describe('a clock that is set while a command runs', () => {
  it('is told of, and one that is corrected is not', () => {
    expect(clockChangeNote()).toBeUndefined();
    expect(clockChangeNote(Date.now() - 3_600_000)).toMatch(/was set back by 3600 s during the run; /);
    expect(clockChangeNote(Date.now() + 60_000)).toMatch(
      /was set ahead by 60 s, or the machine was asleep, during the run; /,
    );
  });
  it.each([
    ['check', -3_600_000, 'set back by 3600 s'],
    ['fuzz', 3_600_000, 'set ahead by 3600 s'],
  ] as const)(
    'changes nothing of what %s finds, nor of how long it took',
    { timeout: 180_000 },
    async (name, byMs, words) => {
      const preload = join(emptyFolder(), 'jump.cjs');
      // By an hour, once this process has begun.
      writeFileSync(
        preload,
        `const now = Date.now; const Real = Date; const by = () => ${byMs};
      globalThis.Date = class extends Real { constructor(...given) { super(...(given.length === 0 ? [now() + by()] : given)); } };
      Date.now = () => now() + by();`,
      );
      const out = join(emptyFolder(), 'results');
      const what = name === 'check' ? ['--only', 'voices.*'] : ['--only', 'speech.*', '--runs', '200'];
      const { code, err } = await assay([name, '--embedded', ...what, '--out', out], {
        env: { NODE_OPTIONS: `--require ${preload}` },
      });
      expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(words) as string });
      const { startedAt, endedAt, complete } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run;
      const tookMs = Date.parse(endedAt) - Date.parse(startedAt);
      expect(complete).toBe(true);
      expect(tookMs).toBeGreaterThanOrEqual(0);
      expect(tookMs).toBeLessThan(600_000);
    },
  );
});
