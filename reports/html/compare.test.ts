import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsMissing, openBrowser, openFile } from '../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../scripts/testing/run-assay.testing.ts';
import { sampleCheckComparison, sampleLoadComparison } from '../compare/sample-comparison.testing.ts';
import { comparisonHtml } from './compare.ts';

/** The tables with something that is out of sight, by the id of their heading. */
const cutOff = `[...document.querySelectorAll('.scroll')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((region) => region.getAttribute('aria-labelledby') ?? region.getAttribute('aria-label'))`;

const because =
  'too few samples in one of the two runs; about 3300 requests on each side would detect a difference of 0.5 points';
const long = sampleLoadComparison();

describe.skipIf(browserIsMissing)('the page of a comparison, in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    ['of loads', long],
    [
      'of loads, with a reason for each',
      { ...long, quantities: long.quantities.map((each) => ({ ...each, because })) },
    ],
    ['of checks', sampleCheckComparison()],
  ])('%s shows every cell, however narrow it is', async (_, comparison) => {
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, comparisonHtml(comparison));
    const { page, close } = await openFile(browser, path);
    for (const width of [1400, 760, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect({ width, cutOff: await page.evaluate(cutOff) }).toEqual({ width, cutOff: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    // Each cell of a list has its head beside it.
    const heads = `[...document.querySelectorAll('.stacks td[data-head]')].map((cell) => getComputedStyle(cell, '::before').content)`;
    const said = (await page.evaluate(heads)) as readonly string[];
    expect(said.length).toBeGreaterThan(3);
    expect(said.filter((head) => head === 'none')).toEqual([]);
    await close();
  });
});

describe.skipIf(browserIsMissing)('the chart of all differences, in a browser', { timeout: 60_000 }, () => {
  it.each([1400, 700, 390])('has each name and each difference on its own, %i pixels wide', async (width) => {
    const browser = await openBrowser();
    const path = join(emptyFolder(), 'report.html');
    const [first] = long.quantities;
    const names = ['serviceTtft.p99.9', 'ttft.p95', 'gap.p99'];
    const wide = { relative: { value: -0.104 }, judgedBy: { confidence: 0.95, low: -0.235, high: 0.251 } } as const;
    const far = {
      word: 'undecided',
      relative: { value: 13.1, range: { low: -0.81, high: 13.1 } },
      judgedBy: { confidence: 0.99, low: -0.814, high: 13.3 },
    } as const;
    const others = { 'gap.p99': wide, 'gap.p95': far };
    const quantities = [...names, 'gap.p95'].flatMap((quantity) =>
      first === undefined ? [] : [{ ...first, quantity, ...others[quantity as keyof typeof others] }],
    );
    writeFileSync(path, comparisonHtml({ ...long, quantities }));
    const { page, close } = await openFile(browser, path);
    await page.setViewportSize({ width, height: 800 });
    const words = await page.evaluate<readonly Word[]>(wordsOfChart);
    expect(words.map(({ says }) => says)).toEqual(
      expect.arrayContaining([...names, '−10.4 % (−23.5 to +25.1 %)', '−20 %', '0 %', '+20 %']),
    );
    expect(words.flatMap((one, at) => words.slice(at + 1).filter((next) => overlaps(one, next)))).toEqual([]);
    expect(words.filter(({ left, right }) => left < 0 || right > width)).toEqual([]);
    await close();
    await browser.close();
  });
});

type Word = {
  readonly says: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** What the first chart of the page says, and where. */
const wordsOfChart = `[...document.querySelector('.plot').querySelectorAll('text')].map((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return { says: text.textContent, left, right, top, bottom };
})`;

function overlaps(one: Word, next: Word): boolean {
  return one.left < next.right && next.left < one.right && one.top < next.bottom && next.top < one.bottom;
}

it('names three of what is slower besides, and how many more there are', () => {
  const [slower] = long.quantities;
  const names = ['ttft.p95', 'ttft.p50', 'e2e.p50', 'e2e.p95', 'e2e.p99'];
  const quantities = names.flatMap((quantity) => (slower === undefined ? [] : [{ ...slower, quantity }]));
  const { failIf: _, ...unlimited } = long;
  expect(comparisonHtml({ ...unlimited, quantities })).toContain('also: TTFT p50, E2E p95, E2E p50 and 1 more');
});

it('tells the parts of each side in lines of their own, with the time as people read it', () => {
  const page = comparisonHtml(long).replaceAll(/\s+/g, ' ');
  expect(page).toContain('<span class="aside">2026-11-21 05:00:00 UTC</span>');
  expect(page).not.toContain('05:00:00.000Z');
});
