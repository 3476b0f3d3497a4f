import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { createNewTokenTracker } from './new-tokens.ts';

function asked(status: number, attempt: number): Exchange {
  const exchange = answered({ status, operation: 'chat' });
  const headers = [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] as const;
  return { ...exchange, attempt, request: { ...exchange.request, headers } };
}

describe('a token that is new', () => {
  it('is given time, until two have had it in vain', () => {
    const newTokens = createNewTokenTracker();
    newTokens.note(asked(401, 3));
    newTokens.note(asked(401, 1));
    expect(newTokens.isHopeless(asked(401, 1))).toBe(false);
    newTokens.note(asked(401, 3));
    expect(newTokens.isHopeless(asked(401, 1))).toBe(true);
    expect(newTokens.isHopeless(asked(503, 1))).toBe(false);
  });
  it('is given time where another was let in, whatever it was told then', () => {
    const newTokens = createNewTokenTracker();
    for (const exchange of [asked(401, 3), asked(402, 1), asked(401, 3)]) newTokens.note(exchange);
    expect(newTokens.isHopeless(asked(401, 1))).toBe(false);
  });
  it('is not made any more once six were unknown, one after the other', () => {
    const newTokens = createNewTokenTracker();
    const call = { headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN_poor}']] } as const;
    for (const attempt of [3, 3, 1, 1, 1]) newTokens.note(asked(401, attempt));
    expect(newTokens.reasonToSkip(call)).toBe(undefined);
    newTokens.note(asked(401, 1));
    expect(newTokens.reasonToSkip(call)).toBe(
      'not sent: the first 6 tokens that the provisioner made were all refused with 401: check the tokens that it makes',
    );
    expect(newTokens.reasonToSkip({ headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] })).toBe(undefined);
    newTokens.note(asked(200, 1));
    expect(newTokens.reasonToSkip(call)).toBe(undefined);
  });
});
