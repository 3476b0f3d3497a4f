import { describe, expect, it } from 'vitest';
import type { Check } from '../model/check.ts';
import { likelyMs, planFrom } from './plan.ts';
import { repeatAloneIf, type Probe } from '../model/probe.ts';

const chat: Probe = { name: 'chat', needs: ['token', 'bot'], costs: { chats: 1, speeches: 0 }, steps: [] };
const speech: Probe = { name: 'speech', needs: ['token'], costs: { chats: 0, speeches: 2 }, steps: [] };
const voices: Probe = { name: 'voices', needs: [], costs: { chats: 0, speeches: 0 }, steps: [] };

function check(id: string, probe: Probe, control?: string): Check {
  const text = {
    clause: '1',
    also: [],
    title: 'a title',
    requirement: 's',
    level: 'MUST',
    expect: [],
    fault: 'speed-clamped',
  } as const;
  return { id, probe, ...text, ...(control === undefined ? {} : { control }) };
}

const all = [
  check('chat/a', chat),
  check('chat/b', { ...chat }),
  check('speech/a', speech),
  check('voices/a', voices, 'speech/a'),
];
const credentials = { token: 't', bot: 'b' };
const work = (checks: readonly Check[]) => ({ checks, observations: [] });

describe('a plan', () => {
  it('has the proof of a probe, which is sent where it is needed, for the same checks', () => {
    const proven: Probe = { ...voices, refusals: { is: 'proven', by: { probe: speech, isProven: () => false } } };
    const plan = planFrom(work([check('voices/b', proven)]), all, credentials);
    expect(plan.probes.map(({ name, checks }) => [name, checks])).toEqual([
      ['voices', ['voices/b']],
      ['speech', ['voices/b']],
    ]);
    expect(plan.atMost).toEqual({ chats: 0, speeches: 2, credits: 6 });
  });
  it('counts what smaller cases may cost, once for each check that asks for them', () => {
    const none = { casesIn: () => [], smallestOf: async () => ({ because: 'none' }) };
    const shrinking = { ...none, costs: { chats: 6, speeches: 0 } };
    const [first, ...others] = all.slice(0, 2).map((each) => ({ ...each, shrinking }));
    if (first === undefined) throw new Error('there is one');
    expect(planFrom(work([first]), all, credentials).atMost).toEqual({ chats: 7, speeches: 0, credits: 7 });
    expect(planFrom(work([first, ...others]), all, credentials).atMost.chats).toBe(13);
    expect(planFrom(work([first]), all, { bot: 'b' }).atMost.chats).toBe(0);
  });
  it('counts twice what may be sent once more', () => {
    const repeated: Probe = { ...chat, name: 'a conversation', again: repeatAloneIf(() => false) };
    const plan = planFrom(work([check('chat/c', repeated), ...all.slice(0, 1)]), all, credentials);
    expect(plan.atMost).toEqual({ chats: 3, speeches: 0, credits: 3 });
    expect(plan.probes.map(({ name, atMost }) => [name, atMost.chats])).toEqual([
      ['a conversation', 1],
      ['chat', 1],
    ]);
  });
  it('has each probe once, with the checks that share it, its cost, and the sum', () => {
    const plan = planFrom(work(all.slice(0, 3)), all, credentials);
    expect(plan.probes).toEqual([
      {
        name: 'chat',
        checks: ['chat/a', 'chat/b'],
        controls: [],
        observations: [],
        likely: { requests: 0, credits: 0, roundTrips: 0 },
        atMost: { chats: 1, speeches: 0, credits: 1 },
      },
      {
        name: 'speech',
        checks: ['speech/a'],
        controls: [],
        observations: [],
        likely: { requests: 0, credits: 0, roundTrips: 0 },
        atMost: { chats: 0, speeches: 2, credits: 6 },
      },
    ]);
    expect(plan.atMost).toEqual({ chats: 1, speeches: 2, credits: 7 });
  });
  it('has the probe of a control that was not asked for', () => {
    const { probes } = planFrom(work(all.slice(3)), all, credentials);
    expect(probes.map(({ name, checks, controls }) => [name, checks, controls])).toEqual([
      ['voices', ['voices/a'], []],
      ['speech', [], ['speech/a']],
    ]);
  });
  it('leaves out what lacks something, and what has a control that does', () => {
    const plan = planFrom(work(all), all, {});
    const because = 'no token was given: --token or ASSAY_TOKEN';
    expect(plan.notApplicable).toEqual(all.map(({ id }) => ({ check: id, because })));
    expect({ probes: plan.probes, credits: plan.atMost.credits }).toEqual({ probes: [], credits: 0 });
  });
  it('looks for a bot where one is needed and none is named', () => {
    const namesOf = (bot?: string) =>
      planFrom(work(all.slice(0, 1)), all, { token: 't', bot }).probes.map(({ name }) => name);
    expect(namesOf()).toEqual(['list bots as token', 'chat']);
    expect(namesOf('b')).toEqual(['chat']);
  });
  describe('the requests that are sent one after another', () => {
    const use = (roundTrips: number) => ({ requests: roundTrips, credits: 0, roundTrips });
    const likely = new Map([
      ['list bots as token', use(1)],
      ['chat', use(5)],
      ['speech', use(3)],
      ['voices', use(4)],
    ]);
    const tripsOf = (checks: readonly Check[], bot?: string) =>
      planFrom(work(checks), all, { token: 't', bot }, likely).likely.roundTrips;
    it('are those of a check and its control, not the sum of all', () => {
      expect(tripsOf(all, 'b')).toBe(7);
      expect(tripsOf(all.slice(0, 3), 'b')).toBe(5);
      expect(tripsOf([], 'b')).toBe(0);
    });
    it('begin with the list of bots where it is needed to find one, and count a shared probe once', () => {
      expect(tripsOf(all.slice(0, 3))).toBe(6);
      expect(tripsOf([...all.slice(0, 1), check('chat/c', chat, 'chat/a')])).toBe(6);
    });
    it('are those of an observation too', () => {
      const observation = { id: 'o', clause: '1', says: 's', probe: voices, see: () => undefined };
      expect(planFrom({ checks: [], observations: [observation] }, all, {}, likely).likely.roundTrips).toBe(4);
    });
  });
  it('likely lasts as long as its longest chain and all of its requests with so many at once, behind what is asked first', () => {
    expect(likelyMs({ requests: 100, credits: 0, roundTrips: 7 }, 64, 200)).toBe((3 + 7 + 2) * 200);
    expect(likelyMs({ requests: 100, credits: 0, roundTrips: 7 }, 8, 200)).toBe((3 + 7 + 13) * 200);
  });
  it('has what observations need, and for which', () => {
    const observation = { id: 'o', clause: '1', says: 's', probe: voices, see: () => undefined };
    expect(planFrom({ checks: [], observations: [observation] }, all, {}).probes).toMatchObject([
      { name: 'voices', checks: [], observations: ['o'] },
    ]);
  });
});
