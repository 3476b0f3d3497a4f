import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { loadScenarios } from '../../load/plan/scenarios.ts';
import { readSettings } from '../input/read-settings.ts';
import { withLoadFlags } from '../load-flags.ts';
import { loadWork, type LoadWork } from './settings.ts';
import { unusedFlags } from './unused-flags.ts';

type Flags = Readonly<Record<string, string | boolean>>;

const usual: Flags = { target: 'http://127.0.0.1:1', seed: '1', slo: 'e2e.p95<9s' };

async function work(scenario: string, flags: Flags, ofFile: Flags = {}): Promise<LoadWork> {
  const { concurrency, ...others } = { ...usual, ...flags };
  return loadWork(scenario, await readSettings({ ...ofFile, ...others }), { flags, concurrency });
}

const lines = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'assay-unread-')), 'trace.ndjson');
  writeFileSync(path, text);
  return path;
};
const trace = lines('{"atMs":0}\n{"atMs":7000}\n{"atMs":29000}\n');
const ofChats = lines('{"atMs":0,"operation":"chat"}\n{"atMs":9000,"operation":"chat"}\n');

/** What decides the schedule, each with a value that no scenario has by itself. */
const scheduling: Flags = {
  rate: '7.5',
  arrivals: 'constant',
  duration: '64s',
  warmup: '3s',
  peak: '33',
  steps: '3',
  concurrency: '2,3,9',
  turns: '3',
  think: '123ms',
  mix: 'chat=1,speech=2',
};

/** Of each of the other flags that a load may not read, the scenarios that read it. */
const inputs = ['stream', 'chat', 'speech', 'conversation', 'mixed', 'soak', 'spike', 'capacity', 'sweep'];
const streams = ['stream', 'conversation', 'mixed', 'soak', 'spike', 'capacity', 'sweep'];
const readBy: { readonly [flag: string]: { readonly value: string | boolean; readonly by: readonly string[] } } = {
  'max-in-flight': { value: '9', by: loadScenarios.map(({ name }) => name).filter((name) => name !== 'sweep') },
  format: { value: 'wav', by: ['speech', 'mixed', 'soak'] },
  content: { value: 'event=a', by: streams },
  dialect: { value: 'dialect.yaml', by: streams },
  'same-input': { value: true, by: inputs },
};

/** These mean the same to every scenario, or are refused by guards of their own: --trace, --audit, --until. */
const ofEvery =
  'target token bot timeout seed max-credits header ca duration warmup slo timestamps canary no-canary provisioner output dashboard dry-run gate label out kubernetes pods image secret claim trace audit no-audit until embedded config wait'.split(
    ' ',
  );

describe.each(loadScenarios.map(({ name }) => name))('load %s', (name) => {
  it.each(Object.entries(scheduling))('lets --%s %s change what is sent, or refuses it', async (flag, value) => {
    const sent = async (flags: Flags): Promise<unknown> => {
      const { plan, options } = await work(name, flags);
      return { plan, mix: options.mix };
    };
    const before = await sent({});
    // A refusal says so; what is taken changes the schedule.
    const refused = await sent({ [flag]: value }).then(
      (after) => (isDeepStrictEqual(after, before) ? 'nothing changed' : undefined),
      (error: unknown) => /--[a-z-]+ is for /.exec(String(error))?.[0] ?? String(error),
    );
    expect([undefined, `--${flag} is for `]).toContain(refused);
  });

  it.each(Object.entries(readBy))('takes --%s where it reads it, and nowhere else', async (flag, { value, by }) => {
    // The file of a dialect is read by the command.
    const taken = await work(name, { [flag]: value }).then(
      () => 'taken',
      (error: unknown) => /--[a-z-]+ is for /.exec(String(error))?.[0] ?? error,
    );
    expect(taken).toBe(by.includes(name) ? 'taken' : `--${flag} is for `);
  });
});

it('each flag of load is of every scenario, or of those that read it', () => {
  const flags = withLoadFlags(new Command('load')).options.map(({ long }) => long?.slice(2) ?? '');
  expect(flags.filter((flag) => !ofEvery.includes(flag) && !(flag in unusedFlags))).toEqual([]);
  expect(Object.keys(unusedFlags).toSorted()).toEqual(
    [...Object.keys(scheduling), ...Object.keys(readBy)].filter((flag) => !ofEvery.includes(flag)).toSorted(),
  );
});

it('a trace gives times, so that no flag does', async () => {
  for (const flag of ['rate', 'peak'])
    await expect(work('spike', { trace, [flag]: '30' })).rejects.toThrow(
      `--${flag} is for a schedule, and --trace gives the times; leave out one of them`,
    );
  await expect(work('mixed', { trace: ofChats, mix: 'chat=1' })).rejects.toThrow(
    '--mix is for requests of any operation',
  );
  expect((await work('mixed', { trace, mix: 'chat=1' })).plan.requests).toBe(3);
});

it('speech in a --mix has a format', async () => {
  expect((await work('sweep', { mix: 'speech=1', format: 'wav' })).options.format).toBe('wav');
});

it('of a file, which serves several scenarios, what a load does not read is no setting of it', async () => {
  const file: Flags = { format: 'wav', content: 'event=a', 'same-input': true, peak: '40', turns: '3' };
  const { options, plan } = await work('voices', {}, file);
  expect(options).toMatchObject({ format: undefined, content: undefined, contentFrom: undefined, sameInput: false });
  expect(plan.rates).not.toHaveProperty('peakRatePerS');
  expect((await work('stream', {}, file)).options).toMatchObject({ format: undefined, content: 'event=a' });
});
