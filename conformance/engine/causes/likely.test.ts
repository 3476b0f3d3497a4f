import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Operation } from '../../model/exchange.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, told } from './causes.testing.ts';

describe('causes that a known fault joins', () => {
  it('rest on a mistake by what is there to find it, though most of what may fail with it passed', () => {
    const failures = [failure('speech.speed/a'), failure('speech.voice/b')];
    const others = Array.from({ length: 12 }, (_, at) => `chat.text/${at}`);
    const known = [knownFault('wide', ['speech.speed/a'], ['speech.voice/b', ...others])];
    expect(checksIn(told(failures, known, others))).toEqual([['speech.speed/a', 'speech.voice/b']]);
    const many = Array.from({ length: 40 }, (_, at) => `chat.text/${at}`);
    expect(told(failures, [knownFault('all', ['speech.speed/a'], ['speech.voice/b', ...many])], many)).toHaveLength(2);
  });
  it('do not rest on one of whose many failures they are a few, by what is there to find it', () => {
    const failures = [failure('speech.speed/a'), failure('speech.speed/b'), failure('speech.voice/c')];
    const others = Array.from({ length: 24 }, (_, at) => `chat.text/${at}`);
    const by = (count: number) =>
      told(
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
    expect(told(failures, [broad], others)).toHaveLength(2);
  });
  it('need more in common where one shows what was taken and another what was refused', () => {
    expect(shownBy({ status: 200 }, { status: 200 })).toHaveLength(1);
    expect(shownBy({ status: 200 }, { status: 400, due: 'success' })).toHaveLength(2);
    // A server error is neither.
    expect(shownBy({ status: 200 }, { status: 500, due: 'success' })).toHaveLength(1);
  });
  it('need more in common where they are of different operations, of which chats and streams are one', () => {
    expect(shownBy({ operation: 'chat' }, { operation: 'speech' })).toHaveLength(2);
    expect(shownBy({ operation: 'chat' }, { operation: 'stream' })).toHaveLength(1);
    expect(shownBy({ operation: 'chat' }, { operation: 'other' })).toHaveLength(1);
  });
  it('are joined all the same by a fault that has most in common with both', () => {
    expect(shownBy({ operation: 'chat' }, { operation: 'speech' }, 4)).toHaveLength(1);
  });
});

type Shown = { readonly status?: number; readonly operation?: Operation; readonly due?: 'success' };

/** What comes of two failures that one known fault accounts for, of which so many others passed. */
function shownBy(one: Shown, other: Shown, passed = 10): ReturnType<typeof causesOf> {
  const others = Array.from({ length: passed }, (_, at) => `voices.list/${at}`);
  const exchanges = [one, other].map(({ status = 200, operation = 'chat' }, at) => ({
    ...answered({ id: `${at}#1`, status }),
    operation,
  }));
  const failures = [one, other].map(({ due }, at) =>
    failure(`transport.requests${at}/a`, {
      mismatches: [
        {
          subject: 'status',
          expected: `${['this', 'that'][at]}`,
          observed: 'it',
          exchange: `${at}#1`,
          ...(due && { kind: { due } }),
        },
      ],
    }),
  );
  const ids = failures.map(({ check }) => check);
  const known = [knownFault('both', ids.slice(0, 1), [...ids.slice(1), ...others])];
  return causesOf(failures, new Set([...ids, ...others]), known, new Set(), (id) =>
    exchanges.find((exchange) => exchange.id === id),
  );
}
