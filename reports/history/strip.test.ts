import { describe, expect, it } from 'vitest';
import { changeOf, stripWords } from './strip.ts';

/** Of runs that one version judged, the newest first. */
const change = (strip: string, ways = [...strip].map(() => 'one')): string => changeOf(strip, ways);

describe('what has become of a check', () => {
  it.each([
    ['fppp', 'newFailure'],
    ['fp', 'newFailure'],
    ['pfff', 'fixed'],
    ['ppp', 'asItWas'],
    ['fff', 'asItWas'],
    ['p', 'asItWas'],
    ['f', 'asItWas'],
    ['aini', 'asItWas'],
    // What could not be judged, or was not asked for, is no change.
    ['iafnp', 'newFailure'],
    ['apaif', 'fixed'],
  ])('%s is %s', (strip, is) => {
    expect(change(strip)).toBe(is);
  });

  it.each([
    ['there and back in the next run', 'pfp', 'flaky'],
    ['in the next but one', 'pffp', 'flaky'],
    ['in the third, which is a mistake that took its time', 'pfffp', 'fixed'],
    ['not yet back', 'ffpppp', 'asItWas'],
    ['with others between that judged nothing', 'pafaip', 'flaky'],
    ['again and again', 'fpfpfp', 'flaky'],
    ['within the newest 20', `${'p'.repeat(18)}fp`, 'flaky'],
    ['before them, and no more', `${'p'.repeat(19)}fp`, 'asItWas'],
  ])('flaky is what went there and back within two runs: %s', (_, strip, is) => {
    expect(change(strip)).toBe(is);
  });

  it('flaky is only what one version saw: another may judge better', () => {
    expect(change('pfp', ['one', 'one', 'one'])).toBe('flaky');
    expect(change('pfp', ['two', 'one', 'one'])).toBe('fixed');
    expect(change('pfp', ['two', 'two', 'one'])).toBe('fixed');
  });
});

describe('a strip in words', () => {
  it('tells the newest first, and counts what is older than a few changes', () => {
    expect(stripWords('fpppa')).toBe('failed, then 3 passed, then not in the run');
    expect(stripWords('iinn')).toBe('2 inconclusive, then 2 not applicable');
    expect(stripWords('pfpfpfpf')).toMatch(/^passed, .*, then failed, then 2 more$/);
  });
});
