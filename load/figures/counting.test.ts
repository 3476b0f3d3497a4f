import { describe, expect, it } from 'vitest';
import type { Phase } from '../plan/phases.ts';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { countRequests, type Counting } from './counting.ts';

type Changes = Partial<RequestRecord>;

function countingOf(...each: readonly (readonly [changes: Changes, phase?: Phase])[]): Counting {
  const counting = countRequests();
  each.forEach(([changes, phase = 'steady'], index) => counting.add(record(index, changes), phase));
  return counting;
}

function counted(...each: readonly (readonly [changes: Changes, phase?: Phase])[]): ReturnType<Counting['result']> {
  return countingOf(...each).result();
}

describe('the requests of a run', () => {
  it('are each of one phase, and of the measured ones each answered, failed or cut off', () => {
    const [failed, aborted] = [{ outcome: 'http-500' }, { outcome: 'aborted' }];
    const { counts, failures } = counted(
      [{}],
      [failed],
      [failed],
      [aborted],
      [{}, 'warmup'],
      [failed, 'warmup'],
      [aborted, 'warmup'],
      [failed, 'drain'],
    );
    expect(counts).toEqual({
      recorded: 8,
      measured: 4,
      ok: 1,
      failed: 2,
      aborted: 2,
      warmup: 3,
      warmupFailed: 1,
      drain: 1,
    });
    expect(failures).toEqual({ 'http-500': 2 });
  });

  it('cost credits where they were sent, of which those of whole answers are told too', () => {
    const { credits, creditsForAnswers } = counted(
      [{ credits: 2 }, 'warmup'],
      [{ credits: 3, outcome: 'timeout' }],
      [{ credits: 3, judged: 'noError', broke: 'noError' }],
      [{ credits: 5, outcome: 'notSent' }],
    );
    expect([credits, creditsForAnswers]).toEqual([8, 2]);
  });

  it('were sent by connections, new ones or used again, where one was had', () => {
    const { connections, sent, lastSent, lastIntended } = counted(
      [{}],
      [{ reused: true }],
      [{ outcome: 'refused' }],
      [{ outcome: 'notSent' }],
      [{}, 'drain'],
    );
    expect(connections).toEqual({ opened: 1, reused: 1 });
    expect([sent, lastSent, lastIntended]).toEqual([3, 1_001, 2_000]);
  });

  it('were answered by protocols, each with its version of TLS, wherever a head came', () => {
    const h2 = { protocol: 'HTTP/2.0', tls: 'TLS 1.3' };
    const { protocols } = counted(
      [{ protocol: 'HTTP/1.1' }],
      [h2],
      [{ ...h2, outcome: 'http-503' }],
      [{ outcome: 'refused' }],
      [h2, 'warmup'],
    );
    expect(protocols).toEqual([
      { ...h2, answers: 2 },
      { protocol: 'HTTP/1.1', answers: 1 },
    ]);
  });

  it('failed by this machine where it had no port, no file handle or no room left, in any phase', () => {
    const { clientErrors, fellBack } = counted(
      [{ outcome: 'refused', lacked: 'port' }, 'warmup'],
      [{ outcome: 'refused', lacked: 'handle' }],
      [{ outcome: 'unread' }],
      [{ outcome: 'refused' }],
      [{ stamps: 'user' }],
    );
    expect([clientErrors, fellBack]).toEqual([3, 1]);
  });

  it('are the same in parts that are merged', () => {
    const all: readonly (readonly [changes: Changes, phase?: Phase])[] = [
      [{ credits: 1 }],
      [{ outcome: 'timeout', protocol: 'HTTP/1.1' }],
      [{ protocol: 'HTTP/1.1', tls: 'TLS 1.2' }],
      [{ outcome: 'timeout', intended: 9_000 }, 'drain'],
      [{ reused: true, sent: 4_000, protocol: 'HTTP/1.1' }],
    ];
    for (const cut of [1, 2, 3]) {
      const counting = countRequests();
      all.forEach(([changes, phase = 'steady'], index) => {
        if (index < cut) counting.add(record(index, changes), phase);
      });
      const more = countRequests();
      all.forEach(([changes, phase = 'steady'], index) => {
        if (index >= cut) more.add(record(index, changes), phase);
      });
      counting.merge(more);
      expect(counting.result()).toEqual(counted(...all));
    }
  });
});
