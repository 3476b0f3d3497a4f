import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsMissing, openBrowser, openFile } from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { fullLoad } from '../../load/sample-load.testing.ts';
import { loadHtml } from '../load.ts';
import { steppedRun } from './stepped.testing.ts';

/** The cells of a table that are not within the window, by their texts. */
const outside = (table: string): string => `[...document.querySelectorAll('${table} th, ${table} td')]
  .filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((cell) => cell.textContent)`;

describe.skipIf(browserIsMissing)('the tables of a load report, in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function opened(load: Load, look: (page: Page) => Promise<void>): Promise<void> {
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, loadHtml(load));
    const { page, close } = await openFile(browser, path);
    await look(page);
    await close();
  }

  it('show every percentile of every time on a phone, each with its head', async () => {
    await opened(fullLoad(), async (page) => {
      for (const width of [390, 1400]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ width, outside: await page.evaluate(outside('.times tbody')) }).toEqual({ width, outside: [] });
      }
      await page.setViewportSize({ width: 390, height: 800 });
      const heads = `[...document.querySelectorAll('.times tbody tr:first-child td')].map((cell) => getComputedStyle(cell, '::before').content)`;
      expect(await page.evaluate(heads)).toEqual(
        ['n', 'min', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'max'].map((head) => JSON.stringify(head)),
      );
    });
  });

  it('cut no cell and hide none, on any screen, those that are folded too', async () => {
    const stepped = steppedRun({ scenario: 'spike', ttftMs: (step, place) => 200 + step + place / 10 }).load;
    for (const load of [fullLoad(), stepped]) {
      await opened(load, async (page) => {
        await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
        for (const width of [390, 900, 1400]) {
          await page.setViewportSize({ width, height: 800 });
          const seen = await page.evaluate(`({
            cut: [...document.querySelectorAll('.scroll, .numbers td, .numbers tbody th')]
              .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'table-row')
              .map((each) => each.textContent.slice(0, 40)),
            wide: document.documentElement.scrollWidth,
          })`);
          expect({ width, seen }).toEqual({ width, seen: { cut: [], wide: width } });
        }
      });
    }
  });

  it('say on a phone of each cell what it is, and keep ids apart from times', async () => {
    await opened(steppedRun({ ttftMs: () => 100 }).load, async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const unnamed = `[...document.querySelectorAll('.numbers tbody td')]
        .filter((cell) => cell.textContent !== '' && cell.querySelector('svg') === null)
        .filter((cell) => getComputedStyle(cell, '::before').content === 'none')
        .map((cell) => cell.textContent)`;
      expect(await page.evaluate(unnamed)).toEqual([]);
      const beside = `[...document.querySelectorAll('.requests tbody tr')].filter((row) =>
        row.children[0].getBoundingClientRect().bottom > row.children[1].getBoundingClientRect().top + 1).length`;
      expect(await page.evaluate(beside)).toBe(0);
    });
  });

  it('let no name in a chart cover another', async () => {
    const { load } = steppedRun({ scenario: 'spike', ttftMs: (step, place) => (step === 1 ? 390 : 100) + (place % 9) });
    const slo = { bounds: [{ ...boundOf('ttft.p95<105ms'), is: 'met' as const, value: 104 }] };
    for (const each of [load, { ...fullLoad(), slo: { ...fullLoad().slo, ...slo } } as Load]) {
      await opened(each, async (page) => {
        for (const width of [390, 1400]) {
          await page.setViewportSize({ width, height: 800 });
          const covered = await page.evaluate(`[...document.querySelectorAll('.plot')].flatMap((plot) => {
            const names = [...plot.querySelectorAll('text')].map((text) => ({ says: text.textContent, at: text.getBoundingClientRect() }));
            return names.flatMap((one, place) => names.slice(place + 1).flatMap((next) =>
              one.at.right - 2 > next.at.left && next.at.right - 2 > one.at.left &&
              one.at.bottom - 3 > next.at.top && next.at.bottom - 3 > one.at.top ? [one.says + ' / ' + next.says] : []));
          })`);
          expect({ width, covered }).toEqual({ width, covered: [] });
        }
      });
    }
  });

  it('begin names and verdicts at the edge of their head, and end figures at it', async () => {
    await opened(fullLoad(), async (page) => {
      await page.setViewportSize({ width: 1400, height: 800 });
      const edges = `[...document.querySelectorAll('.numbers')].flatMap((table) => {
        const textOf = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect(); };
        return [...table.querySelectorAll('tbody .named')].map((cell) => {
          const head = table.querySelectorAll('thead tr > *')[cell.cellIndex];
          return { says: cell.textContent, off: Math.round(textOf(cell).left - textOf(head).left) };
        });
      })`;
      const found = await page.evaluate<readonly { says: string; off: number }[]>(edges);
      const said = found.map(({ says }) => says.replace('\u00a0', ' '));
      expect(said).toEqual(expect.arrayContaining(['✗ violated', '? inconclusive']));
      expect(found.filter(({ off }) => Math.abs(off) > 1)).toEqual([]);
    });
  });

  it('keep a number beside its unit', async () => {
    const bounds = [{ ...boundOf('ttft.p95<800ms'), is: 'met', value: 140.5, best: 120 }] as const;
    const load = fullLoad();
    const ttftMs = { ...load.ttftMs, p50: 130.5, atLeast: { p50: 120 } };
    await opened({ ...load, ttftMs, slo: { text: 'ttft.p95<800ms', is: 'met', bounds } }, async (page) => {
      const kept = `[...document.querySelectorAll('.kept')].map((each) => each.textContent)`;
      expect(await page.evaluate(kept)).toContain('140.5 ms');
      const times = `[...document.querySelectorAll('.times td.time')].map((each) => getComputedStyle(each).whiteSpace)`;
      expect(new Set(await page.evaluate<readonly string[]>(times))).toEqual(new Set(['nowrap']));
    });
  });

  it('keep the two ends of an interval together on a phone', async () => {
    await opened(fullLoad(), async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const apart = `[...document.querySelectorAll('td[data-head="95 % interval"]')]
        .filter((cell) => cell.textContent.includes(' to '))
        .map((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect().width / cell.clientWidth > 0.5; })`;
      expect(await page.evaluate(apart)).toContain(false);
      expect(await page.evaluate(apart)).not.toContain(true);
    });
  });

  it('show every column of the steps on a wide screen, and on paper, which does not scroll', async () => {
    const { load } = steppedRun({ ttftMs: (step, place) => 200 + step + place / 10 });
    await opened(load, async (page) => {
      for (const width of [1920, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(`document.querySelectorAll('.wide thead th').length`)).toBeGreaterThan(10);
        expect(await page.evaluate(outside('.wide'))).toEqual([]);
        const rightEdges = `['.wide', 'main .lead'].map((each) => Math.round(document.querySelector(each).getBoundingClientRect().right))`;
        const [table, text] = await page.evaluate<[number, number]>(rightEdges);
        expect({ width, beyondTheText: table - text }).toEqual({ width, beyondTheText: 0 });
      }
      await page.setViewportSize({ width: 718, height: 1000 });
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(outside('.wide'))).toEqual([]);
    });
  });
});
