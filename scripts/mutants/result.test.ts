import { describe, expect, it } from 'vitest';
import { unexplainedIn, resultText, staleIn, withAccepted, type MutantsResult, type TriedMutant } from './result.ts';
import type { MutantVerdict } from './verdict.ts';

function tried(id: string, verdict: MutantVerdict): TriedMutant {
  const [before, after] = ['speed <= 4', 'speed < 4'];
  return {
    id,
    key: id,
    file: 'fixtures/service/speech.ts',
    line: 90,
    kind: 'EqualityOperator',
    before,
    after,
    verdict,
  };
}

const survived: MutantVerdict = { is: 'survived', reached: true };
const all = [
  tried('service/speech#1', { is: 'killed', by: 'speech.speed/accepts-maximum' }),
  tried('service/speech#2', survived),
  tried('service/speech#3', { is: 'survived', reached: false }),
  tried('service/speech#4', { is: 'notJudged', checks: ['speech.speed/accepts-maximum'], because: 'no answer' }),
  tried('service/speech#5', { is: 'noticed', by: ['a/b', 'a/c', 'a/d', 'a/e'] }),
  tried('service/speech#6', { is: 'timedOut', because: 'not all was judged in time' }),
  tried('service/speech#7', { is: 'defect', because: 'the judge broke' }),
];
const acceptedOf = (...ids: readonly string[]): Parameters<typeof withAccepted>[1] => [
  { because: 'It is the same number.', changes: Object.fromEntries(ids.map((id) => [id, 'speed <= 4 → speed < 4'])) },
];

describe('what is open', () => {
  it('is what survives, and where the judge breaks: what is not judged is never green', () => {
    expect(unexplainedIn(all).map(({ id }) => id)).toEqual(['2', '3', '7'].map((nth) => `service/speech#${nth}`));
  });
  it('is not what the list keeps', () => {
    const those = withAccepted(all, acceptedOf('service/speech#2', 'service/speech#3'));
    expect(unexplainedIn(those).map(({ id }) => id)).toEqual(['service/speech#7']);
    expect(those[1]?.accepted).toBe('It is the same number.');
  });
});

describe('an entry of the list', () => {
  it('is stale where there is no such change, and where the change is found', () => {
    const accepted = acceptedOf('service/speech#1', 'service/speech#2', 'service/speech#8');
    expect(staleIn(accepted, all, withAccepted(all, accepted))).toEqual([
      'service/speech#1 (speed <= 4 → speed < 4): killed by speech.speed/accepts-maximum',
      'service/speech#8 (speed <= 4 → speed < 4): there is no such change any more',
    ]);
  });
  it('is not stale where its change was not tried', () => {
    expect(staleIn(acceptedOf('service/speech#1'), all, [])).toEqual([]);
  });
});

it('is told with counts, and with every change that somebody has to look at', () => {
  const result: MutantsResult = {
    schema: 'assay.mutants/1',
    tool: { name: 'assay', version: '0' },
    startedAt: '',
    endedAt: '',
    seed: 1,
    of: 90,
    tried: withAccepted(all, acceptedOf('service/speech#2')),
    stale: ['service/speech#8 (…): gone'],
  };
  expect(resultText(result)).toBe(
    [
      '7 of 90 changes of the service, seed 1',
      '     1 killed: a MUST fails',
      '     1 killed: not all was judged in time',
      '     1 noticed by what is no MUST',
      '     1 not judged: a MUST is inconclusive, and nothing fails',
      '     2 survived, of which 1 are accepted',
      '     1 the judge broke',
      '',
      'Noticed by what is no MUST:',
      '  service/speech#5  fixtures/service/speech.ts:90  speed <= 4 → speed < 4',
      '      noticed by a/b, a/c, a/d and 1 more',
      '',
      'Not judged, so never green:',
      '  service/speech#4  fixtures/service/speech.ts:90  speed <= 4 → speed < 4',
      '      not judged by speech.speed/accepts-maximum: no answer',
      '',
      'Neither found nor accepted:',
      '  service/speech#3  fixtures/service/speech.ts:90  speed <= 4 → speed < 4',
      '      survived: no check reaches it',
      '  service/speech#7  fixtures/service/speech.ts:90  speed <= 4 → speed < 4',
      '      the judge broke',
      '',
      'Kept, but stale:',
      '  service/speech#8 (…): gone',
    ].join('\n'),
  );
});
