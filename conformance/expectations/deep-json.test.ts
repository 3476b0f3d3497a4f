import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checks } from '../index.ts';
import type { Operation } from '../model/exchange.ts';
import { answered } from './sample-exchange.testing.ts';

/** JSON with deeply nested members, each in a place where code may descend by recursion. */
const members = ['more', 'sessionId', 'reply', 'botId', 'voices', 'error', 'audioBase64', 'contentType', 'bots'];

const nests = fc.record({
  depth: fc.integer({ min: 1, max: 9_990 }),
  open: fc.constantFrom('[', '{"a":', '[{"error":', '{"sessionId":'),
  member: fc.constantFrom(...members),
  within: fc.constantFrom('error', ''),
  operation: fc.constantFrom<Operation>('bots', 'chat', 'stream', 'voices', 'speech', 'other'),
  status: fc.constantFrom(200, 400, 401),
});

const closing = { '[': ']', '{': '}' } as const;
const closed = (open: string): string =>
  [...open]
    .toReversed()
    .map((letter) => (letter === '[' || letter === '{' ? closing[letter] : ''))
    .join('');

describe('an answer whose JSON nests up to 10,000 deep', () => {
  it('is judged by every expectation without an end of the stack', async () => {
    const expectations = new Set(checks.flatMap(({ expect: all }) => all));
    await fc.assert(
      fc.asyncProperty(nests, async ({ depth, open, member, within, operation, status }) => {
        const times = Math.floor(depth / (open.match(/[[{]/g)?.length ?? 1));
        const nested = `{"${member}":${open.repeat(times)}1${closed(open).repeat(times)}}`;
        const json = within === '' ? nested : `{"error":${nested}}`;
        const body = operation === 'stream' ? `data: ${json}\n\n` : json;
        const type = operation === 'stream' ? 'text/event-stream' : 'application/json';
        const exchange = { ...answered({ status, body, headers: [['content-type', type]] }), operation };
        for (const expectation of expectations) await expectation([exchange, exchange], [exchange, exchange]);
      }),
      { numRuns: 60 },
    );
    expect(expectations.size).toBeGreaterThan(50);
  });
});
