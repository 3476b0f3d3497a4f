import { describe, expect, it } from 'vitest';
import { instrument, loadOf, reasonsOf, type JudgedLoadOptions } from './judged.testing.ts';

const environment = { assay: '0.1.0', node: '24', machine: 'm', embedded: false };
/** Before the run 12 of 12 replies had their marks, in it every other one. */
const forgetful: JudgedLoadOptions = {
  settings: { repeats: 'stream-said', saidAlone: { stream: { n: 12, said: 12 } } },
  change: (index) => ({ judged: 'said', ...(index % 2 === 0 && { broke: 'said' }) }),
};
const lacksAskedAfter =
  'asked-after.json is missing or cannot be read, so that it is not known whether the load or the bot left out the marks of replies';

describe('a file that every run writes', () => {
  it('makes the measurement invalid where it is missing, with what is not known without it', () => {
    expect(reasonsOf(loadOf(), { instrument, missing: ['instrument.json', 'samples.json'] })).toEqual([
      'instrument.json is missing or cannot be read, so that it is not known whether the system clock was set, or this machine made requests fail',
      'samples.json is missing or cannot be read, so that it is not known whether the spoken answers were right',
    ]);
  });

  it('is asked-after.json where far more of a run of load lack their marks than before it', () => {
    const told = { instrument, environment, tellsAskedAfter: true };
    expect(reasonsOf(loadOf(forgetful), told)).toEqual([lacksAskedAfter]);
    expect(reasonsOf(loadOf(forgetful), { ...told, askedAfter: {} })).toEqual([]);
    expect(reasonsOf(loadOf(forgetful), { instrument })).toEqual([]);
    expect(reasonsOf(loadOf(), told)).toEqual([]);
    // Of an earlier build, which says nothing of that file.
    expect(reasonsOf(loadOf(forgetful), { instrument, environment })).toEqual([]);
  });
});
