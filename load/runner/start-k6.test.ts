import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { forwardInterrupts } from './interrupts.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run } from './run.testing.ts';
import { startK6 } from './start-k6.ts';

/** A program that ends as k6 does where a script ends the test, and says this of it. */
function endingWith(says: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-k6-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'k6');
  writeFileSync(path, `#!/bin/sh\n${says}\nexit 108\n`);
  chmodSync(path, 0o755);
  return path;
}

const [toldInWords, toldForPrograms] = [
  'echo "requests.ndjson is incomplete: no space left" >&2',
  'echo "disk /results/requests.ndjson: no space left on device" >&3',
];

it('hears what k6 tells for programs apart from what it prints', async () => {
  const interrupts = forwardInterrupts();
  onTestFinished(() => void interrupts.stop());
  const k6Path = endingWith(`${toldInWords}\n${toldForPrograms}`);
  const ending = await startK6({ k6Path, bundle: 'none.js', env: process.env, interrupts });
  expect(ending).toMatchObject({
    code: 108,
    told: ['disk /results/requests.ndjson: no space left on device'],
    errors: expect.stringContaining('incomplete') as string,
  });
});

it.skipIf(k6IsMissing).each([
  ['is for want of a disk where k6 tells so', toldForPrograms, true],
  ['is so too where the credits ended it at once', `echo credits >&3\n${toldForPrograms}`, true],
  ['is not by what k6 prints, which may be of a script', toldInWords, undefined],
] as const)('the end of a run %s', async (_, says, isDisk) => {
  const { outcome } = await run({ target: 'http://127.0.0.1:1', k6Path: endingWith(says) });
  expect(outcome).toMatchObject({ is: 'failed' });
  expect('isDisk' in outcome ? outcome.isDisk : undefined).toBe(isDisk);
});

it.skipIf(k6IsMissing)('a run whose disk is full names the file, and says what to do', async () => {
  const { outcome } = await run({ target: 'http://127.0.0.1:1', k6Path: endingWith(toldForPrograms) });
  expect(outcome).toMatchObject({
    is: 'failed',
    because:
      '/results/requests.ndjson could not be written: no space left on device. The run ended there; nothing was measured: make room, or name a folder on another disk with --out, and run it again',
  });
});

it.skipIf(k6IsMissing)('a run whose k6 was killed names the signal and what it may mean', async () => {
  const { outcome } = await run({ target: 'http://127.0.0.1:1', k6Path: endingWith('kill -9 $$') });
  expect(outcome).toMatchObject({
    is: 'failed',
    because: 'k6 was ended by SIGKILL (somebody ended it, or the machine ran out of memory)',
  });
});
