import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calibrationHere, calibrationPath, machineName, writeCalibration } from '../load/results/calibration-file.ts';
import { rowOf } from './calibrate.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

const found = {
  machine: machineName(),
  at: '2026-11-21T00:00:00.000Z',
  maxRatePerS: 200,
  maxStreams: 500,
  errorP99Ms: 0.3,
};

describe('the calibration of this machine', () => {
  const env = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'assay-state-')) };
  it('is kept for each user, and quoted from there', () => {
    expect(calibrationHere(env)).toBeUndefined();
    writeCalibration(calibrationPath(env), { schema: 'assay.calibration/1', ...found, streams: [] });
    expect(readFileSync(calibrationPath(env), 'utf8')).toContain('assay.calibration/1');
    expect(calibrationHere(env)).toEqual(found);
  });
  it('is not that of another machine', () => {
    writeCalibration(calibrationPath(env), { ...found, machine: 'another' });
    expect(calibrationHere(env)).toBeUndefined();
  });
  it('stays at home where no state folder is named', () => {
    expect(calibrationPath({ XDG_STATE_HOME: 'relative' })).toMatch(/\.local\/state\/assay\/calibration\.json$/);
  });
  it('is drawn: ten marks are the bound', () => {
    const step = {
      streams: 100,
      ratePerS: 33,
      eventsPerS: 5_000,
      events: 9,
      uncertainShare: 0.001,
      lagP99Ms: 0.4,
      requests: 9,
      failed: 0,
    };
    const row = (p99: number): string => rowOf({ ...step, errorMs: { p50: 0.02, p99, max: 9 } }, 100);
    expect(row(0.3)).toMatch(/100 +0\.020 ms +0\.300 ms +0\.1 % +0\.40 ms {2}█{3}$/);
    expect(row(1.2)).toMatch(/█{10}▒{2}$/);
    expect(row(70)).toMatch(/█{10}▒{10}$/);
  });
});

describe('assay calibrate', () => {
  it('says at once where what it finds could not be written', async () => {
    const file = join(emptyFolder(), 'a-file');
    writeFileSync(file, '');
    const said = await Promise.all([
      assay(['calibrate', '--out', join(file, 'x.json')]),
      assay(['calibrate', '--out', dirname(file)]),
    ]);
    expect(said.map(({ code, out, err }) => ({ code, out, err }))).toEqual([
      { code: 3, out: '', err: expect.stringMatching(/^assay: --out .*x\.json cannot be written: /) as string },
      { code: 3, out: '', err: expect.stringMatching(/^assay: --out .* cannot be written: EISDIR/) as string },
    ]);
  });
});
