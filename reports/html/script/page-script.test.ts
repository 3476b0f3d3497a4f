import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from '../../../fixtures/hostile/index.ts';
import { decodedAnswerOf } from '../../../conformance/decoded/decoded-answer.ts';
import { answered } from '../../../conformance/expectations/sample-exchange.testing.ts';
import {
  browserIsMissing,
  noActions,
  openBrowser,
  openFile,
  type OpenedPage,
} from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import { emptyContext } from '../../check/background.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../../check/sample-run.testing.ts';
import { renderMarkdown } from '../../markdown-elements.testing.ts';
import { checkHtml } from '../check.ts';
import { elementsOf } from '../parsed.testing.ts';
import { pageScript } from './page-script.ts';

const scriptSha256 = createHash('sha256').update(pageScript.text).digest('base64');
const background = { ...emptyContext, decodedAnswerOf, scriptSha256 };

const hostile = Object.values(attacks).join('\n');
const attacked = sampleFinding('chat.reply/repeats', '4.2', {
  level: 'SHOULD',
  title: 'Repeats @team [a](b) <img src=x>',
  verdict: { is: 'fail', because: hostile },
  mismatches: [{ subject: hostile, expected: '```', observed: `${hostile} \`\`\`\`` }],
  exchanges: ['attacked#0'],
  reproduce: 'echo ```',
});
const run = sampleRun([
  sampleFinding('errors.envelope/on-404', '7', { title: 'An unknown path is a 404' }),
  failedSpeed,
  attacked,
  sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } }),
  sampleFinding('metering.chat/costs-one', '8.1', { verdict: { is: 'notApplicable', because: 'no provisioner' } }),
]);

/** A quarter of a second of 16-bit samples, the second half silent. */
function wav(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  const samples = Buffer.alloc(4000);
  for (let at = 0; at < 1000; at++) samples.writeInt16LE(at % 2 === 0 ? 20_000 : -20_000, 2 * at);
  head.writeUInt32LE(4036, 4);
  head.writeUInt32LE(4000, 40);
  return Buffer.concat([head, samples]);
}

const spoken = answered({
  id: 'speech-above#0',
  operation: 'speech',
  body: { audioBase64: wav().toString('base64'), contentType: 'audio/wav' },
});
const html = checkHtml(run, [spoken, sampleExchange('attacked#0', hostile)], background);

describe('the script of a page', () => {
  it('is the only one, named by the policy, and left out where it is not wanted', () => {
    const elements = elementsOf(html);
    const [script, ...more] = elements.filter(({ name }) => name === 'script');
    expect(more).toEqual([]);
    expect(script?.text()).toBe(pageScript.text);
    const policy = elements.find(({ attributes }) => attributes['http-equiv'] !== undefined)?.attributes['content'];
    expect(policy).toContain(`default-src 'none'; script-src 'sha256-${scriptSha256}'; style-src`);
    const without = checkHtml(run, [spoken], emptyContext);
    expect(without).not.toMatch(/<script|script-src/);
  });

  it('is small', () => {
    expect(pageScript.text.length).toBeLessThan(10_000);
  });
});

