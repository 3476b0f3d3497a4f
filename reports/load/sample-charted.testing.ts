import type { CurvePoint } from '../../load/statistics/curve.ts';
import type { SeriesWindow } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { sampleLoad } from './sample-load.testing.ts';

/** A load run of 30 s with all that is drawn: curves as far as `n` samples show them, and 30 windows. */
export function chartedLoad(parts: Partial<Load> = {}): Load {
  const windows = Array.from({ length: 30 }, (_, place): SeriesWindow => windowAt(place));
  const base = sampleLoad();
  const { ttftMs, gapMs, e2eMs, lagMs } = base;
  return {
    ...base,
    validity: { is: 'valid', notes: [] },
    settings: { ...base.settings, durationMs: 30_000, warmupMs: 6000 },
    ttftMs: { ...ttftMs, curve: curve(120) },
    gapMs: { ...gapMs, curve: [...curve(20), { percent: 99.9, value: 60.9 }] },
    e2eMs: { ...e2eMs, curve: curve(1400) },
    lagMs: { ...lagMs, curve: curve(0.6) },
    series: { windowMs: 1000, relativeError: 1 / 256, windows },
    ...parts,
  };
}

function curve(middle: number): readonly CurvePoint[] {
  return [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95].map((percent) => {
    const value = middle * (0.8 + percent / 200);
    return { percent, value, interval: [value * 0.95, value * 1.05] };
  });
}

function windowAt(place: number): SeriesWindow {
  const wave = 1 + Math.sin(place / 5) / 4;
  return {
    fromMs: place * 1000,
    intended: 20 + (place % 3),
    sent: 20 + (place % 2),
    failed: place === 12 ? 2 : 0,
    inFlight: Math.round(4 * wave),
    ttftP50Ms: 120 * wave,
    // Three windows have too few answers for it.
    ...(place < 3 ? {} : { ttftP95Ms: 200 * wave }),
    e2eP50Ms: 700 * wave,
    e2eP95Ms: 900 * wave,
    lagMaxMs: 1.5 * wave,
    readDelayMaxMs: 0.4,
    events: 400,
    coalesced: 8,
  };
}
