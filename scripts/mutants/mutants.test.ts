import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { instrumentService, type Instrumented } from './instrument.ts';
import type { Mutant } from './mutant.ts';
import { tryAll } from './pool.ts';
import type { MutantTrial } from './worker.ts';

const root = join(import.meta.dirname, '..', '..');

describe('a copy of the service with all changes in it', () => {
  let folder = '';
  let all: readonly Mutant[] = [];
  let placed: Instrumented['placed'];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-mutants-test-'));
    ({ mutants: all, placed } = await instrumentService(root, folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Without a change; or with what begins so changed into that. */
  async function triedWith(only: readonly string[], begins?: string, into?: string): Promise<MutantTrial> {
    const mutant = all.find(({ before, after }) => begins !== undefined && before.startsWith(begins) && after === into);
    if (begins !== undefined && mutant === undefined) throw new Error(`nothing changes ${begins}`);
    const answers: MutantTrial[] = [];
    const job = { only, deadlineMs: 60_000, ...(mutant === undefined ? { folder } : placed(mutant)) };
    await tryAll([job], 1, (_job, tried) => answers.push(tried));
    const [answer] = answers;
    if (answer === undefined) throw new Error('nothing was tried');
    return answer;
  }

  it('has an id of its own for each', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ file }) => file))).toContain('fixtures/audio/pcm.ts');
  });
  it('is valid while none is on, and says which changes it came by', async () => {
    const { verdict, reached } = await triedWith(['speech.speed/accepts-maximum']);
    expect(verdict).toEqual({ is: 'survived', reached: true });
    const met = all.filter(({ key }) => reached.includes(key)).map(({ before }) => before);
    expect(met).toContain('speed <= 4');
    expect(met).not.toContain('recalled.length === 0');
  });
  it('is found by a MUST with one that a client can tell', async () => {
    const { verdict } = await triedWith(['speech.speed/*'], 'speed <= 4', 'speed < 4');
    expect(verdict).toEqual({ is: 'killed', by: 'speech.speed/accepts-maximum' });
  });
  it('is found by a MUST with another number in it', async () => {
    const { verdict } = await triedWith(['speech.speed/rejects-above-maximum'], '4', '5');
    expect(verdict).toEqual({ is: 'killed', by: 'speech.speed/rejects-above-maximum' });
  });
  it('is found by none with one that no client can tell', async () => {
    const { verdict } = await triedWith(
      ['speech.speed/accepts-maximum'],
      'account.charges.length > chargesKept',
      'false',
    );
    expect(verdict).toEqual({ is: 'survived', reached: true });
  });
  it('is told apart where it does not start', async () => {
    const { verdict } = await triedWith(['speech.speed/*'], '{ if (seed === undefined)', '{}');
    expect(verdict).toEqual({ is: 'notStarted', because: 'it ended by itself' });
  });
});

it.each([
  [['service/no-such#12345678'], 'service/no-such#12345678 names no change of the service'],
  [['--sample', 'many'], '--sample takes a whole number from 1 on'],
  [['--smaple', '4'], "Unknown option '--smaple'"],
])('mutants %j ends 3, and writes nothing', (args, says) => {
  const cwd = emptyFolder();
  const script = join(root, 'scripts', 'mutants', 'mutants.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 3, stderr: expect.stringContaining(says) as string });
  expect(readdirSync(cwd)).toEqual([]);
});
