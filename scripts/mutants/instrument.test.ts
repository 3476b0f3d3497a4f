import { expect, it } from 'vitest';
import { applyChange, numberChanges } from './instrument.ts';

const replacedIn = (source: string): readonly string[] =>
  numberChanges('fixtures/service/speech.ts', source).map((change) => applyChange(source, change));

it('makes of each number the next with as many digits', () => {
  expect(replacedIn('const most = 0.25;\nconst least = 0x0f + 1_000;\nconst half = 0.09;\n')).toEqual([
    'const most = 0.26;\nconst least = 0x0f + 1_000;\nconst half = 0.09;\n',
    'const most = 0.25;\nconst least = 16 + 1_000;\nconst half = 0.09;\n',
    'const most = 0.25;\nconst least = 0x0f + 1001;\nconst half = 0.09;\n',
    'const most = 0.25;\nconst least = 0x0f + 1_000;\nconst half = 0.10;\n',
  ]);
});
it('leaves types alone, and finds what stands beside them', () => {
  expect(replacedIn('function f(sign: 1 | -1) { return [sign, 7] as const; }')).toEqual([
    'function f(sign: 1 | -1) { return [sign, 8] as const; }',
  ]);
});
