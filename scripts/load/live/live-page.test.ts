import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { k6IsMissing } from '../../../load/runner/needs-k6.testing.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { Distribution } from '../../../load/statistics/distribution.ts';
import { quantileText } from '../../../reports/load/format.ts';
import { partsOf, quantitiesOf, valueText } from '../../../reports/live/quantities.ts';
import { browserIsMissing, openBrowser } from '../../testing/opened-page.testing.ts';
import { emptyFolder, startAssay, type Running, type CommandOutput } from '../../testing/run-assay.testing.ts';

const flags = ['--arrivals', 'constant', '--rate', '10', '--warmup', '1s', '--seed', '1', '--no-canary'];

type Shown = { readonly running: Running; readonly folder: string; readonly page: Page; readonly errors: string[] };

describe.skipIf(k6IsMissing || browserIsMissing)('the live page of a run', { timeout: 120_000 }, () => {
  let service: RunningService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService({ pace: { firstEventMs: 5, gapMs: 2, events: 3 } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  function begin(args: readonly string[]): { readonly running: Running; readonly folder: string } {
    const folder = join(emptyFolder(), 'results');
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    return { running: startAssay(['load', ...args, ...flags, ...target]), folder };
  }

  async function open(args: readonly string[]): Promise<Shown> {
    const { running, folder } = begin([...args, '--dashboard']);
    const [, url = ''] = /live page is at (\S+) /.exec(await running.untilOutput('while it runs')) ?? [];
    const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (each) => errors.push(each.text()));
    await page.goto(url);
    return { running, folder, page, errors };
  }

  const textIn = async (page: Page, selector: string): Promise<string> =>
    (await page.locator(selector).innerText()).trim();
  const isEnded = (page: Page): Promise<void> => page.locator('#ended').waitFor({ state: 'visible', timeout: 90_000 });
  const tilesOf = async (page: Page): Promise<readonly string[]> => page.locator('#tiles b').allInnerTexts();
  const rowsOf = async (page: Page): Promise<readonly (readonly string[])[]> => {
    const rows = await page.locator('#rows tr').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  };
  const loadIn = (folder: string): Load => JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;

  it.each(['stream', 'speech'] as const)(
    'of %s shows at the end what the report says, and where it is',
    async (scenario) => {
      const { running, folder, page, errors } = await open([scenario, '--duration', '6s', '--until', 'e2e.p50±5%']);
      await page.locator('#word', { hasText: /^Running$/ }).waitFor({ timeout: 60_000 });
      expect(await textIn(page, '#says')).toMatch(/s left of 6 s$/);
      expect(await page.title()).toBe('Running · assay');
      expect(await tilesOf(page)).toHaveLength(6);
      expect(await textIn(page, '#until')).toBe(
        'Until E2E latency p50 ±5 %: first evaluation after 200 measured requests',
      );
      await isEnded(page);
      const { code } = await running.said;
      const load = loadIn(folder);
      const { counts, ttftMs, gapMs, e2eMs, speech } = load;
      const quantiles = ['p50', 'p95', 'p99'] as const;
      const row = (name: string, times: Distribution, told = quantileText): readonly string[] => [
        name,
        String(times.n),
        ...quantiles.map((each) => told(times, each)),
      ];
      const factorText: typeof quantileText = (factor, name) =>
        factor[name] === undefined ? quantileText(factor, name) : String(Number(factor[name].toPrecision(4)));
      const ofStreams = [row('TTFT, ms', ttftMs), row('Inter-event gap, ms', gapMs)];
      const ofSpeech = speech ? [row('Real-time factor', speech.realTimeFactor, factorText)] : [];
      const first = scenario === 'stream' ? ofStreams : ofSpeech;
      expect(await rowsOf(page)).toEqual([...first, row('E2E latency, ms', e2eMs)]);
      expect((await tilesOf(page)).slice(0, 3)).toEqual(
        [counts.ok, counts.failed, load.failures['wrong'] ?? 0].map(String),
      );
      expect(await textIn(page, '#until')).toBe(`Until e2e.p50±5%: ${load.until?.says}`);
      expect(await textIn(page, '#report')).toBe(`${folder}/report.html`);
      expect(await textIn(page, '#ended-says')).toBe(`Ended with exit code ${code}`);
      expect(await textIn(page, '#times')).toBe('Times');
      expect(await page.locator('#stop').isVisible()).toBe(false);
      expect(errors).toEqual([]);
      // Nothing is cut off, or has to be scrolled to, on a telephone.
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    },
  );

  it('of a load in steps shows each step by itself', async () => {
    const { running, folder, page } = await open(['spike', '--duration', '6s', '--peak', '20']);
    await isEnded(page);
    await running.said;
    const parts = partsOf(loadIn(folder));
    expect(parts).toHaveLength(3);
    const told = parts.map(({ step, figures }) => {
      const [first] = quantitiesOf(figures);
      return [`${step?.ratePerS}/s: TTFT, ms`, first && valueText(first, 'p50')];
    });
    expect((await rowsOf(page)).map(([name, , p50]) => [name, p50])).toEqual(told);
  });

  it('ends it, where that is asked for twice, as Ctrl-C does', async () => {
    const { running, folder, page } = await open(['stream', '--duration', '60s']);
    await page.locator('#word', { hasText: /^Running$/ }).waitFor({ timeout: 60_000 });
    await page.locator('#stop').click();
    expect(await textIn(page, '#stop')).toBe('Click again to stop; what was measured is kept');
    await page.locator('#stop').click();
    await isEnded(page);
    const stopped = await running.said;

    const other = begin(['stream', '--duration', '60s']);
    await other.running.untilOutput(' · ');
    other.running.child.kill('SIGINT');
    const interrupted = await other.running.said;

    expect([stopped.code, interrupted.code]).toEqual([130, 130]);
    expect(readdirSync(folder)).toEqual(readdirSync(other.folder));
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
    expect(lastLine(stopped)).toMatch(/Interrupted/);
    expect(lastLine(interrupted)).toMatch(/Interrupted/);
    expect(await textIn(page, '#ended-says')).toBe('Ended with exit code 130');
    expect(await textIn(page, '#word')).toBe('Ended. Interrupted');
  });
});

function lastLine({ out }: CommandOutput): string {
  return out.trim().split('\n').at(-1) ?? '';
}
