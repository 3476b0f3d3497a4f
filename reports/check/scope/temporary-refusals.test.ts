import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { temporaryRefusalsText } from './temporary-refusals.ts';

it('tells how many answers only said "not now"', () => {
  const says =
    'Refused for the moment: 21 answers were 429, 2 502. By these no request counts as taken or refused; most are sent again, a few times at most';
  const temporaryRefusals = [
    { status: 429, answers: 21 },
    { status: 502, answers: 2 },
  ];
  expect(temporaryRefusalsText({ temporaryRefusals })).toBe(says);
  expect(temporaryRefusalsText({ temporaryRefusals: [{ status: 503, answers: 1 }] })).toMatch(/: 1 answer was 503\. /);
  expect(checkMarkdown(sampleRun([], { temporaryRefusals }))).toContain(`${says}.`);
});
it('tells the share of those that come at random', () => {
  expect(temporaryRefusalsText({ temporaryRefusals: [{ status: 502, answers: 771, atRandomOf: 2_304 }] })).toMatch(
    /: 771 answers were 502 \(33% of all, at random: one of several servers behind it may be down\)\. By these /,
  );
});
it('says nothing where none did', () => {
  expect(temporaryRefusalsText({})).toBeUndefined();
});
