import { describe, expect, it } from 'vitest';
import { barPartsOf, breakdownLine, breakdownTable } from './breakdown.ts';
import { sampleBreakdown, sampleLoad } from './sample-load.testing.ts';
import { loadTimes } from './terminal.ts';

const told = sampleBreakdown();
const load = sampleLoad({ breakdown: told });
const untold = sampleLoad({ breakdown: { ...told, transmitted: 0, roundTrips: 0, claims: 0, claimsBeyond: 0 } });

describe('whose milliseconds', () => {
  it('is a table whose parts add up', () => {
    const { head, rows } = breakdownTable(load);
    expect(head).toEqual(['ms', 'p50, of 10 requests', 'p95, of 2 requests']);
    expect(rows).toEqual([
      ['TTFT', '120.0', '204.0'],
      ['lag', '0.60', '0.60'],
      ['DNS', '0.00', '0.00'],
      ['connect', '0.20', '0.20'],
      ['TLS', '1.00', '1.00'],
      ['our client', '0.20', '0.20'],
      ['network', '12.0', '12.0'],
      ['server (Server-Timing)', '80.0', '80.0'],
      ['rest', '26.0', '110.0'],
      ['not included: waited to be read', '0.04', '0.05'],
    ]);
    for (const column of [1, 2]) {
      const [whole, ...parts] = rows.map((row) => Number(row[column]));
      expect(parts.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBeCloseTo(whole ?? 0);
    }
  });

  it('has a row for what requests waited for a connection, where some did', () => {
    const near = told.near.map((each) => ({ ...each, partsMs: { ...each.partsMs, wait: 40 } }));
    const { lead, rows } = breakdownTable(sampleLoad({ breakdown: { ...told, near } }));
    expect(rows).toContainEqual(['waited for a connection', '40.0', '40.0']);
    expect(lead).toContain('takes another that comes free first');
    expect(barPartsOf({ ...told, near })[1]?.msOf(near[0] as (typeof near)[number])).toBeCloseTo(41.2);
  });

  it('says where each part is known from, and what the rest is', () => {
    const { lead } = breakdownTable(load);
    expect(lead).toContain('Our client ends when the kernel sent the last byte.');
    expect(lead).toContain(
      'what its Server-Timing claims (known for 38 of 40 requests), limited to the time that is left.',
    );
    expect(lead).toContain('In 1 answers it claims more time than passed.');
    expect(lead).toContain(
      'The rest is what is in front of the server, and what its Server-Timing leaves out, and the server in 2 of',
    );
  });

  it('says what is not known', () => {
    const { lead } = breakdownTable(untold);
    expect(lead).toContain('The kernel did not say when it sent the requests.');
    expect(lead).toContain('The rest is our client, the network, the server and any proxy: it sends no Server');
  });

  it('calls what is all but the server by that name, where it claims nothing', () => {
    const silent = sampleLoad({ breakdown: { ...told, claims: 0, claimsBeyond: 0 } });
    expect(breakdownTable(silent).rows.map(([name]) => name)).toContain('server and any proxy');
    // What it does not tell is not 0 ms.
    expect(breakdownTable(silent).rows.map(([name]) => name)).not.toContain('server (Server-Timing)');
    expect(breakdownLine(silent)).toMatch(/, server and any proxy 110\.0 ms$/);
    expect(breakdownLine(untold)).toMatch(/, rest 110\.0 ms$/);
  });

  it('is that of the E2E latency where nothing is streamed, whose rest has the body too', () => {
    const whole = sampleLoad({ breakdown: { ...told, of: 'e2e' } });
    expect(breakdownLine(whole)).toMatch(/^near p95, E2E latency is 204\.0 ms: /);
    const { lead, rows } = breakdownTable(whole);
    expect(rows[0]?.[0]).toBe('E2E latency');
    expect(lead).toContain('what its Server-Timing leaves out, and the way of the answer’s body');
  });

  it('may be less where an event came in one read with a later one: the whole and the rest, no other part', () => {
    const { ttftMs } = load;
    const later = sampleLoad({ breakdown: told, ttftMs: { ...ttftMs, atLeast: { p95: 200 } } });
    expect(breakdownLine(later)).toMatch(/^near p95, TTFT is ≤ 204\.0 ms: lag 0\.60 ms, .*, rest ≤ 110\.0 ms$/);
    const rows = breakdownTable(later).rows.map(([name, , p95]) => [name, p95]);
    expect(rows.filter(([, value]) => value?.startsWith('≤') === true)).toEqual([
      ['TTFT', '≤ 204.0'],
      ['rest', '≤ 110.0'],
    ]);
  });

  it('is a line on the terminal', () => {
    expect(breakdownLine(load)).toBe(
      'near p95, TTFT is 204.0 ms: lag 0.60 ms, connecting 1.20 ms, our client 0.20 ms, network 12.0 ms, server (Server-Timing) 80.0 ms, rest 110.0 ms',
    );
    expect(loadTimes(load, { colour: false, width: 80 })).toContain('near p95, TTFT is 204.0 ms: ');
    expect(loadTimes(sampleLoad(), { colour: false, width: 80 })).not.toContain('near p');
  });
});
