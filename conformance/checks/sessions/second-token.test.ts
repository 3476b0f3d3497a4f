import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { StepInputs } from '../../model/probe.ts';
import type { Exchange } from '../../model/exchange.ts';
import { whyOtherTokenIsUnusable, secondToken } from './second-token.ts';

const list = (status: number): Exchange => answered({ operation: 'bots', status });
const chat = (status: number): Exchange => answered({ operation: 'chat', status });

/** Number of chats that each step sends, when they are answered with these statuses in turn. */
function askedFor(...statuses: readonly number[]): readonly number[] {
  const seen: Exchange[] = [list(200)];
  return secondToken.steps.slice(1).map((step) => {
    const calls = step({ seen, nonce: () => '', bot: '', bots: {}, credentials: [] } satisfies StepInputs);
    const count = Array.isArray(calls) ? calls.length : 0;
    const answers = statuses.slice(seen.length - 1, seen.length - 1 + count);
    seen.push(...answers.map(chat));
    return count;
  });
}

it('a token that is refused by a chat is tried in two more, and in some more where one of them takes it', () => {
  expect(askedFor(400)).toEqual([1, 0, 0]);
  expect(askedFor(401, 401, 401)).toEqual([1, 2, 0]);
  expect(askedFor(401, 400, 400)).toEqual([1, 2, 4]);
});

it.each([
  ['the list takes it, and no chat does', [list(200), chat(401), chat(401), chat(401)], 'a chat'],
  ['nothing takes it', [list(401), chat(401), chat(401), chat(401)], 'a chat'],
  ['the list does not take it, and no chat is answered', [list(401)], 'the list of bots'],
] as const)('no good one is a token where %s', (_, seen, what) => {
  expect(whyOtherTokenIsUnusable(seen)?.because).toBe(
    `--other-token is refused (status 401 to ${what}): give one that works`,
  );
});

it.each([
  ['the first chat', [list(401), chat(400)]],
  ['another chat than the first, by one of several servers', [list(200), chat(401), chat(401), chat(400)]],
  ['a chat, though for another reason than the token it is refused', [list(401), chat(403)]],
] as const)('a good one is a token that is taken by %s', (_, seen) => {
  expect(whyOtherTokenIsUnusable(seen)).toBeUndefined();
});
