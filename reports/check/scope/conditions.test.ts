import { describe, expect, it } from 'vitest';
import { checkHtml } from '../../html/check.ts';
import { checkJunit } from '../formats/junit.ts';
import { checkMarkdown } from '../markdown.ts';
import { sampleFinding, sampleRun } from '../sample-run.testing.ts';
import { conditionsText } from './conditions.ts';

const plain = { credentials: ['token'], headers: [] } as const;
const given = {
  ...plain,
  headers: ['X-Lab-Mode', 'X-Gate'],
  bot: 'b-1',
  otherBot: 'b-2',
  timeoutMs: 600_000,
  proxy: 'proxy.example:3128',
};
const run = (of: typeof given | typeof plain) =>
  sampleRun([sampleFinding('voices.list/is-json', '2.2')], { given: of });

describe('the conditions of a run that its caller chose', () => {
  it('are the names of headers, the bots, an unusual time limit, and a proxy', () => {
    expect(conditionsText(run(given))).toBe(
      'every request carried X-Lab-Mode, X-Gate (--header); the bot b-1 was named (--bot); the bot b-2 of the second workspace was named (--other-bot); an answer was waited for 10 min 0 s (--timeout); requests went through the proxy proxy.example:3128, not directly to the service',
    );
    expect(conditionsText(run(plain))).toBeUndefined();
  });
  it.each([
    ['the page', (of: Parameters<typeof run>[0]) => checkHtml(run(of), [])],
    ['the summary', (of: Parameters<typeof run>[0]) => checkMarkdown(run(of))],
    ['JUnit', (of: Parameters<typeof run>[0]) => checkJunit(run(of))],
  ] as const)('stand in %s', (_, report) => {
    expect(report(given)).toContain('X-Lab-Mode');
    expect(report(given)).toContain('(--timeout)');
    expect(report(plain)).not.toContain('onditions');
  });
});
