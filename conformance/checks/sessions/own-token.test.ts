import { describe, expect, it } from 'vitest';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { whyOwnTokenIsUnusable } from './own-token.ts';

const operations: readonly Operation[] = ['bots', 'chat', 'stream', 'speech'];

/** Answers with these statuses to the list, a chat, a stream and a speech. */
function answers(...statuses: readonly number[]): readonly Exchange[] {
  return statuses.map((status, at) => answered({ operation: operations[at] ?? 'other', status }));
}

const advice = 'is it the token of this system, and not expired?';

describe('a token that is let in nowhere', () => {
  it.each([
    [[401, 401, 401, 401], '401 at GET /v1/bots'],
    // Whether the list needs a token is not shown.
    [[200, 401, 401, 401], '401 at POST /v1/audio/tts'],
    [[403, 403, 403, 403], '403 at GET /v1/bots'],
    [[401, 401, 403, 401], '401 at GET /v1/bots'],
  ])('is refused: %j', (statuses, told) => {
    const seen = `the token was refused: ${told}`;
    expect(whyOwnTokenIsUnusable(answers(...statuses))).toEqual({
      because: `${seen}; ${advice}`,
      about: { is: 'token', which: 'token', seen, advice },
    });
  });
  it('is asked about its quotes, if it has any', () => {
    const seen = operations.map((operation) => answered({ operation, status: 401 }));
    expect(whyOwnTokenIsUnusable(seen, '"abcdef"')?.because).toContain('it is sent with the quotes around it');
    expect(whyOwnTokenIsUnusable(seen, '"abcdef')?.because).toContain(advice);
  });
  it.each([
    ['wrong_token', '401 wrong_token'],
    // A code that is no plain word, or contains a part of the token, is not repeated.
    ['key_0123456789', '401'],
    ['abc', '401'],
    ['a\nb', '401'],
  ])('is told with the code of the answer %j', (code, told) => {
    const body = JSON.stringify({ error: { code, message: 'no' } });
    const seen = operations.map((operation) => answered({ operation, status: 401, body }));
    expect(whyOwnTokenIsUnusable(seen, 'abcdef')?.because).toBe(
      `the token was refused: ${told} at GET /v1/bots; ${advice}`,
    );
  });
});

describe('a token of which one answer says that it is good', () => {
  it.each([
    [[200, 400, 400, 400]],
    // A single refusal is judged by checks.
    [[200, 401, 400, 400]],
    [[200, 401, 401, 400]],
    [[401, 404, 404, 400]],
    [[200, 401, 401, 500]],
    // A 403 may be for what is requested.
    [[200, 403, 403, 403]],
    [[200, 401, 401, 403]],
  ])('is not refused: %j', (statuses) => {
    expect(whyOwnTokenIsUnusable(answers(...statuses))).toBeUndefined();
  });
  it('is not refused by what was not answered', () => {
    expect(whyOwnTokenIsUnusable([...answers(401, 401, 401), unanswered('timeout', 'speech')])).toBeUndefined();
    expect(whyOwnTokenIsUnusable([])).toBeUndefined();
  });
});
