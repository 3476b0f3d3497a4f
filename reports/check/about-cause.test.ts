import { expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import type { Verdict } from '../../conformance/model/run.ts';
import { affectedBeyondPath, affectedBy, newnessOf } from './about-cause.ts';

it.each(everyCheck.map(({ id }) => id))('%s: it is known whom it concerns', (check) => {
  expect(affectedBy([{ check }])).toHaveLength(1);
});

it('names those first whom most of the failures concern', () => {
  const checks = ['metering.races/a', 'stream.response/a', 'metering.counts/a', 'sessions.isolation/a'];
  expect(affectedBy(checks.map((check) => ({ check })))).toEqual([
    'whoever pays for the workspace',
    'callers that read a reply while it is written',
    'workspaces whose conversations others may read',
  ]);
});

it('names who waits where no answer came, whatever else the check is about', () => {
  const mismatch = { subject: 'answer', expected: 'an HTTP response', observed: 'none' };
  const without = (check: string, is: 'response' | 'ending' | 'status', due?: 'notServerError') =>
    affectedBy([{ check, mismatches: [{ ...mismatch, kind: { is, ...(due && { due }) } }] }]);
  for (const is of ['response', 'ending'] as const)
    expect(without('sessions.isolation/a', is)).toEqual(['callers that wait for an answer']);
  expect(without('speech.voice/a', 'response')).toEqual(['clients of text-to-speech']);
  expect(without('sessions.isolation/a', 'status')).toEqual(['workspaces whose conversations others may read']);
  // Nobody reads anything by a 500.
  expect(without('sessions.isolation/a', 'status', 'notServerError')).toEqual(['conversations of more than one turn']);
});

it('names before them whom the failure concerns that shows the cause best', () => {
  const checks = ['stream.response/a', 'chat.reply/a', 'chat.reply/b'];
  expect(affectedBy(checks.map((check) => ({ check })))).toEqual([
    'callers that read a reply while it is written',
    'callers that wait for the whole reply',
  ]);
});

it('names for a check of a stream those who read streams, though it is of a clause of chats', () => {
  expect(affectedBy([{ check: 'chat.request/rejects-absent-message-of-a-stream-beside-others' }])).toEqual([
    'callers that read a reply while it is written',
  ]);
});

it('leaves out who is alone concerned where the path says it', () => {
  const besides = (...checks: readonly string[]) => affectedBeyondPath(checks.map((check) => ({ check })));
  expect(besides('speech.speed/a', 'speech.voice/a')).toEqual([]);
  expect(besides('speech.speed/a', 'voices.list/a')).toEqual([
    'clients of text-to-speech',
    'callers that choose a voice',
  ]);
  expect(besides('metering.races/a')).toEqual(['whoever pays for the workspace']);
});

it('says nothing of what it does not know', () => {
  expect(affectedBy([{ check: 'weather/is-fine' }])).toEqual([]);
});

const findings = [{ check: 'a/b' }, { check: 'a/c' }];
const earlier = (verdicts: Readonly<Record<string, Verdict['is']>>) => ({
  folder: 'monday',
  startedAt: '2026-11-23T05:00:00.000Z',
  verdicts: new Map(Object.entries(verdicts)),
});

it.each([
  [{ 'a/b': 'pass', 'a/c': 'pass' }, 'New: it passed in monday (2026-11-23 05:00:00 UTC).'],
  [{ 'a/b': 'pass', 'a/c': 'inconclusive' }, 'New: it passed in monday (2026-11-23 05:00:00 UTC).'],
  [{ 'a/b': 'fail', 'a/c': 'pass' }, 'Not new: this check also failed in the run monday (2026-11-23 05:00:00 UTC).'],
  [
    { 'a/b': 'pass', 'a/c': 'fail' },
    'New: it passed in monday (2026-11-23 05:00:00 UTC), where 1 of these 2 failed too.',
  ],
  [{ 'a/b': 'inconclusive', 'a/c': 'fail' }, '1 of these 2 also failed in the run monday (2026-11-23 05:00:00 UTC).'],
  [{ 'a/b': 'inconclusive', 'a/d': 'fail' }, undefined],
  [{}, undefined],
] as const)('after %j says: %s', (verdicts, words) => {
  expect(newnessOf(findings, earlier(verdicts))).toBe(words);
});

it('takes a valid token that is refused, and an error to a token, for no open door', () => {
  expect(affectedBy([{ check: 'auth.bearer/scheme-in-other-case-is-accepted' }])).toEqual([
    'callers that write the Authorization header in another valid form',
  ]);
  expect(affectedBy([{ check: 'auth.token/twice-is-no-server-error' }])).toEqual(['callers that handle errors']);
  expect(affectedBy([{ check: 'auth.bearer/chat-needs-it' }])).toEqual(['everyone whose token is to keep others out']);
});