describe.skipIf(browserIsMissing)('in a browser', () => {
  let browser: Browser;
  const path = join(emptyFolder(), 'report.html');
  beforeAll(async () => {
    writeFileSync(path, html);
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const shownChecks = (page: Page): Promise<readonly string[]> =>
    page.$$eval('.checks li', (rows) =>
      rows.filter((row) => row.checkVisibility()).map((row) => row.dataset['check'] ?? ''),
    );

  async function opened(hash = ''): Promise<OpenedPage> {
    const file = await openFile(browser, path, { permissions: ['clipboard-read', 'clipboard-write'] });
    if (hash !== '') await file.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    return file;
  }
  const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

  it('searches, filters, and keeps in the address what is shown', async () => {
    const { page, close } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('ABOVE-max');
    expect(await shownChecks(page)).toEqual(['speech.speed/rejects-above-maximum']);
    expect(await page.textContent('.tools output')).toBe('1 of 5 checks');
    expect(await page.$$eval('article', (all) => all.filter((each) => each.checkVisibility()).length)).toBe(1);
    await page.fill('.tools input', '');
    await page.selectOption('[name=verdict]', 'fail');
    await page.selectOption('[name=level]', 'SHOULD');
    expect(await shownChecks(page)).toEqual(['chat.reply/repeats']);
    const address = page.url();
    expect(address).toMatch(/#\?verdict=fail&level=SHOULD$/);
    await close();
    const again = await opened(new URL(address).hash);
    await again.page.waitForFunction(`document.querySelector('.tools output').textContent === '1 of 5 checks'`);
    expect(await shownChecks(again.page)).toEqual(['chat.reply/repeats']);
    await again.page.selectOption('[name=verdict]', '');
    await again.page.selectOption('[name=level]', '');
    expect(await again.page.textContent('.tools output')).toBe('5 checks');
    await again.close();
  });

  it('leads to every check by its id, a passing one in its fold', async () => {
    const { page, close } = await opened();
    await page.$$eval('details', (all) => all.forEach((each) => (each.open = false)));
    for (const { check } of run.findings) {
      await page.evaluate(`location.hash = ${JSON.stringify(check)}`);
      await page.waitForFunction(`document.getElementById(${JSON.stringify(check)}).checkVisibility()`);
      expect(await page.evaluate('decodeURIComponent(location.hash)')).toBe(`#${check}`);
    }
    await close();
  });

  it('goes from check to check by keyboard, and opens them', async () => {
    const { page, close } = await opened();
    await page.$$eval('details', (all) => all.forEach((each) => (each.open = false)));
    const current = (): Promise<string> => page.evaluate<string>(`document.querySelector('.current').dataset.check`);
    await page.keyboard.press('j');
    expect(await current()).toBe('speech.speed/rejects-above-maximum');
    await page.keyboard.press('o');
    expect(await page.evaluate(`document.querySelector('.current details').open`)).toBe(true);
    await page.keyboard.press('j');
    expect(await current()).toBe('chat.reply/repeats');
    await page.keyboard.press('k');
    expect(await current()).toBe('speech.speed/rejects-above-maximum');
    await page.click('text=Expand all');
    expect(await page.$$eval('main details', (all) => all.every(({ open }) => open))).toBe(true);
    await close();
  });

  it('copies an id, what to run, and an issue in which no text of the target is markup', async () => {
    const { page, actions, close } = await opened();
    const failure = page.locator('article').first();
    await failure.getByText('copy id').click();
    await failure.getByText('copied').waitFor();
    expect(await copied(page)).toBe('speech.speed/rejects-above-maximum');
    await failure.locator('.run + .copy').click();
    await page.waitForFunction(`document.querySelector('article .run + .copy').textContent === 'copied'`);
    expect(await copied(page)).toBe(failedSpeed.reproduce);
    await page.locator('article').nth(1).getByText('copy as an issue').click();
    await page.locator('article').nth(1).getByText('copied').waitFor();
    const issue = await copied(page);
    const { elements, text } = renderMarkdown(issue);
    expect(new Set(elements)).toEqual(new Set(['h3', 'blockquote', 'p', 'pre', 'code class']));
    expect(text).toContain('chat.reply/repeats: Repeats @\u200bteam [a](b) <img src=x>');
    expect(text).toContain('- expected ```');
    expect(text).toContain('Status 200');
    expect(await actions()).toEqual(noActions);
    await close();
  });

  it('draws a clip, whether its exchange is open or not', async () => {
    const { page, close } = await opened();
    const path = await page.waitForSelector('.waveform path', { state: 'attached' });
    const heights = [...((await path.getAttribute('d')) ?? '').matchAll(/ (\d+\.\d)V(\d+\.\d)/g)].map(
      ([, from, to]) => Number(to) - Number(from),
    );
    expect(heights).toHaveLength(240);
    expect(Math.min(...heights.slice(0, 115))).toBeGreaterThan(15);
    expect(Math.max(...heights.slice(125))).toBeLessThan(2);
    await close();
  });

  it('fits a telephone and a wide window, with its own elements too', async () => {
    const { page, close } = await opened();
    const widths = [];
    for (const width of [390, 1400]) {
      await page.setViewportSize({ width, height: 800 });
      widths.push(await page.evaluate('document.documentElement.scrollWidth'));
    }
    expect(widths).toEqual([390, 1400]);
    await close();
  });
});

describe.skipIf(browserIsMissing)('on paper', () => {
  it('a run of one cause among hundreds of checks takes fewer than 6 pages', async () => {
    const checks = Array.from({ length: 600 }, (_, at) =>
      sampleFinding(`topic${at % 60}.part/${at}`, `${((at % 60) % 9) + 1}.${(at % 60) % 2}`),
    );
    const failed = Array.from({ length: 12 }, (_, at) => ({ ...failedSpeed, check: `speech.speed/${at}` }));
    const observations = Array.from({ length: 60 }, (_, at) => ({
      id: `a.b/${at}`,
      clause: '2.5',
      says: 'The status of a chat without a message',
      value: '400',
    }));
    const causes = [{ title: 'status 200', checks: failed.map(({ check }) => check), likely: [] }];
    const exchanges = [sampleExchange('speech-above#0')];
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, checkHtml(sampleRun([...checks, ...failed], { causes, observations }), exchanges, background));
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto(pathToFileURL(path).href);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    await browser.close();
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThan(6);
  });
});
