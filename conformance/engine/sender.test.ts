import { expect, it } from 'vitest';
import { noCost } from '../model/costs.ts';
import type { Answer } from '../model/exchange.ts';
import type { Call, Probe } from '../model/probe.ts';
import { TimeIsUp } from './time/time-is-up.ts';
import { createSender } from './sender.ts';
import type { Transport } from '../http/transport.ts';

const call: Call = { operation: 'speech', method: 'POST', path: '/v1/audio/tts', headers: [] };
const probe: Probe = { name: 'speak', needs: [], costs: noCost, steps: [] };

/** A transport that answers every request at once. */
function answering(bytes: number, heard: (how: Parameters<Transport['send']>[1]) => void = () => undefined): Transport {
  const answer: Answer = {
    is: 'answer',
    status: 200,
    headers: [],
    headersAtMs: 1,
    body: Buffer.alloc(bytes, 'spoken '),
    chunks: [],
    ending: 'complete',
    endedAtMs: 2,
    stalledMs: 0,
  };
  const unused = (): never => {
    throw new Error('nothing is sent besides');
  };
  const send: Transport['send'] = async (_, how) => {
    heard(how);
    return answer;
  };
  return { send, dispatcherTo: unused, close: async () => undefined };
}

async function sentAtOnce(bytes: number): Promise<readonly string[]> {
  const ending = new AbortController();
  const sender = createSender({
    target: 'http://127.0.0.1:1',
    timeoutMs: 1_000,
    extraHeaders: [],
    secrets: { '${ASSAY_TOKEN}': 'a-token-of-some-length' },
    transport: answering(bytes),
    signal: ending.signal,
  });
  // The time in which exchanges are still judged is over.
  const up = Object.assign(new TimeIsUp(1), { atMs: performance.now() - 60_000 });
  setTimeout(() => ending.abort(up), 1);
  const sending = { call, asRecorded: call, attempt: 1, connection: 'kept', probe, own: { tokens: {} } } as const;
  const exchanges = await Promise.all(
    Array.from({ length: 10 }, (_, at) => sender.send({ ...sending, place: at + 1 })),
  );
  return exchanges.map(({ response }) => (response.is === 'answer' ? 'answer' : response.because));
}

it('long answers that came together have a turn each, so that the end of the time is heeded between them', async () => {
  const heard = await sentAtOnce(2 ** 20);
  expect([heard[0], heard.at(-1)]).toEqual(['answer', 'interrupted']);
});
it('an exchange names the one before it on its connection', async () => {
  const connections = [1, 2, 1, undefined, 1];
  const { send, ...others } = answering(10);
  const sender = createSender({
    target: 'http://127.0.0.1:1',
    timeoutMs: 1_000,
    extraHeaders: [],
    secrets: {},
    transport: {
      ...others,
      send: async (wire, options) => {
        const answer = await send(wire, options);
        const connection = connections.shift();
        return connection === undefined ? answer : { ...answer, connection };
      },
    },
    signal: new AbortController().signal,
  });
  const sending = { call, asRecorded: call, attempt: 1, connection: 'kept', probe, own: { tokens: {} } } as const;
  const behind: (string | undefined)[] = [];
  for (let place = 1; place <= 5; place += 1) {
    const exchange = await sender.send({ ...sending, place });
    behind.push(exchange.behind);
    expect(exchange.response).not.toHaveProperty('connection');
  }
  expect(behind).toEqual([undefined, undefined, 'speak#1', undefined, 'speak#3']);
});
it('short ones are looked through at once', async () => {
  expect(await sentAtOnce(1_000)).toEqual(Array.from({ length: 10 }, () => 'answer'));
});
it('says what a body is kept for: a use that is only counted, sound that is judged, or anything else', async () => {
  const keptFor: unknown[] = [];
  const transport = answering(1, (how) => keptFor.push(how.keptFor));
  const { signal } = new AbortController();
  const sender = createSender({
    target: 'http://127.0.0.1:1',
    timeoutMs: 1_000,
    extraHeaders: [],
    secrets: {},
    transport,
    signal,
  });
  const calls: readonly Call[] = [{ ...call, judges: { unkept: true } }, call, { ...call, operation: 'chat' }];
  for (const each of calls)
    await sender.send({
      call: each,
      asRecorded: each,
      attempt: 1,
      connection: 'kept',
      probe,
      own: { tokens: {} },
      place: 1,
    });
  expect(keptFor).toEqual(['counted', 'sound', 'all']);
});
