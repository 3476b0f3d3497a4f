import { describe, expect, it } from 'vitest';
import { startService } from '../../../fixtures/index.ts';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { startEndingBy } from '../ending-service.testing.ts';
import { lostConnectionsIn } from './lost-connections.ts';

/** The exchange with this id, as it ended so many milliseconds after the run began, and took one millisecond. */
function at(ms: number, exchange: Exchange, id: string, raw?: string): Exchange {
  const attempt = Number(/\.(\d+)$/.exec(id)?.[1] ?? 1);
  const request = { ...exchange.request, ...(raw === undefined ? {} : { raw }) };
  const startedAt = new Date(ms - 1).toISOString();
  const response = { ...exchange.response, endedAtMs: 1 };
  return { ...exchange, id, probe: id.replace(/#.*/, ''), attempt, startedAt, request, response };
}

const answer = (ms: number, id: string) => at(ms, answered(), id);
const dropped = (ms: number, id: string, raw?: string) => at(ms, unanswered('dropped'), id, raw);
const refused = (ms: number, id: string) => at(ms, unanswered('refused'), id);

describe('connections that were lost', () => {
  it('are counted with when, how often, and what the service was busy with', () => {
    const once = [answer(10, 'a#1'), dropped(20, 'b#1'), refused(22, 'c#1'), answer(90, 'b#1.2'), answer(92, 'c#1.2')];
    expect(lostConnectionsIn(once)).toEqual({
      lostConnections: {
        requests: 2,
        times: 1,
        at: '1970-01-01T00:00:00.020Z',
        before: [{ exchange: 'b#1', probe: 'b' }],
      },
    });
    const again = [...once, dropped(95, 'd#1'), answer(99, 'd#1.2')];
    expect(lostConnectionsIn(again).lostConnections).toMatchObject({ requests: 3, times: 2 });
  });
  it.each([
    ['stayed without an answer', [answer(10, 'a#1'), dropped(20, 'b#1'), dropped(30, 'b#1.2')]],
    ['were of what is no request', [answer(10, 'a#1'), dropped(20, 'b#1', 'no request'), answer(30, 'b#1.2')]],
    ['were none', [answer(10, 'a#1')]],
  ])('are not told where they %s', (_, exchanges) => {
    expect(lostConnectionsIn(exchanges)).toEqual({});
  });
  it('are told of a service that ends midway and is started anew', async () => {
    const service = await startService();
    const ending = await startEndingBy('"speed":0.25', service.url, { awayMs: 200, times: 1 });
    const speeds = checksNamed('speech.speed/accepts-minimum', 'speech.speed/accepts-maximum');
    const { findings, exchanges } = await judgeTarget(ending.url, speeds, { token: service.token, timeoutMs: 5_000 });
    ending.close();
    await service.close();
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['pass', 'pass']);
    expect(lostConnectionsIn(exchanges, speeds).lostConnections).toMatchObject({ times: 1 });
  });
});
