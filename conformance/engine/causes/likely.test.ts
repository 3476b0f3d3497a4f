import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Operation } from '../../model/exchange.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, causesFor } from './causes.testing.ts';

describe('causes that a known fault joins', () => {
  it('rest on a mistake by what is there to find it, though most of what may fail with it passed', () => {
    const failures = [failure('speech.speed/a'), failure('speech.voice/b')];
    const others = Array.from({ length: 12 }, (_, at) => `chat.text/${at}`);
    const known = [knownFault('wide', ['speech.speed/a'], ['speech.voice/b', ...others])];
    expect(checksIn(causesFor(failures, known, others))).toEqual([['speech.speed/a', 'speech.voice/b']]);
    const many = Array.from({ length: 40 }, (_, at) => `chat.text/${at}`);
    expect(
      causesFor(failures, [knownFault('all', ['speech.speed/a'], ['speech.voice/b', ...many])], many),
    ).toHaveLength(2);
  });
  it('do not rest on one of whose many failures they are a few, by what is there to find it', () => {
    const failures = [failure('speech.speed/a'), failure('speech.speed/b'), failure('speech.voice/c')];
    const others = Array.from({ length: 24 }, (_, at) => `chat.text/${at}`);
    const by = (count: number) =>
      causesFor(
        failures,
        [knownFault('wide', ['speech.speed/a'], ['speech.speed/b', 'speech.voice/c', ...others.slice(0, count)])],
        others,
      );
    expect(by(18)).toHaveLength(1);
    expect(by(24)).toHaveLength(2);
  });
  it('do not rest on a mistake most of whose failures are no failures here', () => {
    const failures = [failure('speech.speed/a'), failure('speech.voice/b')];
    const others = Array.from({ length: 8 }, (_, at) => `chat.text/${at}`);
    const broad = knownFault('broad', ['chat.text/1'], ['speech.speed/a', 'speech.voice/b', ...others]);
    expect(causesFor(failures, [broad], others)).toHaveLength(2);
  });
  it('need more in common where one shows what was taken and another what was refused', () => {
    expect(shownBy([{ status: 200 }, { status: 200 }])).toHaveLength(1);
    expect(shownBy([{ status: 200 }, { status: 400, due: 'success' }])).toHaveLength(2);
    // A server error is neither a request taken nor a request refused.
    expect(shownBy([{ status: 200 }, { status: 500, due: 'success' }])).toHaveLength(1);
  });
  it('need more in common where they are of different operations, of which chats and streams are one', () => {
    expect(shownBy([{ operation: 'chat' }, { operation: 'speech' }])).toHaveLength(2);
    expect(shownBy([{ operation: 'chat' }, { operation: 'stream' }])).toHaveLength(1);
    expect(shownBy([{ operation: 'chat' }, { operation: 'other' }])).toHaveLength(1);
  });
  it('are joined all the same by a fault that has most in common with both', () => {
    expect(shownBy([{ operation: 'chat' }, { operation: 'speech' }], 1)).toHaveLength(1);
    expect(shownBy([{ operation: 'chat' }, { operation: 'speech' }], 4)).toHaveLength(2);
  });
  it('are those that show what the check shows which is there to find it, where it comes to much else besides', () => {
    const both = shownBy([{ status: 200 }, { status: 200 }, { status: 402, due: 'success' }], 4);
    expect(checksIn(both)).toEqual([['transport.requests0/0', 'transport.requests1/1'], ['transport.requests2/2']]);
    const none = shownBy([{ status: 402, due: 'success' }, { status: 200 }, { status: 200 }], 4);
    expect(none).toHaveLength(3);
    // An error object under the status of a success is not an answered use.
    const error = '{"error":{"code":"bad","message":"no"}}';
    const told = shownBy([{ status: 200 }, { status: 200, body: error }, { status: 402, due: 'success' }], 4);
    expect(told).toHaveLength(3);
  });
  it('have an operation for all uses that are charged: what one cost shows in another', () => {
    const uses = [{ operation: 'speech' }, { operation: 'chat' }] as const;
    expect(shownBy(uses, 4)).toHaveLength(2);
    expect(shownBy(uses, 4, { topic: 'metering.counts' })).toHaveLength(1);
  });
  it('show one thing, where nothing failed that is there to find it', () => {
    const isFound = false;
    expect(shownBy([{ status: 200 }, { status: 200 }], 1, { isFound })).toHaveLength(1);
    expect(shownBy([{ status: 200 }, { status: 500 }], 1, { isFound })).toHaveLength(2);
    expect(shownBy([{ status: 200 }, { status: 500 }], 1)).toHaveLength(1);
  });
});

type Shown = {
  readonly status?: number;
  readonly operation?: Operation;
  readonly due?: 'success';
  readonly body?: string;
};

/**
 * The causes of failures that one known fault accounts for. The first check is there to find the fault, and `passed`
 * other checks that fail by it pass.
 */
function shownBy(
  all: readonly Shown[],
  passed = 10,
  { topic = 'transport.requests', isFound = true } = {},
): ReturnType<typeof causesOf> {
  const others = Array.from({ length: passed }, (_, at) => `voices.list/${at}`);
  const exchanges = all.map(({ status = 200, operation = 'chat', body = '{}' }, at) => ({
    ...answered({ id: `${at}#1`, status, body: Buffer.from(body) }),
    operation,
  }));
  const failures = all.map(({ due }, at) =>
    failure(`${topic}${at}/${at}`, {
      mismatches: [
        {
          subject: 'status',
          expected: 'this',
          observed: 'it',
          exchange: `${at}#1`,
          kind: { is: 'status', ...(due && { due }) },
        },
      ],
    }),
  );
  const ids = failures.map(({ check }) => check);
  const [named, also] = isFound ? [ids.slice(0, 1), ids.slice(1)] : [[], ids];
  const known = [knownFault('both', named, [...also, ...others])];
  return causesOf(failures, {
    judged: new Set([...ids, ...others]),
    known,
    exchangeOf: (id) => exchanges.find((exchange) => exchange.id === id),
  });
}
