import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { everyCheck } from '../../every.ts';
import { forThisOnly } from '../../expectations/conversations/nothing-of-other-sessions.ts';
import { saysNothingOfOthers } from '../../expectations/conversations/nothing-of-others.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { judgeEvery } from '../judge-every.ts';
import type { Evidence } from './judge.ts';
import { reproductionOf } from './reproduction.ts';

const probe: Probe = { name: 'probe', needs: [], costs: { chats: 0, speeches: 0 }, steps: [] };
const check = { id: 'chat.reply/is-json', probe };
const exchange = (id: string): Exchange => ({ ...answered(), id });
const evidence = (...ids: readonly string[]): Evidence => ({ seen: ids.map(exchange), judges402: [] });
const curl = /^curl /;
const word = 'zqaaaaaaaaaa';
const token = '${ASSAY_TOKEN}';

function chat(id: string, caller: string, message: string, reply: string): Exchange {
  const chatted = answered({ id, operation: 'chat', sent: { message }, body: { sessionId: `of ${id}`, reply } });
  return { ...chatted, request: { ...chatted.request, headers: [['authorization', `Bearer ${caller}`]] } };
}

describe('what a finding says to run', () => {
  it('is a curl line where the probe is that one request', () => {
    expect(reproductionOf(check, exchange('probe#1'), evidence('probe#1'), '/out')).toMatch(curl);
  });
  it('is assay reproduce where others went before, or were tried', () => {
    const line = 'npx assay reproduce /out chat.reply/is-json';
    expect(reproductionOf(check, exchange('probe#2'), evidence('probe#1', 'probe#2'), '/out')).toBe(line);
    const tried = { ...evidence('probe#1.2'), inexcusable: [exchange('probe#1')] };
    expect(reproductionOf(check, exchange('probe#1'), tried, '/out')).toBe(line);
    const silent = { ...evidence('probe#1'), livenessCheck: exchange('alive#1') };
    expect(reproductionOf(check, exchange('probe#1'), silent, '/out')).toBe(line);
  });
  it('is the curl line of a case that stands by itself, whichever of many it is', () => {
    const cases = { ...check, probe: { ...probe, isCases: true } as const };
    expect(reproductionOf(cases, exchange('probe#7'), evidence('probe#6', 'probe#7'), '/out')).toMatch(curl);
  });
  it('is a curl line for an answer of any probe that nothing went before, where it is judged by itself', () => {
    const every = { ...check, ofEvery: () => true };
    expect(reproductionOf(every, exchange('other#1'), evidence(), '/out')).toMatch(curl);
    expect(reproductionOf(every, exchange('other#11'), evidence(), '/out')).toMatch(/^npx assay reproduce /);
    expect(reproductionOf({ ...every, together: true }, exchange('other#1'), evidence(), '/out')).toMatch(/^npx/);
  });
  it.each([
    ['sessions.isolation/new-session-hears-nothing-in-any-answer', token, word],
    ['sessions.isolation/other-workspace-hears-nothing-in-any-answer', '${ASSAY_OTHER_TOKEN}', word],
    ['errors.secrecy/keeps-the-tokens-of-others', '${ASSAY_OTHER_TOKEN}', token],
  ])('is assay reproduce for what an answer has of others: %s', async (id, caller, leaked) => {
    const rule = everyCheck.find((each) => each.id === id);
    const told = chat('told#1', token, `A word ${forThisOnly}: ${word}`, 'Hello.');
    const leak = chat('leak#1', caller, 'Hello!', `Before that: ${leaked}.`);
    if (rule?.ofEvery === undefined) throw new Error(`no rule ${id}`);
    const judged = await judgeEvery(rule, rule.ofEvery, evidence(), [told, leak]);
    expect(judged.verdict.is).toBe('fail');
    expect(reproductionOf(rule, judged.decisive, judged.evidence, '/out')).toBe(`npx assay reproduce /out ${id}`);
  });
  it('is that for whatever is judged by what others told', () => {
    const all = everyCheck.filter(({ expect: each }) => each.includes(saysNothingOfOthers));
    expect(all.filter(({ besides }) => besides !== true)).toEqual([]);
  });
  it('is the curl line of what was written byte by byte, where its status is what is wrong', () => {
    const raw = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const written = { ...exchange('probe#1'), request: { ...answered().request, url: 'http://a/', raw } };
    const seen = { seen: [written], judges402: [] };
    expect(reproductionOf(check, written, seen, '/out', true)).toMatch(curl);
    expect(reproductionOf(check, written, seen, '/out')).toMatch(/^npx assay reproduce /);
  });
  it('names a folder for a shell, and its own where it knows none', () => {
    const seen = evidence('probe#1', 'probe#2');
    expect(reproductionOf(check, exchange('probe#2'), seen, "/it's out")).toBe(
      `npx assay reproduce '/it'\\''s out' chat.reply/is-json`,
    );
    expect(reproductionOf(check, exchange('probe#2'), seen, undefined)).toBe(
      'npx assay reproduce . chat.reply/is-json',
    );
  });
  it('is nothing where nothing was sent', () => {
    expect(reproductionOf(check, undefined, evidence(), '/out')).toBe('');
  });
});
