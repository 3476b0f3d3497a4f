import { describe, expect, it } from 'vitest';
import { noCost } from './costs.ts';
import { profiles, selectChecks } from './select.ts';

const probe = { name: 'p', needs: [], costs: noCost, steps: [] };
const some = [
  { id: 'speech.speed/rejects-above-maximum', probe: { ...probe, needs: ['token'], costs: { chats: 0, speeches: 1 } } },
  { id: 'speech.format/is-mp3', probe: { ...probe, needs: ['token'], costs: { chats: 0, speeches: 1 } } },
  { id: 'voices.list/needs-no-token', probe },
  { id: 'bots.list/succeeds', probe: { ...probe, needs: ['token'] } },
] as const;
const ids = (only: readonly string[], profile?: string): readonly string[] =>
  selectChecks(some, { only, profile }).map(({ id }) => id);

describe('a selection', () => {
  it('is everything where nothing is said', () => expect(ids([])).toHaveLength(4));
  it.each([
    [['speech.speed/rejects-above-maximum'], 1],
    [['speech.speed'], 1],
    [['speech*'], 2],
    [['*list*'], 2],
    [['*'], 4],
    [['speech.format', 'bots*'], 2],
    [['speech'], 0],
    [['speechXspeed'], 0],
    [[''], 0],
  ])('%j names %i: globs unite, and * crosses everything', (only, count) => expect(ids(only)).toHaveLength(count));
  it('keeps the order of the checks', () => {
    expect(ids(['bots*', 'speech.format'])).toEqual(['speech.format/is-mp3', 'bots.list/succeeds']);
  });
  it('intersects with a profile', () => {
    expect(ids([], 'public')).toEqual(['voices.list/needs-no-token']);
    expect(ids([], 'free')).toEqual(['voices.list/needs-no-token', 'bots.list/succeeds']);
    expect(ids(['*mp3'], 'speech')).toEqual(['speech.format/is-mp3']);
    expect(ids(['*mp3'], 'chat')).toEqual([]);
  });
  it('takes for free, or for public, what sends nothing else for its sake: no control, no proof', () => {
    const paid = { ...probe, name: 'paid', costs: { chats: 1, speeches: 0 } };
    const withToken = { ...probe, name: 'with a token', needs: ['token'] } as const;
    const all = [
      { id: 'a/paid', probe: paid },
      { id: 'a/with-token', probe: withToken },
      { id: 'a/free', probe, control: 'a/with-token' },
      { id: 'a/of-the-paid', probe, control: 'a/paid' },
      { id: 'a/of-its-control', probe, control: 'a/of-the-paid' },
      {
        id: 'a/proven',
        probe: { ...probe, refusals: { is: 'proven' as const, by: { probe: paid, isProven: () => true } } },
      },
      { id: 'a/public', probe },
    ];
    const chosen = (profile: string, from = all): readonly string[] =>
      selectChecks(from, { only: [], profile }, all).map(({ id }) => id);
    expect(chosen('free')).toEqual(['a/with-token', 'a/free', 'a/public']);
    expect(chosen('public')).toEqual(['a/public']);
    // The control need not be among the checks that are selected from.
    expect(chosen('free', all.slice(3))).toEqual(['a/public']);
  });
  it('takes what holds for every kind of caller with metering, which needs a provisioner too', () => {
    const speeches = ['speech.callers/rejects-unknown-voice', 'speech.voice/rejects-unknown'];
    const chosen = (profile: string): readonly string[] =>
      selectChecks(
        speeches.map((id) => ({ id, probe })),
        { only: [], profile },
      ).map(({ id }) => id);
    expect(chosen('speech')).toEqual(speeches.slice(1));
    expect(chosen('metering')).toEqual(speeches.slice(0, 1));
  });
  it('has no profile that is not named, though an object has other words', () => {
    for (const word of ['none', 'constructor', 'toString']) expect(ids([], word)).toEqual([]);
    expect(Object.keys(profiles)).toContain('metering');
  });
});
