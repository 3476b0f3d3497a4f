import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { chromiumIn, openChromium } from './chromium.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm run screenshots [-- DIR…]`: what the reports of these result folders look like, light and dark, wide and narrow,
 * as PNGs for a person to look at. Without a folder it checks the embedded service, and loads it for a few seconds.
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
    if (existsSync(join(folder, 'report.html'))) folders.push(folder);
    else console.error(`screenshots: assay ${name} ended ${code} and left no report`);
  }
  return folders;
}

async function picture(browser: Browser, folder: string, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(join(folder, 'report.html')).href);
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
const wrong = given.find((folder) => !existsSync(join(folder, 'report.html')));
if (executable === undefined || wrong !== undefined) {
  console.error(
    executable === undefined
      ? 'screenshots: there is no Chromium; install it, or name it by ASSAY_CHROMIUM'
      : `screenshots: ${wrong} is no result folder: there is no report.html in it`,
  );
  process.exitCode = 3;
} else {
  mkdirSync(out, { recursive: true });
  const folders = given.length > 0 ? given : await freshFolders();
  const browser = await openChromium(executable);
  for (const [at, folder] of folders.entries()) {
    const isTwice = folders.some((other) => other !== folder && basename(other) === basename(folder));
    await picture(browser, folder, isTwice ? `${basename(folder)}-${at + 1}` : basename(folder));
  }
  await browser.close();
}
