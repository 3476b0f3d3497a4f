import { describe, expect, it } from 'vitest';
import { assay } from './testing/run-assay.testing.ts';

const help = async (...words: readonly string[]): Promise<string> => (await assay([...words, '--help'])).out;

describe('the help', () => {
  it('is in groups, and nothing is left out of them', async () => {
    const out = await help();
    const titles = out.match(/^\S.*:$/gm);
    expect(titles).toEqual(['Options:', 'Judge a service:', 'Measure it:', 'Certify it:', 'Set up:']);
    for (const name of ['check', 'load', 'certify', 'doctor', 'help'])
      expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
  it('has two examples of each command, which name no flag that it does not take', async () => {
    const names = [...(await help()).matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names.filter((each) => each !== 'help')) {
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
