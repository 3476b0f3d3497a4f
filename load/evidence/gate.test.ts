import { describe, expect, it } from 'vitest';
import { gatedCode, gateOf, type Gate } from './gate.ts';

const gate: Gate = {
  is: 'fail',
  says: '1 of 2 MUST checks failed',
  target: 'http://127.0.0.1:1',
  startedAt: '2026-11-21T05:00:00.000Z',
  failed: ['speech.speed/rejects-above-maximum'],
};

describe('gate.json', () => {
  it('is read back as it was written', () => {
    expect(gateOf(JSON.parse(JSON.stringify(gate)))).toEqual(gate);
  });
  it.each([{ is: 'green' }, { says: 1 }, { failed: 'none' }, { failed: [1] }, { target: undefined }])(
    'is no gate with %j',
    (wrong) => {
      expect(gateOf({ ...gate, ...wrong })).toBeUndefined();
    },
  );
});

describe('the exit code behind a gate', () => {
  it.each([
    [0, 'pass', 0],
    [1, 'pass', 1],
    [2, 'pass', 2],
    [0, 'fail', 1],
    [2, 'fail', 1],
    [0, 'inconclusive', 2],
    [1, 'inconclusive', 1],
  ] as const)('of %d and a run that came to %s is %d', (code, is, both) => {
    expect(gatedCode(code, { ...gate, is })).toBe(both);
  });
  it('is the own one without a gate', () => {
    expect([gatedCode(0, undefined), gatedCode(1, undefined), gatedCode(2, undefined)]).toEqual([0, 1, 2]);
  });
});
