import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shrinkInput } from '../smallest.ts';
import { jsonText } from './json-text.ts';
import { plainSpelling, type Deviation, type Input, type Member, type Request, type Spelling } from './request.ts';
import { shrinkCandidates } from './shrink-candidates.ts';

const members: readonly Member[] = [
  ['text', { text: 'xa%s' }],
  ['voice', { text: 'echo' }],
  ['speed', { json: '2.0' }],
];
const speech = (spelling: Spelling = plainSpelling): Input => [{ operation: 'speech', members, spelling }];

/** The simplest input that still breaks, as `shrunk` walks. */
function smallest(input: Input, breaks: (text: string) => boolean): string {
  const textOf = (each: Input): string => each.map((one) => jsonText(one.members, one.spelling)).join('\n');
  const next = shrinkCandidates(input).find((each) => breaks(textOf(each)));
  return next === undefined ? textOf(input) : smallest(next, breaks);
}

it('leaves what breaks, and nothing else', () => {
  expect(smallest(speech(), (text) => text.includes('%s'))).toBe('{"text":"a%s","voice":"alloy"}');
  expect(smallest(speech(), (text) => text.includes('2.0'))).toBe('{"text":"a","voice":"alloy","speed":2.0}');
});

it('comes to a part of a text in a few requests', () => {
  const input: Input = [
    {
      operation: 'chat',
      members: [['message', { text: 'xy<p>🏴\u{e0067}\u{e007f} and more a' }]],
      spelling: plainSpelling,
    },
  ];
  let asked = 0;
  const breaks = (text: string): boolean => {
    asked += 1;
    return text.includes('<p');
  };
  expect(smallest(input, breaks)).toBe('{"message":"<pa"}');
  expect(asked).toBeLessThanOrEqual(24);
});

it('keeps an order while members go', () => {
  const turned = speech({ ...plainSpelling, first: 2 });
  expect(smallest(turned, (text) => text.startsWith('{"speed"'))).toBe('{"speed":1,"text":"a","voice":"alloy"}');
  expect(smallest(turned, (text) => text.indexOf('voice') > 0)).toBe('{"text":"a","voice":"alloy"}');
});

it('keeps one escape or blank of several', () => {
  const spelt = speech({
    ...plainSpelling,
    type: 'Application/Json',
    escapes: [
      { at: 3, as: 'HEX' },
      { at: 6, as: 'short' },
    ],
    blanks: [{ at: 2, blank: '\r\n' }],
  });
  expect(smallest(spelt, (text) => text.includes(String.raw`\u00`))).toBe(
    String.raw`{"\u0074ext":"a","voice":"alloy"}`,
  );
  expect(smallest(spelt, (text) => text.includes('\n'))).toBe('\n{"text":"a","voice":"alloy"}');
});

it('takes turns away, but the first', () => {
  const [first] = speech();
  const three: Input = first === undefined ? [] : [first, { ...first, continues: true }, { ...first, continues: true }];
  expect(smallest(three, () => true)).toBe('{"text":"a","voice":"alloy"}');
});

it('comes to the bound of what is long', () => {
  const long = (unit: string, times: number): Input =>
    speech().map((request) => ({ ...request, deviation: { is: 'long', name: 'instructions', unit, times } }));
  const walked = (from: Input, breaks: (deviation: Deviation | undefined) => boolean): Deviation | undefined => {
    const next = shrinkCandidates(from).find(([request]) => breaks(request?.deviation));
    return next === undefined ? from[0]?.deviation : walked(next, breaks);
  };
  const isPast = (deviation: Deviation | undefined): boolean => deviation?.is === 'long' && deviation.times > 4096;
  expect(walked(long('👋', 16_384), isPast)).toEqual({ is: 'long', name: 'instructions', unit: 'a', times: 4097 });
});

it('takes away any use of a workspace, and what it has too much of', () => {
  const chat: Request = { operation: 'chat', members: [['message', { text: 'a' }]], spelling: plainSpelling };
  const pool = { kind: 'enterprise-pooled', includedRequests: 2, includedTts: 1 } as const;
  const input: Input = [{ ...chat, workspace: pool }, { ...chat, operation: 'stream', continues: true }, chat];
  const walked = (from: Input, breaks: (input: Input) => boolean): Input => {
    const next = shrinkCandidates(from).find(breaks);
    return next === undefined ? from : walked(next, breaks);
  };
  const hasStream = (some: Input): boolean => some.some(({ operation }) => operation === 'stream');
  const stream: Request = { ...chat, operation: 'stream' };
  expect(walked(input, hasStream)).toEqual([{ ...stream, workspace: { kind: 'credit-balance', credits: 0 } }]);
  const needsPool = (some: Input): boolean => hasStream(some) && some[0]?.workspace?.kind === 'enterprise-pooled';
  expect(walked(input, needsPool)).toEqual([
    { ...stream, workspace: { kind: 'enterprise-pooled', includedRequests: 0, includedTts: 0 } },
  ]);
});

it('comes to an end where two spellings are as simple as each other', async () => {
  const input = speech({ ...plainSpelling, blanks: [{ at: 0, blank: '\t' }] });
  const hasBlank = async ([request]: Input): Promise<boolean> => request?.spelling.blanks.length === 1;
  const found = await shrinkInput(fc.constant(input), { seed: 1, at: 0, input }, hasBlank, 200);
  expect(found[0]?.spelling.blanks).toHaveLength(1);
});

it('turns back the two values of a member that comes twice', () => {
  const deviation: Deviation = { is: 'doubled', name: 'speed', first: '9', second: '1' };
  const [request] = speech({ ...plainSpelling, isReversed: true });
  if (request === undefined) throw new Error('there is a request');
  expect(shrinkCandidates([{ ...request, deviation }])).toContainEqual([
    { ...request, spelling: plainSpelling, deviation: { ...deviation, first: '1', second: '9' } },
  ]);
  expect(
    shrinkCandidates([{ ...request, spelling: plainSpelling, deviation }]).every(
      ([each]) => each?.deviation === deviation,
    ),
  ).toBe(true);
});
