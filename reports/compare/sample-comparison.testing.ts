import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import type { ComparedQuantity } from '../../load/differences/difference.ts';

const side = {
  target: 'https://staging.example',
  run: '5f0c2a',
  seed: 7,
  startedAt: '2026-11-21T05:00:00.000Z',
  requests: 1000,
  answered: 998,
};

const slower: ComparedQuantity = {
  quantity: 'ttft.p95',
  unit: 'ms',
  better: 'low',
  a: 200.5,
  b: 240.6,
  relative: { value: 0.2, interval: [0.15, 0.25] },
  absolute: { value: 40.1, interval: [30, 50] },
  p: 0.0001,
  adjustedP: 0.0003,
  word: 'slower',
  judgedBy: { confidence: 0.9875, low: 0.14, high: 0.26 },
  within: 0.05,
  couldShow: 0.08,
};

/** A comparison of two load runs for tests, with a quantity for each word. */
export function sampleLoadComparison(parts: Partial<LoadComparison> = {}): LoadComparison {
  return {
    schema: 'assay.compare/1',
    is: 'load',
    scenario: 'stream',
    method: { is: 'runs' },
    a: side,
    b: { ...side, target: '<b>other</b>' },
    within: 0.05,
    judgedTogether: 4,
    told: [{ what: 'seed', a: '7', b: '<i>8</i>' }],
    quantities: [
      slower,
      {
        ...slower,
        quantity: 'gap.p50',
        word: 'same',
        relative: { value: 0.01, interval: [-0.01, 0.02] },
        judgedBy: { confidence: 0.95, low: -0.01, high: 0.02 },
      },
      { quantity: 'ttft.p99', unit: 'ms', better: 'low', word: 'undecided', because: '60 samples are too few' },
      {
        quantity: 'failures',
        unit: '%',
        better: 'low',
        a: 0.2,
        b: 0.1,
        absolute: { value: -0.1, interval: [-0.6, 0.4] },
        p: 0.7,
        adjustedP: 0.7,
        word: 'undecided',
        judgedBy: { confidence: 0.9875, low: -0.7, high: 0.5 },
        within: 0.5,
        couldShow: 0.9,
        needed: 3300,
      },
      {
        quantity: 'wrong',
        unit: '%',
        better: 'low',
        a: 0,
        b: 0.0021,
        absolute: { value: 0.0021, interval: [0.0004, 0.0062] },
        p: 0.01,
        adjustedP: 0.03,
        word: 'slower',
        judgedBy: { confidence: 0.9875, low: 0.0002, high: 0.0075 },
        within: 0.05,
      },
    ],
    distributions: [
      {
        quantity: 'gap',
        unit: 'ms',
        from: 10,
        width: 5,
        a: { n: 100, counts: [40, 60] },
        b: { n: 50, counts: [20, 30] },
      },
      {
        quantity: 'ttft',
        unit: 'ms',
        from: 100,
        width: 50,
        a: { n: 200, counts: [20, 120, 60] },
        b: { n: 100, counts: [5, 25, 66], above: 4 },
      },
    ],
    failIf: {
      is: 'exceeded',
      bounds: [
        {
          text: 'ttft.p95>+5%',
          is: 'exceeded',
          unit: 'share',
          difference: { value: 0.2, interval: [0.14, 0.26] },
          judgedBy: { confidence: 0.983333, low: 0.14, high: 0.26 },
        },
        { text: 'gap.p99>+20ms', is: 'undecided', unit: 'ms', difference: { value: 3 }, because: 'too few' },
        {
          text: 'failures>+1%',
          is: 'met',
          unit: '%',
          difference: { value: -0.1, interval: [-0.7, 0.5] },
          judgedBy: { confidence: 0.983333, low: -0.7, high: 0.5 },
        },
      ],
    },
    exitCode: 1,
    ...parts,
  };
}

const runSide = {
  target: 'https://staging.example',
  seed: 7,
  startedAt: '2026-11-21T05:00:00.000Z',
  version: '0.1.0',
  document: { title: 'interface', sha256: 'ab'.repeat(32) },
  counts: { pass: 3, fail: 1, inconclusive: 0, notApplicable: 1 },
};

/** A comparison of two runs of checks for tests. */
export function sampleCheckComparison(parts: Partial<CheckComparison> = {}): CheckComparison {
  const change = { clause: '2.5', level: 'MUST', title: 'a title', requirement: 'speed is a number' } as const;
  return {
    schema: 'assay.compare/1',
    is: 'check',
    command: 'check',
    a: runSide,
    b: runSide,
    told: [],
    changes: [
      {
        ...change,
        is: 'newFailure',
        check: 'speech.speed/a',
        a: { is: 'pass' },
        b: { is: 'fail', because: '<b>broke</b>' },
        shownByB: {
          subject: 'status',
          expected: 'a refusal',
          observed: '<i>200</i>',
          exchange: 'x#1',
          reproduce: 'curl x',
        },
      },
      { ...change, is: 'vanished', check: 'speech.speed/b', a: { is: 'pass' } },
    ],
    unchanged: 3,
    observations: [{ id: 'o', clause: '2.5', says: 's', was: 'mp3', now: '<b>wav</b>' }],
    exitCode: 1,
    ...parts,
  };
}
