import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding, RunHeader, Verdict } from '../../model/run.ts';
import { checks } from '../../index.ts';
import { earlierRunOf, type RunPart } from './earlier-part.ts';
import { tokenEndReason, tokenEnded } from '../../engine/token/token-end.ts';
import { sampleHeader } from '../../engine/run/sample-finding.testing.ts';

const tokenFlaw = {
  because: 'the token is refused; is it a good one?',
  about: { is: 'token', which: 'token', seen: 'the token is refused', advice: 'is it a good one?' },
} as const;

const header: RunHeader = {
  ...sampleHeader,
  given: { credentials: ['token'], headers: [], tokenFlaw },
};

function finding(check: string, verdict: Verdict, more: Partial<Finding> = {}): Finding {
  const text = { clause: '1', also: [], level: 'MUST', title: 'a title', requirement: '', reproduce: '' } as const;
  return { check, ...text, verdict, mismatches: [], exchanges: [], ...more };
}

function exchange(probe: string, ending: 'complete' | 'left', raw?: string): Exchange {
  const sample = answered({ id: `${probe}#1` });
  const request = raw === undefined ? sample.request : { ...sample.request, raw };
  return { ...sample, probe, request, response: { ...sample.response, ending } as Exchange['response'] };
}

const earlier = (part: Partial<RunPart>) =>
  earlierRunOf({ header, findings: [], exchanges: [], journalEntries: [], ...part }, checks);

describe('of an earlier part of a run', () => {
  it('verdicts stay, but for those that rest on its end or on what is still to come', () => {
    const ofEvery = checks.find((check) => check.ofEvery !== undefined)?.id ?? '';
    const end = tokenEnded('2026-01-01T00:00:01.000000Z', '2026-01-01T00:00:02.000Z');
    const open = (because: string): Verdict => ({ is: 'inconclusive', because });
    const { findings } = earlier({
      findings: [
        finding('a/passed', { is: 'pass' }),
        finding('a/outage', open('status 503')),
        finding('a/unreached', open('not judged within --time 60s'), { unreached: 'time' }),
        finding('a/refused', { is: 'inconclusive', ...tokenFlaw }),
        finding('a/ended', { is: 'inconclusive', ...tokenEndReason(end), because: `a part passes: ${end.because}` }),
        finding(ofEvery, { is: 'pass' }),
      ],
      journalEntries: [end],
    });
    expect([...findings.keys()]).toEqual(['a/passed', 'a/outage']);
  });

  it('what its end may have cut off is not judged, and its names are taken', () => {
    const parts = earlier({
      findings: [finding('a/left', { is: 'pass' }, { exchanges: ['meant to be left#1'] })],
      exchanges: [
        exchange('meant to be left', 'left'),
        exchange('cut off', 'left'),
        exchange('whole', 'complete'),
        exchange('waited for its end', 'complete', 'GET / HTTP/1.1\r\n\r\n'),
      ],
    });
    expect(parts.exchanges.map(({ probe }) => probe)).toEqual(['meant to be left', 'whole']);
    expect(parts.names.size).toBe(4);
  });
});
