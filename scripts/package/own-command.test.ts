import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { resourceUrl } from './resources.ts';
import { ownCommand } from './own-command.ts';

it('is npx assay in the clone, and where it is installed', () => {
  expect(ownCommand(fileURLToPath(resourceUrl('scripts/commands')), '')).toBe('npx assay');
  const installed = emptyFolder();
  mkdirSync(join(installed, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(join(installed, 'node_modules', '.bin', 'assay'), '');
  expect(ownCommand(installed, '')).toBe('npx assay');
  expect(ownCommand(emptyFolder(), join(installed, 'node_modules', '.bin'))).toBe('npx assay');
});

it('is the path of this assay elsewhere, as npx would ask the registry', () => {
  expect(ownCommand(emptyFolder(), '')).toMatch(/^node '?\/.*\/scripts\/bin\.js'?$/);
});
