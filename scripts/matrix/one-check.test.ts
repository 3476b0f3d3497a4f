import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksNamed } from '../../conformance/judged-at.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { oneCheckReport } from './one-check.ts';

const id = 'speech.speed/rejects-above-maximum';
const [check] = checksNamed(id);
if (check === undefined) throw new Error(`there is no ${id}`);
const faults = ['speed-clamped', 'speed-rounded', 'bad-chat-charged', 'error-as-200'] as const;

describe('one check against every fault', () => {
  it('is sound where it finds what it names, and what declares it', () => {
    expect(oneCheckReport(check, faults, ['speed-clamped', 'error-as-200'])).toEqual({
      text: `${id} finds 2 of 4 faults on the valid service
named by the check: speed-clamped
declared by their alsoFails: error-as-200`,
      isSound: true,
    });
  });
  it('says of a fault that it finds too where that may be declared, and of its own that it misses it', () => {
    expect(oneCheckReport(check, faults, ['valid', 'speed-rounded'])).toEqual({
      text: `${id} finds 1 of 4 faults on the valid service
✗ ${id} accuses the valid service
✗ speed-clamped, which it names, is not found
✗ speed-rounded also fails it, which neither declares: add it to \`alsoFails\` of the fault, or the fault to \`alsoFinds\` of the check`,
      isSound: false,
    });
  });
  it('accuses nothing where it comes to no verdict on the valid service, and is not sound either', () => {
    expect(oneCheckReport(check, faults, ['open', 'speed-clamped'])).toEqual({
      text: `${id} finds 1 of 4 faults on the valid service
named by the check: speed-clamped
? ${id} is inconclusive on the valid service, so nothing is known of it`,
      isSound: false,
    });
  });
  it('is what npm run matrix -- --check measures, and writes nothing of', () => {
    const cwd = emptyFolder();
    const args = [join(import.meta.dirname, 'matrix.ts'), '--check', id, 'speed-clamped', 'speed-below-*'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /finds 1 of \d+ faults on the valid service\nnamed by the check: speed-clamped\n$/,
      ) as string,
    });
    expect(readdirSync(cwd)).toEqual([]);
  });
});
