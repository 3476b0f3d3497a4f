import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { everyCheck } from '../../every.ts';
import { conversationOnlyPhrase } from '../../expectations/conversations/nothing-of-other-sessions.ts';
import { leaksNothingOfOthers } from '../../expectations/others/nothing-of-others.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { sampleCheck } from '../../model/sample-check.testing.ts';
import { judgeEvery } from '../judge-every.ts';
import type { ProbeResult } from './judge.ts';
import { findingOf } from './finding-of.ts';
import { againOf, reproductionOf, reproductionOfCase } from './reproduction.ts';

const probe: Probe = { name: 'probe', needs: [], costs: { chats: 0, speeches: 0 }, steps: [] };
const check = { id: 'chat.reply/is-json', probe };
const exchange = (id: string): Exchange => ({ ...answered({ id }), attempt: Number(id.split('.')[1] ?? 1) });
const evidence = (...ids: readonly string[]): ProbeResult => ({ seen: ids.map(exchange) });
const curl = /^curl /;
const line = { folder: '/out', curl: 'curl -sS http://a/' };
const lineOf = (...given: Parameters<typeof reproductionOf>): string => reproductionOf(...given).reproduce;
const word = 'zqaaaaaaaaaa';
const token = '${ASSAY_TOKEN}';

function chat(id: string, caller: string, message: string, reply: string): Exchange {
  const chatted = answered({ id, operation: 'chat', sent: { message }, body: { sessionId: `of ${id}`, reply } });
  return { ...chatted, request: { ...chatted.request, headers: [['authorization', `Bearer ${caller}`]] } };
}

