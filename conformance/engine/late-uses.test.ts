import { describe, expect, it } from 'vitest';
import { validExcept, type Behaviour } from '../../fixtures/index.ts';
import { serveOneByOne } from '../../fixtures/variants/work-queue.ts';
import { expectSameVerdicts, recordRun } from '../evidence/recorded.testing.ts';
import { checks } from '../index.ts';
import { selectChecks } from '../model/select.ts';
import { runOnService } from '../judged.testing.ts';

const limitMs = 1_000;
const options = { timeoutMs: limitMs, concurrency: 64 };
const aboutSpeech = selectChecks(checks, { only: ['metering.races/speeches', 'metering.credit-balance/speech*'] });

/** A service that answers one speech after another: three within the time limit. */
const oneByOne = serveOneByOne(300);

/** A service that answers four speeches, and no further one. */
function hangsAfterSome(): Partial<Behaviour> {
  let speeches = 0;
  const { delayMsFor: delayed } = oneByOne();
  return {
    delayMsFor: (operation, askedMs) => {
      if (operation === 'speech') speeches += 1;
      return operation === 'speech' && speeches > 4 ? 1e6 : (delayed?.(operation, askedMs) ?? askedMs);
    },
  };
}

/** Streams that send something every 200 ms, for ten seconds. */
const streamsForLong = {
  piecesOf: (text) => Array.from({ length: 50 }, () => text),
  dueTimes: (count) => Array.from({ length: count }, (_, at) => at * 200),
} satisfies Partial<Behaviour>;

/**
 * The first two streams that are covered end soon, and the third is slow. Of all later streams every second one never
 * comes, and the others get a 503.
 */
function hangsOrPutsOff(): Partial<Behaviour> {
  let [begun, later] = [0, 0];
  const isLater = (operation?: string): boolean => operation === 'stream' && begun > 3;
  return {
    piecesOf: streamsForLong.piecesOf,
    dueTimes: (count) => {
      begun += 1;
      return Array.from({ length: count }, (_, at) => (begun > 2 ? at * 200 : 0));
    },
    delayMsFor: (operation, askedMs) => {
      if (isLater(operation)) later += 1;
      return isLater(operation) && later % 2 === 0 ? 1e6 : askedMs;
    },
    throughEdge: (answer, _call, operation) =>
      isLater(operation) ? { status: 503, headers: {}, body: Buffer.alloc(0) } : answer,
  };
}

describe('a use that may be charged, and that is late', { timeout: 120_000 }, () => {
  it('is begun anew with more time where it waited behind others of ours', async () => {
    const told = await recordRun(validExcept(oneByOne), aboutSpeech, options);
    expect(told.findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
    // Without this, the test shows nothing.
    const late = told.record.exchanges.filter(({ operation, waited }) => operation === 'speech' && waited === true);
    expect(late).not.toEqual([]);
    const names = new Set(told.record.exchanges.map(({ probe }) => probe));
    for (const { probe } of late) expect(names).toContain(`${probe} anew 1`);
    await expectSameVerdicts(told);
  });
  it('is so for two that come to nothing, and then for no other; what to do is said', async () => {
    const { findings, exchanges } = await runOnService(validExcept(hangsAfterSome), aboutSpeech, options);
    const timedOut = exchanges.filter(
      ({ probe, attempt, response: { endedAtMs } }) =>
        probe.endsWith(' anew 1') && attempt === 1 && endedAtMs > 2 * limitMs,
    );
    expect([1, 2]).toContain(timedOut.length);
    const said = findings.map(({ verdict }) => ('because' in verdict ? verdict.because : ''));
    expect(said).toContainEqual(
      expect.stringMatching(
        /^a speech got no response header within [\d.]+ s while \d+ requests were in flight, and it is unknown whether it was charged; try --timeout \d+s or --concurrency 1$/,
      ),
    );
  });
  it('is begun anew with more time only once, though its answer is still coming then', async () => {
    const aStream = selectChecks(checks, { only: ['metering.credit-balance/stream-is-charged'] });
    const { findings, exchanges } = await runOnService(validExcept(streamsForLong), aStream, options);
    const [name] = exchanges.filter(({ operation }) => operation === 'stream').map(({ probe }) => probe);
    const anew = new Set(exchanges.map(({ probe }) => probe).filter((probe) => probe.startsWith(`${name} anew`)));
    expect([...anew]).toEqual([`${name} anew 1`]);
    expect(findings.map(({ verdict }) => verdict)).toMatchObject([
      {
        because: expect.stringMatching(/^a stream got no end of its answer within 3[\d.]+ s, .*; try --timeout [45]s$/),
      },
    ]);
  });
  it('is counted as one of the two only once, however often it is begun anew', async () => {
    const aRace = selectChecks(checks, { only: ['metering.races/streams'] });
    const { exchanges } = await runOnService(validExcept(hangsOrPutsOff), aRace, options);
    const anew = exchanges.flatMap(({ probe }) => / anew \d$/.exec(probe)?.[0] ?? []);
    expect([...new Set(anew)]).toEqual([' anew 1', ' anew 2', ' anew 3']);
  });
});
