import { describe, expect, it } from 'vitest';
import type { About, Finding, Reason } from '../../../conformance/model/run.ts';
import { inconclusiveReasons, inconclusiveReasonsBlock } from './inconclusive-reasons.ts';
import { failedSpeed, sampleFinding, sampleRun } from '../sample-run.testing.ts';

const style = { colour: false, width: 80 };
const noBot = 'no bot is known from GET /v1/bots (it answered with status 500); name one with --bot';
const open = (check: string, because: string, about?: About): Finding =>
  sampleFinding(check, '4.2', { verdict: { is: 'inconclusive', because, ...(about === undefined ? {} : { about }) } });
const bot: About = { is: 'missing', what: 'bot', name: 'bot' };
const answer: About = { is: 'missing', what: 'answer', name: 'answer of this kind' };
const control = (check: string): About => ({ is: 'control', check });
const list = { ...failedSpeed, check: 'bots.list/succeeds' };
const causes = [{ title: 'bots.list: status 500', checks: ['bots.list/succeeds'], likely: [] }];

describe('what could not be judged', () => {
  const findings = [
    open('chat.request/a', noBot, bot),
    open('chat.request/b', noBot, bot),
    open('bots.list/ids-are-strings', 'this run got no answer of this kind', answer),
    open('auth.bearer/c', 'its control failed', control('bots.list/succeeds')),
    open('stream.response/d', 'its control did not pass', control('chat.request/a')),
    open('speech.reply/e', '503 twice'),
  ];
  const run = sampleRun([list, ...findings], { causes });

  it('hangs together on the check that failed, whatever it says', () => {
    expect(inconclusiveReasons(findings, run)).toEqual([
      { because: noBot, by: 'bots.list/succeeds', findings: findings.slice(0, 5) },
      { because: '503 twice', findings: findings.slice(5) },
    ]);
  });
  it('has one reason where nothing answers as the service does', () => {
    const [first] = causes;
    const elsewhere = sampleRun([list, ...findings], { causes: first ? [{ ...first, elsewhere: 'Is it this?' }] : [] });
    expect(inconclusiveReasons(findings, elsewhere)).toEqual([
      { because: 'no answer is one of such a service', findings },
    ]);
    expect(inconclusiveReasons([], elsewhere)).toEqual([]);
  });
  it('is by its reasons where no such check failed', () => {
    const all = inconclusiveReasons(findings, sampleRun(findings));
    expect(all.map(({ by }) => by)).toEqual(all.map(() => undefined));
    expect(all).toHaveLength(5);
  });
  it('is a paragraph for each reason, with how many of each family', () => {
    expect(inconclusiveReasonsBlock(findings, run, style)).toMatchInlineSnapshot(`
      "? 5 MUST checks could not be judged, because bots.list/succeeds failed
        no bot is known from GET /v1/bots (it answered with status 500); name one with
        --bot
        Chat 2, Bots 1, Authentication 1, Stream 1

      ? 1 MUST check could not be judged
        503 twice
          speech.reply/e"
    `);
  });
  it('is one line with the failure whose error is the reason', () => {
    const hanging = [
      open('metering.a/b', 'status 400, {"error":{}}, perhaps'),
      open('metering.a/c', 'status 400, {"error":{}}'),
    ];
    const told = (ids: readonly string[]): string =>
      inconclusiveReasonsBlock(
        hanging,
        sampleRun([failedSpeed, ...hanging], {
          causes: [{ title: 'x', checks: [failedSpeed.check], open: [...ids], likely: [] }],
        }),
        style,
      );
    expect(
      told(hanging.map(({ check }) => check))
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      '? 2 MUST checks could not be judged, because speech.speed/rejects-above-maximum',
      'failed',
      'metering.a/b',
      'metering.a/c',
    ]);
    expect(told([])).toContain('could not be judged, one by one');
  });
  it('is counted beyond the fourth reason', () => {
    const many = Array.from({ length: 18 }, (_, at) => open(`chat.a/${at}`, `reason ${Math.floor(at / 2)}`));
    const block = inconclusiveReasonsBlock(many, sampleRun(many), style);
    expect(block.endsWith('\n\n? 10 more for 5 other reasons; --verbose prints them')).toBe(true);
    expect(block).not.toContain('reason 4');
  });
  it('is a line for each check that is alone with its reason', () => {
    const many = Array.from({ length: 8 }, (_, at) => open(`chat.a/${at}`, `reason ${at}, ${'and so on '.repeat(20)}`));
    const lines = inconclusiveReasonsBlock(many, sampleRun(many), style).split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe('? 8 MUST checks could not be judged, one by one');
    expect(lines[6]).toMatch(/^ {4}chat\.a\/5: reason 5, and so on .*…$/);
    expect(lines[7]).toBe('    and 2 more; --verbose prints them');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
  it('is one paragraph where the token was refused, with all that need it', () => {
    const seen = 'the token was refused: 401 wrong_token at GET /v1/bots';
    const advice = 'is it the token of this system, and not expired?';
    const about: About = { is: 'token', which: 'token', seen, advice };
    const tokenFlaw: Reason = { because: `${seen}; ${advice}`, about };
    const hanging = [1, 2, 3, 4].map((name) => open(`chat.a/${name}`, tokenFlaw.because, about));
    const should = { ...open('speech.a/b', tokenFlaw.because, about), level: 'SHOULD' } as const;
    const flawed = sampleRun([...hanging, should], { given: { credentials: ['token'], headers: [], tokenFlaw } });
    expect(inconclusiveReasonsBlock(hanging, flawed, style)).toMatchInlineSnapshot(`
      "? The token was refused: 401 wrong_token at GET /v1/bots; 5 checks need it
        Is it the token of this system, and not expired?
        Chat 4, Speech 1"
    `);
  });
});
