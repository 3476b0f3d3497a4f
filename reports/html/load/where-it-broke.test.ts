import { describe, expect, it } from 'vitest';
import { textOf } from '../../text/html.ts';
import { whereItBroke } from './where-it-broke.ts';

type Requests = NonNullable<Parameters<typeof whereItBroke>[0]['requests']>;

function said(outcomes: Requests['outcomes']): string | undefined {
  const requests: Requests = { by: 'ttft', slowest: [], failed: [], points: [], failures: [], outcomes };
  const shown = whereItBroke({ requests });
  return (
    shown &&
    textOf(shown)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}

const refused = { outcome: 'refused', n: 99, firstMs: 8_700, lastMs: 13_500, because: 'connection refused' };

describe('where a run broke', () => {
  it('is told by when, how many, and what most of them failed of', () => {
    const reset = { outcome: 'reset', n: 3, firstMs: 8_200, lastMs: 8_600 };
    expect(said([reset, refused])).toBe(
      'Where it broke from 8.2 s to 13.5 s: 102 requests failed, 99 of them connection refused',
    );
    expect(said([refused])).toBe('Where it broke from 8.7 s to 13.5 s: 99 requests failed, connection refused');
    expect(said([{ ...reset, n: 1, lastMs: 8_200 }])).toBe('Where it broke at 8.2 s: 1 request failed, reset');
  });

  it('counts the same requests as the tiles above it, and those of the warm-up apart', () => {
    const http = { outcome: 'http-500', n: 31, unmeasured: 7, firstMs: 100, lastMs: 9_000 };
    const cut = { outcome: 'truncated', n: 39, unmeasured: 12, firstMs: 300, lastMs: 9_500 };
    expect(said([http, cut])).toBe(
      'Where it broke from 0.1 s to 9.5 s: 51 requests failed, 27 of them truncated; 19 more in the warm-up or after the measured time',
    );
    expect(said([{ ...http, n: 7, lastMs: 900 }])).toBe(
      'Where it broke from 0.1 s to 0.9 s: 7 requests failed in the warm-up or after the measured time, http-500',
    );
  });

  it('is nowhere if nothing failed, or only what the load generator could not send', () => {
    expect(said([])).toBeUndefined();
    expect(said([{ outcome: 'notSent', n: 9, firstMs: 1_000, lastMs: 2_000 }])).toBeUndefined();
  });

  it('keeps markup of a target harmless', () => {
    const requests: Requests = {
      by: 'ttft',
      slowest: [],
      failed: [],
      points: [],
      failures: [],
      outcomes: [{ ...refused, because: '<b>' }],
    };
    const shown = whereItBroke({ requests });
    expect(shown && textOf(shown)).toContain('&lt;b&gt;');
  });
});