describe('what a finding says to run', () => {
  it('is a curl line where the probe is that one request', () => {
    expect(lineOf(check, exchange('probe#1'), evidence('probe#1'), '/out')).toMatch(curl);
  });
  it('is assay reproduce where others went before, or were tried', () => {
    const line = 'npx assay reproduce /out chat.reply/is-json';
    expect(lineOf(check, exchange('probe#2'), evidence('probe#1', 'probe#2'), '/out')).toBe(line);
    const tried = { ...evidence('probe#1.2'), unrecoverable: [exchange('probe#1')] };
    expect(lineOf(check, exchange('probe#1'), tried, '/out')).toBe(line);
    const silent = { ...evidence('probe#1'), livenessCheck: exchange('alive#1') };
    expect(lineOf(check, exchange('probe#1'), silent, '/out')).toBe(line);
  });
  it('is the curl line of a case that stands by itself, whichever of many it is', () => {
    const cases = { ...check, probe: { ...probe, isCases: true } as const };
    expect(lineOf(cases, exchange('probe#7'), evidence('probe#6', 'probe#7'), '/out')).toMatch(curl);
  });
  it('is assay reproduce for a case whose very request got a right answer beside it', () => {
    const cases = sampleCheck({ expect: [], probe: { ...check.probe, isCases: true } });
    const asked = (id: string, text: string) => answered({ id, sent: { text } });
    const told = (other: Exchange) => {
      const [shown, right] = [asked('probe#1', 'a'), other];
      const mismatch = { subject: 'body', expected: 'a', observed: 'b', exchange: shown.id };
      const evidence = { seen: [shown, right] };
      const decided = { verdict: { is: 'fail', because: 'so' } as const, mismatches: [mismatch], evidence };
      return findingOf(cases, decided, '/out').reproduceBy;
    };
    expect(told(asked('probe#2', 'a'))).toBe('command');
    expect(told(asked('probe#2', 'b'))).toBe('curl');
  });
  it('is a curl line for an answer of any probe that nothing went before, where it is judged by itself', () => {
    const every = { ...check, ofEvery: () => true };
    expect(lineOf(every, exchange('other#1'), evidence(), '/out')).toMatch(curl);
    expect(lineOf(every, exchange('other#11'), evidence(), '/out')).toMatch(/^npx assay reproduce /);
    expect(lineOf({ ...every, together: true }, exchange('other#1'), evidence(), '/out')).toMatch(/^npx/);
  });
  it('is assay reproduce where the same request got a right answer too', async () => {
    const every = everyCheck.find(({ ofEvery, together, besides }) => ofEvery && !together && !besides);
    if (every === undefined) throw new Error('no rule');
    const rule = {
      ...every,
      ofEvery: () => true,
      expect: [
        ([one]: readonly Exchange[]) =>
          one?.response.is === 'answer' && one.response.status === 500
            ? [{ subject: 'status', expected: 'any but 5xx', observed: 'status 500' }]
            : [],
      ],
    };
    const wrong = { ...answered({ status: 500 }), id: 'a#1' };
    const lineFor = async (...others: readonly Exchange[]): Promise<string> => {
      const { decisive, evidence: shown } = await judgeEvery(rule, rule.ofEvery, evidence(), [wrong, ...others]);
      return lineOf(rule, decisive, shown, '/out');
    };
    const right = { ...answered(), id: 'b#1' };
    expect(await lineFor(right)).toMatch(/^npx assay reproduce /);
    const other = { ...right, request: { ...right.request, url: `${right.request.url}/other` } };
    expect(await lineFor(other)).toMatch(curl);
  });
  it('is assay reproduce for a voice that the list of the service named', () => {
    const cases = { ...check, probe: { ...probe, isCases: true } as const };
    const [list, speech] = [exchange('probe#1'), exchange('probe#2')];
    const of = (operation: Exchange['operation']): ProbeResult => ({
      seen: [
        { ...list, operation },
        { ...speech, operation: 'speech' },
      ],
    });
    expect(lineOf(cases, { ...speech, operation: 'speech' }, of('voices'), '/out')).toMatch(/^npx assay reproduce /);
    expect(lineOf(cases, { ...speech, operation: 'speech' }, of('speech'), '/out')).toMatch(curl);
  });
  it.each([
    ['sessions.isolation/new-session-hears-nothing-in-any-answer', token, word],
    ['sessions.isolation/other-workspace-hears-nothing-in-any-answer', '${ASSAY_OTHER_TOKEN}', word],
    ['errors.secrecy/keeps-the-tokens-of-others', '${ASSAY_OTHER_TOKEN}', token],
  ])('is assay reproduce for what an answer has of others: %s', async (id, caller, leaked) => {
    const rule = everyCheck.find((each) => each.id === id);
    const told = chat('told#1', token, `A word ${conversationOnlyPhrase}: ${word}`, 'Hello.');
    const leak = chat('leak#1', caller, 'Hello!', `Before that: ${leaked}.`);
    if (rule?.ofEvery === undefined) throw new Error(`no rule ${id}`);
    const judged = await judgeEvery(rule, rule.ofEvery, evidence(), [told, leak]);
    expect(judged.verdict.is).toBe('fail');
    expect(lineOf(rule, judged.decisive, judged.evidence, '/out')).toBe(`npx assay reproduce /out ${id}`);
  });
  it('is that for whatever is judged by what others told', () => {
    const all = everyCheck.filter(({ expect: each }) => each.includes(leaksNothingOfOthers));
    expect(all.filter(({ besides }) => besides !== true)).toEqual([]);
  });
  it('is the curl line of what was written byte by byte, where its status is what is wrong', () => {
    const raw = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const written = { ...exchange('probe#1'), request: { ...answered().request, url: 'http://a/', raw } };
    const seen = { seen: [written] };
    expect(lineOf(check, written, seen, '/out', true)).toMatch(curl);
    expect(lineOf(check, written, seen, '/out')).toMatch(/^npx assay reproduce /);
  });
  it('names a folder for a shell, and its own where it knows none', () => {
    const seen = evidence('probe#1', 'probe#2');
    expect(lineOf(check, exchange('probe#2'), seen, "/it's out")).toBe(
      `npx assay reproduce '/it'\\''s out' chat.reply/is-json`,
    );
    expect(lineOf(check, exchange('probe#2'), seen, undefined)).toBe('npx assay reproduce . chat.reply/is-json');
  });
  it('is assay reproduce beside a curl line with a bot, or of one of several calls under way at once', () => {
    const at = (id: string, second: number, url = 'http://a/v1/audio/tts'): Exchange => {
      const sent = exchange(id);
      return { ...sent, startedAt: `2026-11-21T05:00:0${second}.000Z`, request: { ...sent.request, url } };
    };
    const run = 'npx assay reproduce /out chat.reply/is-json';
    const first = at('probe#1', 1);
    const told = (...seen: readonly Exchange[]) => againOf(check, first, { seen }, line);
    expect(told(first, at('probe#2', 1), at('probe#3', 9))).toEqual({ run, atOnce: 2 });
    expect(told(first, at('probe#3', 9))).toBeUndefined();
    // With a clock of milliseconds, a call that begins when the one before it ends was not under way together with it.
    const instant = { ...first, response: { ...first.response, endedAtMs: 0 } };
    expect(againOf(check, instant, { seen: [instant, { ...instant, id: 'probe#2' }] }, line)).toBeUndefined();
    const bot = at('probe#1', 1, 'http://a/v1/bots/b/chat');
    expect(againOf({ ...check, ofEvery: () => true }, bot, { seen: [bot, bot] }, line)).toEqual({ run });
  });
  it('is assay reproduce in place of a curl line that nobody reads to its end', () => {
    const first = exchange('probe#1');
    const told = (length: number) =>
      againOf(check, first, { seen: [first] }, { folder: '/out', curl: 'x'.repeat(length) });
    expect(told(601)).toEqual({ run: 'npx assay reproduce /out chat.reply/is-json', inPlace: true });
    expect(told(600)).toBeUndefined();
  });
  it('is no call under way at once that began within the millisecond in which another ended', () => {
    const at = (id: string, microsecond: string): Exchange => {
      const sent = exchange(id);
      const startedAt = `2026-11-21T05:00:01.000${microsecond}Z`;
      return { ...sent, startedAt, response: { ...sent.response, endedAtMs: 0.3 } };
    };
    const first = at('probe#1', '100');
    const told = (other: Exchange) => againOf(check, first, { seen: [first, other] }, line);
    expect(told(at('probe#2', '500'))).toBeUndefined();
    expect(told(at('probe#2', '300'))).toMatchObject({ atOnce: 2 });
  });
  it('is nothing where nothing was sent', () => {
    expect(reproductionOf(check, undefined, evidence(), '/out')).toEqual({ reproduce: '' });
  });
  it('says whether it is the one request or the command, also of an input of fuzz', () => {
    const [first, second] = [exchange('probe#1'), exchange('probe#2')];
    const [alone, behind] = [evidence('probe#1'), evidence('probe#1', 'probe#2')];
    expect(reproductionOf(check, first, alone, '/out').reproduceBy).toBe('curl');
    expect(reproductionOf(check, second, behind, '/out').reproduceBy).toBe('command');
    expect(reproductionOfCase('a.generated/b', first, alone.seen, '/out').reproduceBy).toBe('curl');
    expect(reproductionOfCase('a.generated/b', second, behind.seen, '/out').reproduceBy).toBe('command');
  });
});
