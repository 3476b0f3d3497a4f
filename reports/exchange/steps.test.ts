import { describe, expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { failedSpeed } from '../check/sample-run.testing.ts';
import { exchangeSteps } from './steps.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const chat = (id: string, asks: string, tells: string, operation: Exchange['operation'] = 'chat'): Exchange => {
  const exchange = answered({ id, operation, body: bytes(tells) });
  return { ...exchange, request: { ...exchange.request, body: bytes(asks) } };
};
const rolesOf = (exchanges: readonly Exchange[], parts: Partial<Finding>) => {
  const finding = { ...failedSpeed, exchanges: exchanges.map(({ id }) => id), mismatches: [], ...parts };
  const { before, shows, after } = exchangeSteps(finding, new Map(exchanges.map((each) => [each.id, each])));
  return [...before, ...(shows === undefined ? [] : [shows]), ...after].map(({ number, role }) => `${number} ${role}`);
};
const mismatch = (exchange: string) => ({ subject: 'a', expected: 'b', observed: 'c', exchange });

describe('the role of an exchange', () => {
  const talk = [
    chat('t#1', '{"message":"hi"}', '{"sessionId":"s 1","reply":"hello"}'),
    chat('t#2', '{"message":"hi","sessionId": "s 1"}', '{"sessionId":"s 1"}'),
    chat('t#3', '{"message":"hi","sessionId":"s 2"}', 'data: {"sessionId":"s 3"}', 'stream'),
    chat('t#4', '', '', 'bots'),
  ];
  it('is to make a session, or to go on with one, where one answer told what another call sends', () => {
    expect(rolesOf(talk, { reproduces: 't#4' })).toEqual([
      '1 sends a chat message, makes the session',
      '2 sends a chat message, goes on with the session of step 1',
      '3 asks for a streamed reply',
      '4 shows the failure',
    ]);
  });

  it('is to show the failure: of the call that is sent again, else of the first that a mismatch names, else of the last', () => {
    const named = { mismatches: [mismatch('t#2'), mismatch('t#3')] };
    const showing = (parts: Partial<Finding>) => rolesOf(talk, parts).filter((role) => role.includes('shows'));
    expect(showing({ ...named, reproduces: 't#3' })).toEqual(['2 shows a failure too', '3 shows the failure']);
    expect(showing(named)).toEqual(['2 shows the failure', '3 shows a failure too']);
    expect(showing({})).toEqual(['4 shows the failure']);
    expect(showing({ reproduces: 'of another check#1' })).toEqual(['4 shows the failure']);
    expect(showing({ verdict: { is: 'inconclusive', because: '503' } })).toEqual([]);
  });

  it('is to send the word that the answer that shows the failure has, or lacks, and of no other answer', () => {
    const word = 'zqcdfhjkmnpq';
    const told = chat('t#0', `{"message":"A word: ${word}"}`, '{}');
    const of = (exchange: string) => ({ mismatches: [{ ...mismatch(exchange), expected: `nothing of ${word}` }] });
    expect(rolesOf([told, ...talk], { ...of('t#4'), reproduces: 't#4' })[0]).toBe(
      `1 sends a chat message, sends ${word}`,
    );
    expect(rolesOf([told, ...talk], { ...of('t#3'), reproduces: 't#4' })[0]).toBe('1 sends a chat message');
  });

  it('is a use of the workspace, with what it had left, where the ledger has it', () => {
    const row = { use: 'chat', balance: '1 credit', price: '1 credit', expected: '2xx', observed: '402' };
    const [first] = rolesOf(talk, { ledger: [{ exchange: 't#1', ...row }] });
    expect(first).toBe('1 uses the workspace: chat, price 1 credit, with 1 credit left');
  });

  it('is to lead to the failure in the same conversation, or another case', () => {
    const one = { index: 2, of: 2, exchanges: ['t#2', 't#3'] };
    expect(rolesOf(talk, { case: one, reproduces: 't#3' })).toEqual([
      '2 sends a chat message, goes on with the session of step 1',
      '3 shows the failure',
      '1 another case',
      '4 another case',
    ]);
  });

  it('is another case where each call is one', () => {
    expect(rolesOf(talk.slice(0, 2), { case: { index: 2, of: 2 } })).toEqual(['1 another case', '2 shows the failure']);
  });
});
