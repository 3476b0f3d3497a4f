import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';

it('leaves out bounds of the settings file that a scenario cannot measure, says so, and keeps the others', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'assay.yaml'), "slo: 'ttft.p95<1s, rtf.p95<0.5, failures<1%'\n");
  const dry = (...args: readonly string[]): Promise<CommandOutput> => assay(['load', ...args, '--dry-run'], { cwd });
  const speech = await dry('speech');
  expect(speech.out).toContain(
    'ttft.p95<1000ms of the settings file is of streams, and this load speech sends none: it is left out',
  );
  expect(speech.out).toContain("ASSAY_SLO='rtf.p95<0.5, failures<1%'");
  const mixed = await dry('mixed');
  expect(mixed.out).not.toContain('left out');
  expect(mixed.out).toContain("ASSAY_SLO='ttft.p95<1s, rtf.p95<0.5, failures<1%'");
  expect((await dry('speech', '--slo', 'ttft.p95<1s')).code).toBe(3);
});
