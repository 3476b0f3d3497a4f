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
    newTokens.note(asked(401, 6));
    newTokens.note(asked(401, 1));
    expect(newTokens.isHopeless(asked(401, 1))).toBe(false);
    newTokens.note(asked(401, 6));
    expect(newTokens.isHopeless(asked(401, 1))).toBe(true);
    expect(newTokens.isHopeless(asked(503, 1))).toBe(false);
  });
  it('is given time where another was let in, whatever it was told then', () => {
    const newTokens = createNewTokenTracker();
    for (const exchange of [asked(401, 3), asked(402, 1), asked(401, 3)]) newTokens.note(exchange);
    expect(newTokens.isHopeless(asked(401, 1))).toBe(false);
  });
  it('is given ten seconds while none was known, or where one was late, and else as long as any other request', () => {
    const pauses = (isLate: boolean, before: readonly Exchange[], isNew = false): readonly (number | undefined)[] => {
      const newTokens = createNewTokenTracker({ isLate: () => isLate, isNew: () => isNew });
      for (const exchange of before) newTokens.note(exchange);
      return [1, 2, 3, 4, 5, 6].map((attempt) => newTokens.againMs(asked(401, attempt)));
    };
    const long = [500, 1_000, 2_000, 3_000, 3_500, undefined];
    const other = { ...asked(200, 1), probe: 'another' };
    expect(pauses(false, [])).toEqual(long);
    expect(pauses(true, [other])).toEqual(long);
    const usual = [500, 1_000, undefined, undefined, undefined, undefined];
    expect(pauses(false, [other])).toEqual(usual);
    // The token was let in before, and is not new.
    expect(pauses(true, [asked(200, 1)])).toEqual(usual);
    // Another server may not know the token yet.
    expect(pauses(true, [asked(200, 1)], true)).toEqual(long);
    expect(pauses(false, [asked(200, 1)], true)).toEqual(usual);
  });
  describe.each([403, 404])('and is refused with %i, as if nothing were there', (status) => {
    const pauses = (newTokens: ReturnType<typeof createNewTokenTracker>): readonly (number | undefined)[] =>
      [1, 2, 3, 4].map((attempt) => newTokens.againMs(asked(status, attempt)));
    const none = [undefined, undefined, undefined, undefined];
    it('is given three and a half seconds, until two have had them in vain', () => {
      const newTokens = createNewTokenTracker();
      newTokens.note(asked(status, 4));
      expect(pauses(newTokens)).toEqual([500, 1_000, 2_000, undefined]);
      newTokens.note(asked(status, 4));
      expect(pauses(newTokens)).toEqual(none);
    });
    it('is given no time where another was let in at once: that says something else', () => {
      const newTokens = createNewTokenTracker();
      newTokens.note({ ...asked(200, 1), probe: 'another' });
      expect(pauses(newTokens)).toEqual(none);
    });
    it('is given none once it was let in, though tokens are late', () => {
      const newTokens = createNewTokenTracker({ isLate: () => true, isNew: () => true });
      newTokens.note({ ...asked(200, 1), probe: 'another' });
      expect(pauses(newTokens)).toEqual([500, 1_000, 2_000, undefined]);
      newTokens.note(asked(402, 1));
      expect(pauses(newTokens)).toEqual(none);
    });
    it('says nothing of the tokens that the provisioner makes', () => {
      const newTokens = createNewTokenTracker();
      for (let place = 0; place < 7; place += 1) newTokens.note(asked(status, 6));
      expect(newTokens.isHopeless(asked(status, 1))).toBe(false);
      expect(newTokens.reasonToSkip({ headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] })).toBe(undefined);
    });
  });
  it('is not let in where one that is much like it is refused with 401', () => {
    const newTokens = createNewTokenTracker();
    const { request, ...mutated } = asked(401, 1);
    newTokens.note({ ...mutated, request: { ...request, headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN}x']] } });
    expect(newTokens.againMs(asked(401, 5))).toBe(3_500);
  });
  it('is not made any more once six were unknown, one after the other', () => {
    const newTokens = createNewTokenTracker();
    const call = { headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN_poor}']] } as const;
    for (const attempt of [6, 6, 1, 1, 1]) newTokens.note(asked(401, attempt));
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
