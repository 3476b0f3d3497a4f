import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { findingWith } from './sample-finding.testing.ts';
import { filteredTextsIn, withFilteredTexts } from './filtered-texts.ts';

const error = { error: { code: 'content_filter', message: '' } };
const refused = (message: string): Exchange =>
  answered({ operation: 'chat', id: `${message}#1`, status: 400, body: error, sent: { message } });
const taken = answered({ operation: 'chat', sent: { message: 'Hello there.' } });

it('tells how many texts were refused, with the shortest', () => {
  expect(filteredTextsIn([taken])).toEqual({});
  expect(filteredTextsIn([refused('<script>'), refused('[]'), refused('[]'), taken])).toEqual({
    filteredTexts: { texts: 2, status: 400, example: '"[]"', exchange: '[]#1' },
  });
});

const left = { is: 'notApplicable', because: 'filtered', about: { is: 'contentFilter' } } as const;
const findings = [findingWith('notApplicable', { verdict: left }), findingWith('pass')];

it('leaves open what a filter refuses that takes nine of ten plain texts', () => {
  const run = [refused('One of ten.'), ...Array.from({ length: 9 }, () => taken)];
  expect(withFilteredTexts(findings, run)).toEqual(findings);
});

it('judges nothing by a filter that refuses more of them', () => {
  const [filtered, passed] = withFilteredTexts(findings, [refused('One of nine.'), taken, taken]);
  expect(filtered?.verdict).toMatchObject({
    is: 'inconclusive',
    because:
      'filtered; it refuses 1 of 3 plain texts too, which proves nothing: give a workspace whose filter takes them',
  });
  expect(passed?.verdict).toEqual({ is: 'pass' });
});
