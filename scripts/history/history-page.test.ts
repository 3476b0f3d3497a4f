import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from '../../fixtures/hostile/index.ts';
import { historyOf } from '../../reports/history/history.ts';
import { historyHtml } from '../../reports/history/html.ts';
import { dayAt, loadOf, runsOf, sampleHistory } from '../../reports/history/sample-history.testing.ts';
import { browserIsMissing, noActions, openBrowser, openFile } from '../testing/opened-page.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeResults = {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[];
};

/** As long as words get, of an attacker, and as many runs as a narrow window has hardly room for. */
function largest(): string {
  const long = 'W'.repeat(2_000);
  const label = Object.values(attacks).join(' ');
  const strips = { [long]: 'fp'.repeat(50), [label]: 'pf'.repeat(50), 'a/b': 'pppf'.repeat(25) };
  return historyHtml(
    historyOf([
      ...runsOf(strips, { target: `https://${long}.example`, label }),
      ...Array.from({ length: 40 }, (_, day) => loadOf(day, 100 + day, { target: long, label, startedAt: dayAt(day) })),
    ]),
  );
}

describe.skipIf(browserIsMissing)('the page of a history, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const fileOf = (page: string): string => {
    const path = join(emptyFolder(), 'history.html');
    writeFileSync(path, page);
    return path;
  };

  it.each([
    ['of a few runs', () => historyHtml(sampleHistory())],
    ['of many runs with hostile names', largest],
  ])('%s: fits the window, wide and narrow, and does nothing', async (_, made) => {
    const { page, actions, close } = await openFile(browser, fileOf(made()));
    const widths = [];
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 800 });
      widths.push(await page.evaluate('document.documentElement.scrollWidth'));
    }
    expect(widths).toEqual([1400, 390]);
    expect(await actions()).toEqual(noActions);
    await close();
  });

  it.each(['light', 'dark'] as const)('can be used by all: %s', async (colorScheme) => {
    const { page, close } = await openFile(browser, fileOf(historyHtml(sampleHistory())), { colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)).toEqual([]);
    await close();
  });
});
