import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { faults } from '../../fixtures/faults/index.ts';
import { attackEveryText } from '../../fixtures/hostile/index.ts';
import { startService } from '../../fixtures/index.ts';
import { validExcept, type Behaviour } from '../../fixtures/service/index.ts';
import { chromiumIn, openChromium } from './chromium.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm run screenshots [-- DIR…]`: pictures of the reports of these result folders, light and dark, wide and narrow, as
 * PNGs, and as a PDF for paper. Without a folder it checks the embedded service, once with a mistake, once with
 * several, once with a wrong token, and one that attacks the page; loads it for a few seconds, and shows all as a
 * history.
 */
const out = resolve('reports/out/screenshots');
const widths = [1400, 390];
const schemes = ['light', 'dark'] as const;
/** Tallest picture in pixels: more than people look at, and as much as a browser paints at once. */
const tallestPx = 8_000;

type Fresh = {
  readonly args: readonly string[];
  /** The behaviour of the service; absent: the embedded one. */
  readonly behaviour?: Behaviour;
  readonly token?: string;
};

const mistakes = (...ids: readonly (keyof typeof faults)[]): Behaviour =>
  validExcept(Object.assign({}, ...ids.map((id) => faults[id].change)));

const fresh: Readonly<Record<string, Fresh>> = {
  check: { args: ['check', '--embedded'] },
  'check-one-cause': { args: ['check'], behaviour: mistakes('speed-clamped') },
  'check-causes': {
    args: ['check'],
    behaviour: mistakes('speed-clamped', 'chat-message-coerced', 'bot-without-id', 'chat-body-read-as-latin-1'),
  },
  'check-wrong-token': { args: ['check'], behaviour: validExcept({}), token: 'of-another-system-0123456789' },
  'check-attacked': { args: ['check'], behaviour: validExcept(attackEveryText()) },
  fuzz: { args: ['fuzz', '--runs', '300'], behaviour: mistakes('speed-clamped') },
  load: { args: ['load', 'stream', '--embedded', '--rate', '20', '--duration', '10s'] },
};

async function runFresh({ args, behaviour, token }: Fresh, folder: string): Promise<number> {
  if (behaviour === undefined) return runAssay([...args, '--out', folder]);
  const service = await startService({ behaviour });
  const credentials = ['--token', token ?? service.token, '--provisioner', service.provisioner];
  const code = await runAssay([...args, '--target', service.url, ...credentials, '--out', folder]);
  await service.close();
  return code;
}

async function freshFolders(): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const [name, each] of Object.entries(fresh)) {
    const folder = join(out, name);
    const code = await runFresh(each, folder);
    if (pageIn(folder) !== undefined) folders.push(folder);
    else console.error(`screenshots: assay ${name} ended ${code} and left no report`);
  }
  // The history covers these runs and those of earlier pictures.
  if (folders.length > 0 && (await runAssay(['report', '--history', out])) === 0) folders.push(out);
  return folders;
}

/** The page of a folder: the report of a run, or the history of several. */
function pageIn(folder: string): string | undefined {
  return ['report.html', 'history.html'].map((file) => join(folder, file)).find((path) => existsSync(path));
}

async function onPaper(browser: Browser, folder: string, name: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(pageIn(folder) ?? '').href);
  const path = join(out, `${name}.pdf`);
  await page.pdf({ path, format: 'A4' });
  await page.close();
  console.log(path);
}

async function picture(browser: Browser, folder: string, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(pageIn(folder) ?? '').href);
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
      const path = join(out, `${name}-${colorScheme}-${width}.png`);
      // The window is as tall as the picture: of a page of 100,000 px the browser would paint everything to keep a
      // part.
      await page.setViewportSize({ width, height: Math.min(whole, tallestPx) });
      await page.screenshot({ path });
      await page.close();
      console.log(`${path}${whole > tallestPx ? ` (the first ${tallestPx} of ${whole} px)` : ''}`);
    }
  }
}

const executable = chromiumIn(process.env);
const given = process.argv.slice(2).map((folder) => resolve(folder));
const wrong = given.find((folder) => pageIn(folder) === undefined);
if (executable === undefined || wrong !== undefined) {
  console.error(
    executable === undefined
      ? 'screenshots: there is no Chromium; install it, or name it by ASSAY_CHROMIUM'
      : `screenshots: ${wrong} is not a result folder: there is no report.html in it, and no history.html`,
  );
  process.exitCode = 3;
} else {
  mkdirSync(out, { recursive: true });
  const folders = given.length > 0 ? given : await freshFolders();
  const browser = await openChromium(executable);
  for (const [at, folder] of folders.entries()) {
    const usual = folder === out ? 'history' : basename(folder);
    const isTwice = folders.some((other) => other !== folder && basename(other) === basename(folder));
    const name = isTwice ? `${usual}-${at + 1}` : usual;
    await picture(browser, folder, name);
    await onPaper(browser, folder, name);
  }
  await browser.close();
}
