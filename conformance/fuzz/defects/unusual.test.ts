import { expect, it } from 'vitest';
import { plainSpelling, type Input, type Member, type Spelling } from '../inputs/request.ts';
import { unusualTraitsOf } from './unusual.ts';

const speech = (members: readonly Member[], spelling: Partial<Spelling> = {}): Input => [
  { operation: 'speech', members: [...members], spelling: { ...plainSpelling, ...spelling } },
];
const text = (said: string): Member => ['text', { text: said }];
const says = (input: Input, isTaken: (other: Input) => boolean = () => false) =>
  unusualTraitsOf(input, { isAccepted: isTaken });

it.each<readonly [Input, string]>([
  [speech([text('a')], { blanks: [{ at: 0, blank: ' ' }] }), 'the body begins with a blank before {'],
  [speech([text('a')], { blanks: [{ at: 5, blank: '\n' }] }), 'the body ends with a line feed behind }'],
  [speech([text('a')], { blanks: [{ at: 2, blank: '\t' }] }), 'a tab stands in the JSON before :'],
  [speech([text('a')], { escapes: [{ at: 0, as: 'hex' }] }), String.raw`its JSON has the escape \u0074`],
  [speech([text('a\u00a0')]), 'text has U+00A0 (no-break space) in it'],
  [speech([text('a\u200d')]), 'text has U+200D (zero width joiner) in it'],
  [speech([text('a%')]), 'text has "%" in it'],
  [speech([text('a'), ['speed', { json: '1.0' }]]), 'speed is written 1.0'],
  [speech([text('a'), ['speed', { json: '4' }]]), 'speed is 4'],
  [speech([['voice', { text: 'alloy' }], text('a')]), 'its members come in another order than in the document'],
])('says what is unusual: %j', (input, words) => {
  expect(says(input)).toEqual([words]);
});

it('says of a length how much less is taken, if that was tried', () => {
  const long = speech([text('a'.repeat(1_024))]);
  expect(says(long)).toEqual(['text is 1,024 letters long']);
  const least = JSON.stringify(speech([text('a'.repeat(1_023))]));
  expect(says(long, (other) => JSON.stringify(other) === least)).toEqual([
    'text is 1,024 letters long; 1,023 are taken',
  ]);
});
