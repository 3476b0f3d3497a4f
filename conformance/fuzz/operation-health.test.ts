import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { CaseVerdict } from './judge-case.ts';
import { trackOperations, type OperationHealth } from './operation-health.ts';
import type { Operation } from './inputs/request.ts';
import { plainInput } from './plain-control.ts';

const chat = { operation: 'chat' } as const;
const speech = { operation: 'speech' } as const;
const passed: CaseVerdict = { is: 'pass', seen: [answered(chat)] };
const refused: CaseVerdict = { is: 'pass', seen: [answered({ ...chat, status: 400 })] };
const tooLong: CaseVerdict = {
  is: 'inconclusive',
  because: 'the document sets no maximum size (8.2)',
  seen: [answered({ ...chat, status: 413 })],
};
const gone: CaseVerdict = { is: 'inconclusive', because: 'connection refused', seen: [unanswered('refused', 'chat')] };
const notSent: CaseVerdict = { is: 'inconclusive', because: 'connection refused', seen: [] };
const forbidden = (of: 'chat' | 'speech'): CaseVerdict => {
  const decisive = answered({ operation: of, status: 403 });
  const mismatches = [{ subject: 'status', expected: 'success', observed: 'status 403' }];
  return { is: 'fail', cause: 'status 403', because: '', mismatches, seen: [decisive], decisive };
};
const hung = (of: 'chat' | 'speech'): CaseVerdict => {
  const decisive = unanswered('timeout', of);
  const mismatches = [{ subject: 'answer', expected: 'an HTTP response', observed: 'no response header within 2.4 s' }];
  return { is: 'fail', cause: 'timeout', because: '', mismatches, seen: [decisive], decisive };
};

const caseOf = (operation: Operation, kind: 'valid' | 'invalid' | 'mixed' = 'valid') => ({
  property: { kind },
  input: plainInput(operation),
});
const times = <T>(count: number, each: T): readonly T[] => Array.from({ length: count }, () => each);

function after(verdicts: readonly CaseVerdict[], of = caseOf('chat'), last = trackOperations(async () => undefined)) {
  return verdicts.map((verdict) => last.note(of, verdict)).at(-1);
}

describe('the plain request of an operation is sent', () => {
  it.each([
    ['three cases that got no answer', times(3, gone), ['chat']],
    ['two', [passed, gone, gone], []],
    ['three that were not sent', times(3, notSent), ['chat']],
    ['ten that could not be judged', times(10, tooLong), ['chat']],
    ['ten with one among them that was taken', [...times(8, tooLong), passed, tooLong], []],
    ['ten valid ones that were refused', times(10, forbidden('chat')), ['chat']],
    ['refusals that are right', times(100, refused), []],
  ])('after %s: %#', (_, verdicts, asked) => {
    expect(after(verdicts)).toEqual(asked);
  });

  it('not for what is sent in a workspace of its own, nor for another operation', () => {
    expect(after(times(20, gone), caseOf('chat', 'mixed'))).toEqual([]);
    const last = trackOperations(async () => undefined);
    after(times(9, tooLong), caseOf('chat'), last);
    expect(after([{ ...forbidden('speech') }], caseOf('speech'), last)).toEqual([]);
  });

  it('later each time it was taken', async () => {
    const last = trackOperations(async () => passed);
    after(times(3, gone), caseOf('chat'), last);
    expect(await last.control('chat')).toBeUndefined();
    expect(after(times(5, gone), caseOf('chat'), last)).toEqual([]);
    expect(after([gone], caseOf('chat'), last)).toEqual(['chat']);
  });

  it('at the end, where nothing was taken of late, refused rightly or not', async () => {
    const last = trackOperations(async () => forbidden('chat'));
    after(times(4, refused), caseOf('chat', 'invalid'), last);
    expect(last.doubtful()).toEqual([]);
    after([refused], caseOf('chat', 'invalid'), last);
    expect(last.doubtful()).toEqual(['chat']);
    await last.control('chat');
    expect(last.doubtful()).toEqual([]);
  });
});

describe('an operation whose plain request', () => {
  const judgedBy = async (verdict: CaseVerdict | undefined, ...of: readonly Operation[]): Promise<OperationHealth> => {
    const last = trackOperations(async () => verdict);
    for (const operation of of) await last.control(operation);
    return last;
  };

  it('is refused is gone, it alone, and for good', async () => {
    const last = await judgedBy(forbidden('speech'), 'speech');
    const told = last.goneOf({ kind: 'valid' }, ['chat', 'speech']);
    expect(told).toMatchObject({ because: 'the service now refuses even a plain speech: status 403' });
    expect(told?.failure).toBeDefined();
    after([{ is: 'pass', seen: [answered(speech)] }], caseOf('speech'), last);
    expect(last.goneOf({ kind: 'valid' }, ['speech'])).toBe(told);
    expect(last.goneOf({ kind: 'valid' }, ['chat'])).toBeUndefined();
    expect(last.goneOf({ kind: 'mixed' }, ['speech'])).toBeUndefined();
    expect([last.isHopeless(['speech']), last.isHopeless(['chat', 'speech'])]).toEqual([true, false]);
  });

  it('cannot be judged has the reason of that, and no failure', async () => {
    const about = { is: 'tokenEnded', refusedSince: '2026-01-01T00:00:02.000Z' } as const;
    const last = await judgedBy({ is: 'inconclusive', because: 'status 401', about, seen: [answered(chat)] }, 'chat');
    expect(last.goneOf({ kind: 'valid' }, ['chat'])).toEqual({ because: 'status 401', about });
  });

  it('is silent has one reason with all others that are', async () => {
    const last = await judgedBy(hung('chat'), 'chat', 'speech');
    const because =
      'the service no longer answers, not even a plain request: no response within the time that --timeout allows';
    expect(last.silence(['chat', 'speech'])).toEqual({ because, isSilent: true, wasSent: true });
    expect(last.goneOf({ kind: 'mixed' }, ['speech'])).toMatchObject({ because });
    expect(last.silence(['chat', 'stream'])).toBeUndefined();
  });

  it('is silent in its own words has those of all, each once', async () => {
    const notListening = async (operation: Operation): Promise<CaseVerdict> => ({
      ...notSent,
      because: operation === 'stream' ? 'chat' : operation,
    });
    const last = trackOperations(notListening);
    await last.control('chat');
    expect(last.silence(['chat'])?.because).toBe('chat');
    await last.control('speech');
    await last.control('stream');
    expect(last.silence(['chat', 'speech', 'stream'])?.because).toBe('chat; speech');
  });

  it('is dropped says that it is silent, whichever was dropped first', async () => {
    const because = 'the service no longer answers, not even a plain request: connection refused';
    const last = await judgedBy(gone, 'chat', 'speech');
    expect(last.goneOf({ kind: 'valid' }, ['chat'])).toMatchObject({ because });
    expect(last.silence(['chat', 'speech'])).toMatchObject({ because, isSilent: true });
  });

  it('may not be sent is not gone', async () => {
    const last = await judgedBy(undefined, 'chat');
    expect([last.goneOf({ kind: 'valid' }, ['chat']), last.isHopeless(['chat'])]).toEqual([undefined, false]);
  });

  it('is asked for at once by several is sent once', async () => {
    let sent = 0;
    const last = trackOperations(async () => {
      sent += 1;
      return passed;
    });
    await Promise.all([last.control('chat'), last.control('chat'), last.control('stream')]);
    expect(sent).toBe(2);
  });
});
