import { expect, it } from 'vitest';
import { maskedFinding } from './masked-finding.ts';
import type { Finding } from '../../model/run.ts';

const finding: Finding = {
  check: 'chat.reply/is-json',
  clause: '2.2',
  also: [],
  level: 'MUST',
  title: 'a title',
  requirement: 'a secret is not part of this',
  verdict: { is: 'fail', because: 'body: observed secret' },
  mismatches: [
    {
      subject: 'header secret',
      expected: 'no secret',
      observed: 'secret',
      exchange: 'a#1',
      answers: { wrong: 2, judged: 3, which: '2 of 3 answers, both to requests with secret' },
      kind: { subject: 'a secret', observed: 'one secret', uncovered: 'the member limit' },
    },
  ],
  exchanges: ['a#1'],
  reproduce: 'curl',
  defect: 'Error: secret',
};

it('a finding is told without secrets, wherever it may quote an answer', () => {
  expect(maskedFinding(finding, (text) => text.replaceAll('secret', '******'))).toEqual({
    ...finding,
    verdict: { is: 'fail', because: 'body: observed ******' },
    mismatches: [
      {
        subject: 'header ******',
        expected: 'no ******',
        observed: '******',
        exchange: 'a#1',
        answers: { wrong: 2, judged: 3, which: '2 of 3 answers, both to requests with ******' },
        kind: { subject: 'a ******', observed: 'one ******', uncovered: 'the member limit' },
      },
    ],
    defect: 'Error: ******',
  });
});

it('a verdict that is none is told without secrets too, in words and in fields', () => {
  const about = { is: 'target', seen: 'a secret came', rounds: 2, forMs: 1 } as const;
  const told = maskedFinding(
    { ...finding, verdict: { is: 'inconclusive', because: 'a secret came twice', about } },
    (text) => text.replaceAll('secret', '******'),
  );
  expect(told.verdict).toEqual({
    is: 'inconclusive',
    because: 'a ****** came twice',
    about: { ...about, seen: 'a ****** came' },
  });
});
