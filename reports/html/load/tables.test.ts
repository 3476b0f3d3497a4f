import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsMissing, openBrowser, openFile } from '../../../scripts/testing/opened.testing.ts';
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

  it('show every column of the steps on a wide screen, and on paper, which does not scroll', async () => {
    const { load } = steppedRun({ ttftMs: (step, place) => 200 + step + place / 10 });
    await opened(load, async (page) => {
      await page.setViewportSize({ width: 1400, height: 800 });
      expect(await page.evaluate(`document.querySelectorAll('.wide thead th').length`)).toBeGreaterThan(10);
      expect(await page.evaluate(outside('.wide'))).toEqual([]);
      await page.setViewportSize({ width: 718, height: 1000 });
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(outside('.wide'))).toEqual([]);
    });
  });
});
