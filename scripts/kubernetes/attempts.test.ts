import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { header, record } from '../../load/records/records.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { attemptsIn, foldersOf, type Attempts, type FilePiece } from './attempts.ts';

const attempt = 'abcdef012345';
const recordsOf = (segment: string, run = attempt): Buffer =>
  Buffer.from(
    [{ ...header, segment, run }, ...Array.from({ length: 20 }, (_, index) => record(index))]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
const whole = recordsOf('1/4:1/2');

const opened = (more: Partial<{ pods: number; mostBytes: number; clockMs: () => number }> = {}): Attempts =>
  attemptsIn(emptyFolder(), { pods: 4, mostBytes: 1e9, clockMs: () => 0, ...more });
const piece = (given: Partial<FilePiece> = {}): FilePiece => ({
  segment: '1/4:1/2',
  attempt,
  file: 'requests.ndjson',
  at: 0,
  bytes: whole,
  ...given,
});

describe('what pods give', () => {
  it('is there once, to the last byte, however it was cut, sent again or sent in another order', () => {
    const part = fc.tuple(fc.nat(whole.length), fc.integer({ min: 1, max: 4_000 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 100, max: 5_000 }), (strays, length) => {
        const attempts = opened();
        const send = (at: number, bytes: Buffer): number | undefined => {
          const taken = attempts.take(piece({ at, bytes }));
          return 'bytes' in taken ? taken.bytes : undefined;
        };
        // The header comes in one piece.
        let has = send(0, whole.subarray(0, 1_000)) ?? Number.NaN;
        for (const [at, most] of strays) {
          has = send(at, whole.subarray(at, at + most)) ?? Number.NaN;
          expect(has).toBeLessThanOrEqual(whole.length);
        }
        while (has < whole.length) has = send(has, whole.subarray(has, has + length)) ?? Number.NaN;
        const [only] = attempts.all();
        expect(readFileSync(join(only?.path ?? '', 'requests.ndjson')).equals(whole)).toBe(true);
        expect(only).toMatchObject({ id: attempt, place: 1, hasEnded: false, records: 21 });
      }),
      { numRuns: 50 },
    );
  });

  it('has ended when all of it is there, and not before', () => {
    const attempts = opened();
    attempts.take(piece());
    const end = (at: number): unknown => attempts.take(piece({ file: 'end', at, bytes: Buffer.alloc(0) }));
    expect(end(whole.length + 1)).toEqual({ is: 'elsewhere', bytes: whole.length });
    expect(attempts.all()[0]?.hasEnded).toBe(false);
    expect(end(whole.length)).toEqual({ is: 'taken', bytes: whole.length });
    expect(attempts.all()[0]?.hasEnded).toBe(true);
  });

  it('is refused where it is of another run, another segment, or has no header', () => {
    const refusal = (given: Partial<FilePiece>): unknown => {
      const taken = opened().take(piece(given));
      return 'because' in taken ? taken.because : taken;
    };
    expect(refusal({ segment: '1/3:2/3' })).toBe('segment 1/3:2/3 is none of 4 equal ones');
    expect(refusal({ segment: 'x' })).toBe('segment x is none of 4 equal ones');
    expect(refusal({ segment: '0:1/4' })).toBe('the records are of segment 1/4:1/2, not of 0:1/4');
    expect(refusal({ attempt: '000000000000' })).toBe(`the records are of ${attempt}, not of 000000000000`);
    expect(refusal({ bytes: Buffer.from('{}\n') })).toMatch(/do not begin with a header/);
    const attempts = opened();
    attempts.take(piece());
    expect(attempts.take(piece({ segment: '1/2:3/4', at: whole.length }))).toEqual({
      is: 'refused',
      because: `attempt ${attempt} is at segment 1/4:1/2`,
    });
  });

  it('takes no more room than it is given, and no more attempts than pods may be replaced', () => {
    const attempts = opened({ mostBytes: whole.length + 10 });
    expect(attempts.take(piece()).is).toBe('taken');
    const other = 'ffffff012345';
    expect(attempts.take(piece({ attempt: other, bytes: recordsOf('1/4:1/2', other) }))).toMatchObject({ is: 'full' });
    const crowded = opened({ pods: 1 });
    const taken = Array.from({ length: 6 }, (_, at) => {
      const id = `00000000000${at}`;
      return crowded.take(piece({ segment: '0:1', attempt: id, bytes: recordsOf('0:1', id) })).is;
    });
    expect(taken).toEqual(['taken', 'taken', 'taken', 'taken', 'taken', 'full']);
  });

  it('leaves nothing to read of a pod that gave no record, and no folder of one that only asked', () => {
    const attempts = opened();
    attempts.take(piece({ file: 'hello', bytes: Buffer.alloc(0) }));
    expect(attempts.all()).toEqual([]);
    attempts.take(piece({ file: 'instrument.json', bytes: Buffer.from('{}') }));
    expect(foldersOf(attempts.all())).toEqual([]);
  });
});
