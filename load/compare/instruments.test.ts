import { describe, expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import type { Load } from '../verdict/load.ts';
import { setupDifferences } from './comparable.ts';
import { instrumentDifferences } from './instruments.ts';

const environment = {
  assay: '0.1.0',
  node: '24.0.0',
  k6: '2.2.0',
  client: 'aaaa',
  machine: 'two cores',
  embedded: false,
};

function run(parts: Partial<Load> = {}, changes: Partial<RequestRecord> = { protocol: 'HTTP/1.1' }): Load {
  const summary = summaryOf({ ...header, settings: { ...header.settings, planned: 4 } });
  [0, 1, 2, 3].map((index) => record(index, changes)).forEach(summary.add);
  return { ...judgedLoad(summary.load(), { environment }), ...parts };
}

describe('two runs that were measured by different instruments', () => {
  it.each<[what: string, parts: Partial<Load>, a: string, b: string]>([
    ['arrival timestamps', { timestamps: 'user' }, 'kernel', 'user'],
    ['machine', { environment: { ...environment, machine: 'eight cores' } }, 'two cores', 'eight cores'],
    ['k6', { environment: { ...environment, k6: '2.3.0' } }, '2.2.0', '2.3.0'],
    ['build of the stream client', { environment: { ...environment, client: 'bbbb' } }, 'aaaa', 'bbbb'],
    ['assay', { environment: { ...environment, assay: '0.2.0' } }, '0.1.0', '0.2.0'],
  ])('differ in %s, which stands against the comparison', (what, parts, a, b) => {
    const told = instrumentDifferences(run(), run(parts));
    expect(told).toEqual([{ what, a, b, against: expect.any(String) as string }]);
    expect(
      told.every((each) =>
        setupDifferences({ load: run(), inputs }, { load: run(parts), inputs }).some(({ what }) => what === each.what),
      ),
    ).toBe(true);
  });

  it('differ in protocol, whatever the order in which several are told', () => {
    const [h2, h1] = [
      { protocol: 'HTTP/2.0', tls: 'TLS 1.3', answers: 3 },
      { protocol: 'HTTP/1.1', answers: 1 },
    ];
    const both = (...protocols: (typeof h2 | typeof h1)[]): Load =>
      run({ connections: { opened: 1, reused: 3, protocols } });
    expect(instrumentDifferences(run(), both(h2, h1))).toMatchObject([
      { what: 'protocol', a: 'HTTP/1.1', b: 'HTTP/1.1 and HTTP/2.0 over TLS 1.3' },
    ]);
    expect(instrumentDifferences(both(h2, h1), both(h1, h2))).toEqual([]);
  });

  it('are not told to differ in what one of them does not tell', () => {
    const { environment: _, ...older } = run({}, {});
    expect(instrumentDifferences(older, run())).toEqual([]);
  });
});

const inputs = { formats: [], schedule: '4 requests' };
