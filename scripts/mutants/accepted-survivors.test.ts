import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acceptedSurvivors } from './accepted-survivors.ts';
import { instrumentService } from './instrument.ts';
import { staleIn } from './result.ts';

it('keeps each change for one reason only', () => {
  const ids = acceptedSurvivors.flatMap(({ changes }) => Object.keys(changes));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('keeps only changes that there are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-survivors-test-'));
  try {
    const { mutants } = await instrumentService(join(import.meta.dirname, '..', '..'), folder);
    expect(staleIn(acceptedSurvivors, mutants, [])).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
