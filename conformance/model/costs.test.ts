import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { creditsOf, plannedSpend, costOfExchange } from './costs.ts';

const chat = { chats: 1, speeches: 0 };
const speech = { chats: 0, speeches: 1 };

describe('a cost', () => {
  it('counts a chat as 1 credit and a speech as 3', () => {
    expect(creditsOf({ chats: 2, speeches: 3 })).toBe(11);
  });
});

describe('what an exchange shows as used', () => {
  it('is nothing where the target was not reached, or refused', () => {
    for (const because of ['refused', 'dns', 'tls'] as const)
      expect(creditsOf(costOfExchange(unanswered(because, 'chat')))).toBe(0);
    expect(creditsOf(costOfExchange(answered({ status: 402, operation: 'chat' })))).toBe(0);
  });
  it('is a use where no answer came: it may have been charged', () => {
    for (const because of ['timeout', 'dropped', 'malformed'] as const) {
      expect(creditsOf(costOfExchange(unanswered(because, 'stream')))).toBe(1);
    }
  });
});

describe('a plan', () => {
  it('counts a shared probe once', () => {
    const probe = { name: 'p', needs: [], costs: speech, steps: [] };
    expect(plannedSpend([probe, { ...probe }, { ...probe, name: 'q', costs: chat }])).toEqual({
      chats: 1,
      speeches: 1,
      credits: 4,
    });
  });
});
