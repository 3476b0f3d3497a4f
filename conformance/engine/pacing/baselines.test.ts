import { describe, expect, it } from 'vitest';
import { createBaselines, type Baselines } from './baselines.ts';

/** For each of these answers, whether it counts as a rise. */
const rises = (baselines: Baselines, kind: string, ...tookMs: readonly number[]): readonly boolean[] =>
  tookMs.map((ms) => baselines.note(kind, { leastMs: ms, mostMs: ms }));
const times = (count: number, ms: number): readonly number[] => Array.from({ length: count }, () => ms);

describe('how long answers take', () => {
  it('has risen once eight in a row took more than twice as long as most did', () => {
    const baselines = createBaselines();
    expect(rises(baselines, 'chat', ...times(4, 100))).not.toContain(true);
    expect(rises(baselines, 'chat', ...times(7, 260))).not.toContain(true);
    expect(rises(baselines, 'chat', 260)).toEqual([true]);
  });
  it('has not where one of them was as quick as ever, nor for some milliseconds', () => {
    const baselines = createBaselines();
    rises(baselines, 'chat', ...times(4, 100));
    expect(rises(baselines, 'chat', ...times(7, 900), 240, ...times(7, 900))).not.toContain(true);
    rises(baselines, 'voices', ...times(4, 1));
    expect(rises(baselines, 'voices', ...times(20, 50))).not.toContain(true);
  });
  it('is long by nature where it always was, whatever other kinds take', () => {
    const baselines = createBaselines();
    rises(baselines, 'voices', ...times(8, 2));
    expect(rises(baselines, 'speech', ...times(20, 1_500))).not.toContain(true);
  });
  it('is not learned from a moment in which assay was busy itself', () => {
    const baselines = createBaselines();
    const busy = { leastMs: 100, mostMs: 3_000 };
    for (let each = 0; each < 8; each += 1) baselines.note('chat', busy);
    // These answers took three seconds before, too: a busy assay does not make its target quicker.
    expect(rises(baselines, 'chat', ...times(8, 3_000))).not.toContain(true);
    rises(baselines, 'voices', ...times(8, 100));
    for (let each = 0; each < 8; each += 1) expect(baselines.note('voices', busy)).toBe(false);
  });
  it('is told by what comes after a slowing down, and beside what was known before', () => {
    const baselines = createBaselines();
    rises(baselines, 'chat', ...times(4, 100), ...times(8, 900));
    baselines.forget();
    expect(rises(baselines, 'chat', ...times(7, 900))).not.toContain(true);
    expect(rises(baselines, 'chat', 900)).toEqual([true]);
  });
});
