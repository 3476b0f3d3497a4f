import { describe, expect, it } from 'vitest';
import { loadScenarios } from '../load/plan/scenarios.ts';
import { sloQuantityNames } from '../load/slo/quantities.ts';
import { assay } from './testing/run-assay.testing.ts';

const said = new Map<string, Promise<string>>();

/** What each command says of itself, asked once. */
function help(...words: readonly string[]): Promise<string> {
  const known = said.get(words.join(' ')) ?? assay([...words, '--help']).then(({ out }) => out);
  said.set(words.join(' '), known);
  return known;
}

/** The flags under each title. */
async function groupsOf(command: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const blocks = (await help(command)).split(/\n(?=\S.*:\n)/).map((block) => block.split('\n'));
  const flagsIn = (lines: readonly string[]): readonly string[] =>
    [...lines.join('\n').matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag = '']) => flag);
  return new Map(blocks.map(([title = '', ...lines]) => [title, flagsIn(lines)]));
}

async function commandNames(): Promise<readonly string[]> {
  const names = [...(await help()).matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name = '']) => name);
  return names.filter((each) => each !== 'help');
}

describe('the help', () => {
  it('is in groups, and nothing is left out of them', async () => {
    const out = await help();
    const titles = out.match(/^\S.*:$/gm);
    expect(titles).toEqual(['Options:', 'Judge a service:', 'Measure it:', 'Certify it:', 'Set up:']);
    for (const name of ['check', 'load', 'certify', 'doctor', 'help'])
      expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
  it('has two examples of each command, which name no flag that it does not take', async () => {
    const names = await commandNames();
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const out = await help(name);
      const [told = '', examples = ''] = out.split('\nExamples:\n');
      const lines = examples.trim().split('\n');
      expect(lines, name).toHaveLength(2);
      for (const line of lines) {
        expect(line).toContain(`npx assay ${name}`);
        for (const [flag] of line.matchAll(/--[\w-]+/g)) expect(told, line).toContain(`  ${flag}`);
      }
    }
  });
  it('fits 80 columns by itself', async () => {
    for (const words of [[], ...(await commandNames()).map((name) => [name])]) {
      const lines = (await help(...words)).split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    }
  });
  it('tells each flag with what it is about, also where its name means something else elsewhere', async () => {
    const [check, plan, fuzz, load] = await Promise.all(['check', 'plan', 'fuzz', 'load'].map(groupsOf));
    expect(check?.get('Earlier runs:')).toEqual(['resume', 'rerun-failed']);
    expect(check?.get('Results:')).toEqual(expect.arrayContaining(['format', 'json', 'label', 'no-script']));
    expect(fuzz?.get('Results:')).toContain('format');
    expect(load?.get('What is sent, and when:')).toContain('format');
    for (const command of [check, plan]) expect(command?.get('What is judged:')).toContain('dialect');
    expect(load?.get('What is measured:')).toContain('dialect');
  });
  it('of load names its scenarios, and what a bound can be put on', async () => {
    const told = (await help('load')).replaceAll(/\s+/g, ' ');
    expect(told).toContain(`what to measure: ${loadScenarios.map(({ name }) => name).join(', ')}`);
    const quantities = told.slice(told.indexOf('Quantities: '));
    for (const name of sloQuantityNames.filter((each) => each !== 'rate')) expect(quantities).toContain(name);
    expect(quantities).toContain('lag (how late a request was sent)');
    expect(quantities).toContain('sent (requests sent per second)');
  });
  it('tells the time limit of a check, which is not that of a request under load', async () => {
    const [check, load] = [await help('check'), await help('load')].map((out) => out.replaceAll(/\s+/g, ' '));
    expect(check).toContain(
      '--timeout <duration> longest wait for the first byte of an answer, and then for each next',
    );
    expect(load).toContain('--timeout <duration> time limit of one request, from its sending to the end of its answer');
  });
  it('of load has what most people need first', async () => {
    const out = (await assay(['help', 'load'])).out;
    const flags = [...out.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);
    expect(new Set(flags.slice(0, 8))).toEqual(
      new Set(['duration', 'max-credits', 'out', 'rate', 'seed', 'slo', 'target', 'token']),
    );
    expect(out.match(/^\S.*:$/gm)).toEqual([
      'Arguments:',
      'Common options:',
      'The target:',
      'What is sent, and when:',
      'What is measured:',
      'Results:',
      'On Kubernetes:',
      'More options:',
      'Examples:',
    ]);
  });
});
