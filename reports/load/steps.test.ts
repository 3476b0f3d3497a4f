import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { header, record } from '../../load/records/records.testing.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { judgedLoad } from '../../load/verdict/judged-load.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadHtml } from '../html/load.ts';
import { steppedRun } from '../html/load/stepped.testing.ts';
import { stepTable } from './step-table.ts';
import { sentPerSText, failedText, wasCutShort } from './steps.ts';
import { loadTimes } from './terminal.ts';

/** Two steps of 20 s, at 2 and at 4 a second: the run ended, or was stopped, soon after the second was measured. */
function climb(until: number): Load {
  const settings = { ...header.settings, warmupMs: 0, durationMs: 40_000, ratePerS: 2, peakRatePerS: 4, steps: 2 };
  const summary = summaryOf({
    ...header,
    scenario: 'capacity',
    settings: { ...settings, planned: 120, slo: 'ttft.p50<1s' },
  });
  for (let index = 0; index < 40; index += 1) summary.add(record(index));
  for (let index = 40; index < until; index += 1) {
    const intended = 20_000 + (index - 40) * 250;
    const isCut = intended > 23_900;
    summary.add({
      ...record(index),
      intended,
      sent: intended + 1,
      end: intended + 150,
      ...(isCut && { outcome: 'aborted' as const, events: [], firstEvent: undefined, firstContent: undefined }),
    } as ReturnType<typeof record>);
  }
  return judgedLoad(summary.load());
}

it('a step that the end of the run cut short has no rate at which it was sent, and did not fail by that', () => {
  const load = climb(60);
  const [first, cut] = load.steps ?? [];
  if (first === undefined || cut === undefined) throw new Error('no steps');
  expect([wasCutShort(first), sentPerSText(first), failedText(first)]).toEqual([false, '2', '0']);
  expect(cut.rates.achievedPerS).toBeGreaterThan(4);
  expect([wasCutShort(cut), sentPerSText(cut), failedText(cut)]).toEqual([true, '–', '0, 4 cut off']);
  const table = stepTable(load);
  expect(table.head[table.head.indexOf('SLO') + 1]).toBe('sent/s');
  expect(table.rows[1]?.[table.head.indexOf('sent/s')]).toBe('–');
  expect(loadTimes(load, { colour: false, width: 120 })).toMatch(/4\/s +– .*0, 4 cut off/);
});

it('a spike has a mark beside its times only where an SLO says whether they are good', () => {
  const { load } = steppedRun({ scenario: 'spike', ttftMs: () => 100 });
  const { slo: _, ...unjudged } = load;
  const words = (of: Load): string | undefined => {
    const { document } = parseHTML(loadHtml(of));
    return document.querySelector('.words')?.textContent.trim().replaceAll(/\s+/g, ' ');
  };
  expect(words(unjudged)).toMatch(/^TTFT p95: /);
  expect(words({ ...load, slo: { is: 'met', text: 'ttft.p95<1s', bounds: [] } })).toMatch(/^✓ TTFT p95: /);
});
