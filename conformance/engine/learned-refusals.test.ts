import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { chatCall, speechCall } from '../model/calls.ts';
import type { Exchange } from '../model/exchange.ts';
import { createLearnedRefusals, chatsKey, type LearnedRefusals } from './learned-refusals.ts';
import type { Call, Probe, Proof } from '../model/probe.ts';

const body = (code: string | number): string => JSON.stringify({ error: { code } });
const said = (status: number, id: string, code: string | number = 'nothing-left'): Exchange => ({
  ...answered({ status, operation: 'speech', body: body(code) }),
  id,
});

const bare: Probe = { name: 'uses', needs: [], costs: { chats: 0, speeches: 0 }, steps: [] };
const proof: Proof = { probe: bare, isProven: () => true };
const other: Proof = { probe: bare, isProven: () => true };
const speech: Call = speechCall({ text: 'Hello.', voice: 'alloy' }, { as: 'workspace' });
const uncovered = {
  call: { ...speech, judges: { steadyRefusal: true } },
  probe: { ...bare, refusals: { is: 'proven', by: proof } },
} as const;
const perhaps = { ...uncovered, call: { ...uncovered.call, charge: 'once' } } as const;
const plain = { ...uncovered, call: speech };

function taught(...seen: readonly Exchange[]): LearnedRefusals {
  const refusals = createLearnedRefusals();
  refusals.learn(proof, seen.length === 0 ? [said(429, 'a'), said(200, 'b'), said(429, 'c')] : seen);
  return refusals;
}

describe('a refusal that was shown to be for the balance', () => {
  it('is known again by its status and code, where it is judged', () => {
    expect(createLearnedRefusals().isBalanceRefusal(said(429, 'd'), uncovered)).toBe(false);
    expect(taught().isBalanceRefusal(said(429, 'd'), uncovered)).toBe(true);
    expect(taught().isBalanceRefusal(said(503, 'd'), uncovered)).toBe(false);
    expect(taught().isBalanceRefusal(said(429, 'd', 'too-fast'), uncovered)).toBe(false);
    expect(taught().isBalanceRefusal(said(429, 'd'), plain)).toBe(false);
    expect(
      taught().isBalanceRefusal(said(429, 'd'), {
        ...uncovered,
        probe: { ...bare, refusals: { is: 'proven', by: other } },
      }),
    ).toBe(false);
  });
  it('is known by a code that is a number too', () => {
    const refusals = taught(said(429, 'a', 17), said(429, 'b', 17));
    expect(refusals.isBalanceRefusal(said(429, 'd', 17), uncovered)).toBe(true);
    expect(refusals.isBalanceRefusal(said(429, 'd', 18), uncovered)).toBe(false);
  });
  it('is not learned of those that differ among themselves', () => {
    expect(taught(said(429, 'a'), said(429, 'b', 'too-fast')).isBalanceRefusal(said(429, 'd'), uncovered)).toBe(false);
  });
  it('is a limit on requests once somebody was told so who was not to be refused', () => {
    const refusals = taught();
    refusals.note(said(429, 'd'), plain);
    expect(refusals.isBalanceRefusal(said(429, 'e'), uncovered)).toBe(false);
    expect(refusals.resembles(said(429, 'e'), uncovered)).toBe(false);
  });
  it('is one also once somebody who was told so was answered at his next try', () => {
    const refusals = taught();
    refusals.note(said(429, 'd'), perhaps);
    expect(refusals.resembles(said(429, 'e'), uncovered)).toBe(true);
    refusals.note({ ...said(200, 'd.2'), attempt: 2 }, perhaps);
    expect(refusals.resembles(said(429, 'e'), uncovered)).toBe(false);
  });
  it('is believed of a use that may be covered behind one that was answered', () => {
    const refusals = taught();
    expect(refusals.isBalanceRefusal(said(429, 'd'), perhaps)).toBe(false);
    expect(refusals.resembles(said(429, 'd'), perhaps)).toBe(true);
    refusals.note(said(200, 'e'), perhaps);
    expect(refusals.isBalanceRefusal(said(429, 'd'), perhaps)).toBe(true);
  });
});

describe('a refusal of a chat that was shown to be for the balance, with another status than it has to be', () => {
  const chat: Call = chatCall('chat', 'bot', { message: 'Hello.' }, { as: 'workspace', judges: { status402: true } });
  const ofWorkspace = { call: chat, probe: bare } as const;
  const chatSaid = (status: number, id: string): Exchange => ({ ...said(status, id), operation: 'chat' });
  const taughtChats = (): LearnedRefusals => {
    const refusals = createLearnedRefusals();
    refusals.learn(chatsKey, [chatSaid(429, 'a'), chatSaid(200, 'b')]);
    return refusals;
  };
  it('is known again wherever a chat may be refused for its balance, and it is told which those were', () => {
    const refusals = taughtChats();
    expect(refusals.wasBalanceRefusal(chatSaid(429, 'c'))).toBe(false);
    expect(refusals.isBalanceRefusal(chatSaid(429, 'c'), ofWorkspace)).toBe(true);
    expect(refusals.wasBalanceRefusal(chatSaid(429, 'c'))).toBe(true);
    expect(refusals.isBalanceRefusal(chatSaid(503, 'd'), ofWorkspace)).toBe(false);
    expect(
      refusals.isBalanceRefusal(chatSaid(429, 'd'), {
        ...ofWorkspace,
        call: { ...chat, judges: { status402: false } },
      }),
    ).toBe(false);
  });
  it('is a limit on requests once one that was told so is answered at its next try', () => {
    const refusals = taughtChats();
    refusals.note(chatSaid(429, 'c'), ofWorkspace);
    expect(refusals.isBalanceRefusal(chatSaid(429, 'd'), ofWorkspace)).toBe(true);
    refusals.note({ ...chatSaid(200, 'c.2'), attempt: 2 }, ofWorkspace);
    expect(refusals.isBalanceRefusal(chatSaid(429, 'd'), ofWorkspace)).toBe(false);
  });
});
