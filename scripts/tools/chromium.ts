import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

type Environment = Readonly<Record<string, string | undefined>>;

const usualNames = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of `ASSAY_CHROMIUM`, a path or a name, else the first of the usual names on the path. */
export function chromiumIn(env: Environment): string | undefined {
  const chosen = env['ASSAY_CHROMIUM'];
  const names = chosen === undefined || chosen === '' ? usualNames : [chosen];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = names.flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))));
  return places.find(isProgram);
}

/** A browser with an empty profile that makes no requests by itself. */
export function openChromium(executablePath: string): Promise<Browser> {
  const args = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];
  // Containers lack the features that the sandbox needs; only pages that assay wrote are opened.
  return chromium.launch({ executablePath, args, chromiumSandbox: false });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
