import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { chromiumIn, openChromium } from './chromium.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm run screenshots [-- DIR…]`: what the reports of these result folders look like, light and dark, wide and narrow,
 * as PNGs for a person to look at. Without a folder it checks the embedded service, loads it for a few seconds, and shows
 * both as a history.
 */
const out = resolve('reports/out/screenshots');
const widths = [1280, 390];
const schemes = ['light', 'dark'] as const;
/** More of a page than anyone looks at, and as much as a browser paints at once. */
const tallestPx = 8_000;

const fresh: Readonly<Record<string, readonly string[]>> = {
  check: ['check', '--embedded'],
  load: ['load', 'stream', '--embedded', '--rate', '20', '--duration', '10s'],
};

async function freshFolders(): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const [name, args] of Object.entries(fresh)) {
    const folder = join(out, name);
    const code = await runAssay([...args, '--out', folder]);
    if (pageIn(folder) !== undefined) folders.push(folder);
    else console.error(`screenshots: assay ${name} ended ${code} and left no report`);
  }
  // Of these two runs, and of those that earlier pictures were made of.
  if (folders.length > 0 && (await runAssay(['report', '--history', out])) === 0) folders.push(out);
  return folders;
}

/** What there is to see in a folder: the report of a run, or the history of several. */
function pageIn(folder: string): string | undefined {
  return ['report.html', 'history.html'].map((file) => join(folder, file)).find((path) => existsSync(path));
}

async function picture(browser: Browser, folder: string, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(pageIn(folder) ?? '').href);
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
      const path = join(out, `${name}-${colorScheme}-${width}.png`);
      // A window as tall as the picture: of a page of 100,000 px the browser would paint all to keep a part.
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
      : `screenshots: ${wrong} is no result folder: there is no report.html in it, and no history.html`,
  );
  process.exitCode = 3;
} else {
  mkdirSync(out, { recursive: true });
  const folders = given.length > 0 ? given : await freshFolders();
  const browser = await openChromium(executable);
  for (const [at, folder] of folders.entries()) {
    const name = folder === out ? 'history' : basename(folder);
    const isTwice = folders.some((other) => other !== folder && basename(other) === basename(folder));
    await picture(browser, folder, isTwice ? `${name}-${at + 1}` : name);
  }
  await browser.close();
}
