import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { oneConnectionText } from './one-connection.ts';

const oneConnection = { since: '2026-07-01T06:59:23.123456Z' };

it('tells that the target serves one connection at a time, since when the run heeds it, and what that means', () => {
  expect(oneConnectionText({ oneConnection })).toBe(
    'The target serves one connection at a time: a request on a second one was answered only once the first was closed, though nothing was in flight on that. Since 06:59:23 UTC the run closed each before it opened another, as with --concurrency 1; clients that keep several open, as most do, wait for each other there',
  );
  expect(checkMarkdown(sampleRun([], { oneConnection }))).toContain('The target serves one connection at a time');
});
it('says nothing where it serves several', () => {
  expect(oneConnectionText({})).toBeUndefined();
});
