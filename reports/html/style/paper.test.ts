import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../../conformance/model/run.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { browserIsMissing, openBrowser } from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../../check/sample-run.testing.ts';
import { fullLoad, sampleLoad } from '../../load/sample-load.testing.ts';
import { checkHtml } from '../check.ts';
import { loadHtml } from '../load.ts';

/** About as much as a whole run has: topics of checks that passed, and what the document leaves open. */
const passed = Array.from({ length: 600 }, (_, at) => {
  const topic = at % 45;
  return sampleFinding(`topic-${topic}.requests/accepts-${at}`, `${2 + (topic % 14)}`, { title: `Takes case ${at}` });
});
const observations = Array.from({ length: 50 }, (_, at) => ({
  id: `a.b/${at}`,
  clause: '2.5',
  says: `The status of a chat with an unknown field, the ${at}th: not specified`,
  value: 'status 200',
}));
const whole = (findings: Run['findings']): Run => sampleRun(findings, { observations });

describe.skipIf(browserIsMissing)('a run on paper', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function printed(page: string): Promise<{ readonly pages: number; readonly text: string }> {
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, page);
    const opened = await browser.newPage();
    await opened.goto(pathToFileURL(path).href);
    const pdf = await opened.pdf({ format: 'A4' });
    await opened.emulateMedia({ media: 'print' });
    const text = await opened.innerText('main');
    await opened.close();
    return { pages: Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]), text };
  }

  it('of which all passed takes at most three pages, with a count for each topic and no check by itself', async () => {
    const { pages, text } = await printed(checkHtml(whole(passed), []));
    expect(pages).toBeLessThanOrEqual(3);
    expect(text).toMatch(/topic-7\.requests\s+✓ passed\s+\d+ checks/);
    expect(text).not.toContain('accepts-7');
  });

  it('of one cause takes fewer than six, and shows what was sent and what came', async () => {
    const run = whole([...passed, failedSpeed]);
    const { pages, text } = await printed(checkHtml(run, [sampleExchange('speech-above#0')]));
    expect(pages).toBeLessThan(6);
    expect(text).toContain('"speed": 4.01');
    expect(text).toContain('"contentType": "audio/mpeg"');
  });

  it('keeps a paragraph under a heading with what it speaks of, and each row whole', async () => {
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, loadHtml(fullLoad()));
    const opened = await browser.newPage();
    await opened.goto(pathToFileURL(path).href);
    await opened.emulateMedia({ media: 'print' });
    const styleOf = (selector: string, name: string): Promise<readonly string[]> =>
      opened.evaluate(
        `[...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each).getPropertyValue('${name}'))`,
      );
    expect(new Set(await styleOf('h2 + .lead', 'break-after'))).toEqual(new Set(['avoid']));
    expect(new Set(await styleOf('.numbers tr', 'break-inside'))).toEqual(new Set(['avoid']));
    await opened.close();
  });

  it('prints a histogram less than 480 px high, so that two rows fit on a page', async () => {
    const curve = Array.from({ length: 20 }, (_, at) => ({ percent: at * 5, value: 100 + at }));
    const bins = { from: 100, width: 5, counts: [10, 10, 10, 10] };
    const load = fullLoad();
    const times = { ...load.ttftMs, n: 40, curve, bins };
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, loadHtml({ ...load, ttftMs: times, gapMs: times, e2eMs: times, lagMs: times }));
    const opened = await browser.newPage({ viewport: { width: 718, height: 1_000 } });
    await opened.goto(pathToFileURL(path).href);
    const heights = async (): Promise<readonly number[]> =>
      opened.evaluate(
        `[...document.querySelectorAll('figure.chart:has(.more)')].map((each) => each.getBoundingClientRect().height)`,
      );
    await opened.emulateMedia({ media: 'print' });
    const printed = await heights();
    expect(printed.length).toBeGreaterThan(1);
    expect(Math.max(...printed)).toBeLessThan(480);
    await opened.close();
  });

  const failing: Partial<Load> = {
    slo: {
      text: 'ttft.p95<150ms, failures<1%',
      is: 'violated',
      bounds: [
        { ...boundOf('ttft.p95<150ms'), is: 'violated', value: 204 },
        { ...boundOf('failures<1%'), is: 'violated', value: 7.5 },
      ],
    },
    counts: { ...sampleLoad().counts, ok: 37, failed: 3 },
    failures: { 'http-503': 2, timeout: 1 },
    requests: {
      by: 'ttft',
      slowest: [],
      failed: [],
      points: [],
      failures: [3000, 3900, 4800],
      outcomes: [
        { outcome: 'http-503', n: 2, firstMs: 3000, lastMs: 3900 },
        { outcome: 'timeout', n: 1, firstMs: 4800, lastMs: 4800 },
      ],
    },
  };
  const bounds = [{ ...boundOf('ttft.p95<250ms'), is: 'met', value: 204 }] as const;

  it.each([
    ['that met one bound', { slo: { text: 'ttft.p95<250ms', is: 'met', bounds } } as const],
    ['with failures that violated two bounds', failing],
  ])('has the first charts of a load run %s on the first page', async (_, parts) => {
    const curve = Array.from({ length: 20 }, (__, at) => ({ percent: at * 5, value: 100 + at }));
    const times = { ...sampleLoad().ttftMs, n: 40, curve, bins: { from: 100, width: 5, counts: [10, 10, 10, 10] } };
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, loadHtml(sampleLoad({ ttftMs: times, gapMs: times, ...parts })));
    // A4 with margins of 1 cm.
    const opened = await browser.newPage({ viewport: { width: 718, height: 1_047 } });
    await opened.goto(pathToFileURL(path).href);
    await opened.emulateMedia({ media: 'print' });
    const ends = await opened.evaluate<readonly number[]>(
      `[...document.querySelectorAll('figure.chart')].slice(0, 2).map((each) => each.getBoundingClientRect().bottom)`,
    );
    expect(ends).toHaveLength(2);
    expect(Math.max(...ends)).toBeLessThan(1_047);
    await opened.close();
  });
});
