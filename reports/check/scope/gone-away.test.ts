import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { goneAwayBlock, goneAwayText } from './gone-away.ts';

const goneAway = {
  at: '2026-07-01T06:59:23.123Z',
  request: 80,
  of: 110,
  before: [
    { exchange: 'chat that breaks off#1', probe: 'chat that breaks off', check: 'transport.requests/broken-off' },
    { exchange: 'p#1', probe: 'p' },
  ],
};

it('tells when the target went away, what it was busy with, and what to do', () => {
  expect(goneAwayText({ goneAway })).toBe(
    'The target went away at request 80 of 110, 06:59:23 UTC, for the rest of the run. Just before, it was busy with “chat that breaks off” (transport.requests/broken-off), “p”. If a request ended it, its log of that time says so. Start it again; check --only with one of these ids sends that alone',
  );
  expect(goneAwayBlock({ goneAway }, { colour: false, width: 60 })).toMatchInlineSnapshot(`
    "? The target went away at request 80 of 110, 06:59:23 UTC,
      for the rest of the run
      just before, it was busy with
        “chat that breaks off” (transport.requests/broken-off)
        “p”
      If a request ended it, its log of that time says so. Start
      it again; check --only with one of these ids sends that
      alone"
  `);
  expect(checkMarkdown(sampleRun([], { goneAway }))).toContain('The target went away at request 80 of 110');
});
it('names the check that sends again what was cut off as it went', () => {
  const cut = { exchange: 'p#2', probe: 'p', check: 'stream.text/a', isCutOff: true } as const;
  const told = goneAwayText({ goneAway: { ...goneAway, before: [cut, ...goneAway.before] } });
  expect(told).toContain('it was busy with “p” (stream.text/a), whose answer was cut off just then, “chat that');
  expect(told).toMatch(/; check --only stream\.text\/a sends again what was cut off$/);
});
it('names no ids where nothing was recorded just before', () => {
  expect(goneAwayText({ goneAway: { ...goneAway, before: [] } })).toBe(
    'The target went away at request 80 of 110, 06:59:23 UTC, for the rest of the run. If a request ended it, its log of that time says so. Start it again',
  );
  expect(goneAwayBlock({ goneAway: { ...goneAway, before: [] } }, { colour: false, width: 80 })).not.toContain('busy');
});
it('says nothing of one that stayed', () => {
  expect([goneAwayText({}), goneAwayBlock({}, { colour: false, width: 60 })]).toEqual([undefined, '']);
});
