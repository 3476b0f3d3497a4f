import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';

function after(good: Readonly<Record<number, number>>, refused: Readonly<Record<number, number>>): ConcurrencyLimit {
  const limit = createConcurrencyLimit();
  for (const [load, count] of Object.entries(good))
    for (let time = 0; time < count; time += 1) limit.noteSuccess(Number(load));
  for (const [load, count] of Object.entries(refused))
    for (let time = 0; time < count; time += 1) limit.noteRefusal(Number(load));
  return limit;
}

describe('how many requests at once a target takes', () => {
  it('is one less than what it refuses, while fewer go well', () => {
    expect(after({ 1: 2, 2: 6, 3: 4, 4: 2 }, { 3: 2, 4: 2 }).max()).toBe(2);
    expect(after({ 2: 6, 5: 20, 8: 3 }, { 8: 3 }).max()).toBe(7);
    const limit = after({ 2: 6 }, { 4: 1 });
    expect(limit.noteRefusal(4)).toBe(true);
    expect(limit.noteRefusal(1)).toBe(false);
  });
  it('is not known by one refusal, nor before anything went well', () => {
    expect(after({ 2: 20 }, { 4: 1 }).max()).toBe(Infinity);
    expect(after({}, { 4: 5 }).max()).toBe(Infinity);
  });
  it('is nothing that a limit on the rate tells, which refuses fewer too, nor one that refuses one in seven', () => {
    expect(after({ 1: 4, 2: 4, 4: 4 }, { 1: 2, 2: 2, 4: 2 }).max()).toBe(Infinity);
    expect(after({ 1: 10, 4: 60 }, { 4: 10 }).max()).toBe(Infinity);
  });
  it('is never less than two, so that something can be under way together', () => {
    expect(after({ 1: 20 }, { 2: 5 }).max()).toBe(Infinity);
    expect(after({ 1: 20 }, { 3: 5 }).max()).toBe(2);
  });
});
