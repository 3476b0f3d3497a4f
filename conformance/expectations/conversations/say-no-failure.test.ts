import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { sayNoFailure } from './say-no-failure.ts';

const stream = (id: string, body: string) => answered({ operation: 'stream', id, body });
const text = 'data: {"text":"Hello"}\n\n';

it('sayNoFailure finds an event that says that a stream failed', () => {
  for (const failure of ['event: error\ndata: {"code":"x"}\n\n', 'data: {"error":{"code":"x"}}\n\n'])
    expect(sayNoFailure([stream('s#0', text), stream('s#1', text + failure)])).toEqual([
      {
        subject: 'events of s#1',
        kind: { subject: 'events' },
        expected: 'the streamed reply',
        observed: 'an event that says that it failed',
        exchange: 's#1',
      },
    ]);
  expect(sayNoFailure([stream('s#0', text), answered({ operation: 'chat', body: { error: { code: 'x' } } })])).toEqual(
    [],
  );
  expect(sayNoFailure([stream('s#0', 'data: {"text":"Hello","error":""}\n\n')])).toEqual([]);
});
