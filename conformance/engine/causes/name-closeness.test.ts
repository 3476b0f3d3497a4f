import { expect, it } from 'vitest';
import type { Finding } from '../../model/run.ts';
import { likelyFaults } from './likely.ts';
import { closenessTo } from './name-closeness.ts';

const id = 'chat {"message":"no entities"}#1';
const failed = (subject: string, observed: string): Finding => ({
  check: 'chat.text/is-read-as-no-markup',
  clause: '2.2',
  also: [],
  level: 'SHOULD',
  title: 'a title',
  requirement: 'a requirement',
  verdict: { is: 'fail', because: observed },
  mismatches: [{ subject, expected: 'entities', observed, exchange: id }],
  exchanges: [id],
  reproduce: '',
});
const tags = failed(`reply to ${id}`, '"a &amp; b": tags taken out');

it('a fault is the closer, the more words of its name are told, and none of what is another one', () => {
  const closeness = closenessTo([tags]);
  expect(closeness('message-tags-stripped')).toBe(1);
  expect(closeness('message-entities-decoded')).toBe(0);
  const slow = closenessTo([failed('length of ember as opus', '2.64 s')]);
  expect(['speed-ignored-in-opus', 'speed-ignored-by-a-new-voice', 'speed-ignored-by-nova'].map(slow)).toEqual([
    1, 0, -1,
  ]);
});

it('of faults with as much in common the closest comes first', () => {
  const checks = new Set([tags.check]);
  const known = ['message-entities-decoded', 'message-tags-stripped'].map((fault) => ({
    fault,
    named: [...checks],
    checks,
  }));
  expect(likelyFaults([...checks], checks, known).map(({ fault }) => fault)[0]).toBe('message-entities-decoded');
  expect(likelyFaults([...checks], checks, known, closenessTo([tags])).map(({ fault }) => fault)).toEqual([
    'message-tags-stripped',
    'message-entities-decoded',
  ]);
});

it('of as much in common, what is much closer is named alone', () => {
  const checks = new Set([tags.check]);
  const known = ['etag-without-quotes', 'retry-after-in-words'].map((fault) => ({ fault, named: [...checks], checks }));
  const closeness = closenessTo([failed('Retry-After', '"next month"')]);
  expect(likelyFaults([...checks], checks, known, closeness).map(({ fault }) => fault)).toEqual([
    'retry-after-in-words',
  ]);
});
