import { expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { valid, validExcept, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { accusedIn } from '../../accused.testing.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { runOnService } from '../../judged.testing.ts';

const isStream = ({ operation }: Pick<Exchange, 'operation'>): boolean => operation === 'stream';
const chosen = checksNamed('stream.response/arrives-over-time-with-codings');

/** Thinks for long before every stream, and then sends all of it at once. */
const thinksForLong: Partial<Behaviour> = { dueTimes: (count) => Array.from({ length: count }, () => 600) };

/** Thinks for long before the first stream only. */
function thinksOnce(): Partial<Behaviour> {
  let streams = 0;
  return {
    dueTimes: (count, pace) => {
      streams += 1;
      return streams === 1 ? Array.from({ length: count }, () => 600) : valid.dueTimes(count, pace);
    },
  };
}

/** Compresses each piece by itself, like a compressor that is flushed behind each event. */
const flushes: Partial<Behaviour> = {
  throughEdge: (answer, { headers }) =>
    'chunks' in answer && headers['accept-encoding'] !== undefined
      ? {
          ...answer,
          headers: { ...answer.headers, 'content-encoding': 'gzip' },
          chunks: answer.chunks.map((chunk) => gzipSync(chunk)),
        }
      : answer,
};

it('takes a compressor that is flushed, by one request', async () => {
  const { findings, exchanges } = await runOnService(validExcept(flushes), chosen);
  expect(accusedIn(findings)).toEqual([]);
  expect(exchanges.filter(isStream)).toHaveLength(1);
});

it('accuses no bot that thinks for long before it says all it has', async () => {
  const [verdict] = verdictsIn((await runOnService(validExcept(thinksForLong), chosen)).findings);
  expect(verdict).toMatch(/^inconclusive: .* which may be the bot’s thinking time$/);
  expect(accusedIn((await runOnService(validExcept(thinksOnce), chosen)).findings)).toEqual([]);
});

it('sees a compressor that is not, by a request of each kind and another of each', async () => {
  const { findings, exchanges } = await runOnService(withFault('stream-held-back-by-a-compressor'), chosen);
  expect(verdictsIn(findings)[0]).toMatch(/^fail: arrival with Accept-Encoding/);
  expect(exchanges.filter(isStream)).toHaveLength(4);
});
