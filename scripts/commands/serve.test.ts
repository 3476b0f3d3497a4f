import { expect, it } from 'vitest';
import { optionsFrom } from './serve.ts';

it('serve takes one fault and one variant, and none of two silently', () => {
  expect(() => optionsFrom({ fault: ['speed-clamped'], variant: ['bots-bare-array'] })).not.toThrow();
  expect(() => optionsFrom({ fault: ['speed-clamped', 'voice-ignored'] })).toThrow(
    'serve takes one --fault, and 2 are given; serve each on a port of its own',
  );
  expect(() => optionsFrom({ variant: ['bots-bare-array', 'bots-bare-array'] })).toThrow('serve takes one --variant');
});
