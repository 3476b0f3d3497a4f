import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasKernelTimestamps } from './kernel-timestamps.ts';

/** A k6 that leaves somebody behind who goes on writing where its records are, for a moment. */
function writingOn(): string {
  const k6 = join(mkdtempSync(join(tmpdir(), 'assay-test-k6-')), 'k6');
  const writes = 'i=0; while [ $i -lt 400 ]; do i=$((i+1)); : > "$REQUESTS.$i"; done';
  writeFileSync(k6, `#!/bin/sh\n(${writes}) >/dev/null 2>&1 &\nsleep 0.02\n`);
  chmodSync(k6, 0o755);
  return k6;
}

it('is no defect where the k6 that was asked still writes when its folder is taken away', async () => {
  const stampsIn = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('assay-stamps-'));
  const before = stampsIn();
  for (let time = 0; time < 5; time += 1)
    expect(await hasKernelTimestamps(writingOn(), process.env, AbortSignal.timeout(5_000))).toBeUndefined();
  expect(stampsIn().filter((name) => !before.includes(name))).toEqual([]);
});
