import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumIn, openChromium } from '../tools/chromium.ts';

const executable = chromiumIn(process.env);

/**
 * True without a browser: suites that need one are then skipped by `describe.skipIf(browserIsMissing)`, and `npm test`
 * says so.
 */
export const browserIsMissing = executable === undefined;

export function openBrowser(): Promise<Browser> {
  if (executable === undefined) throw new Error('there is no Chromium on the path');
  return openChromium(executable);
}

/** The actions of a page: a page that no attack reached does none of them. */
type PageActions = {
  /** Requested addresses, except for the page itself and data: URLs. */
  readonly fetched: readonly string[];
  readonly dialogs: readonly string[];
  readonly windows: readonly string[];
  readonly errors: readonly string[];
  /** What the content security policy blocked. */
  readonly stopped: readonly string[];
  readonly ran: unknown;
  readonly at: string;
};

export type OpenedPage = {
  readonly page: Page;
  /** The DOM as the browser parsed the file, before any interaction, without additions by the page's own script. */
  readonly html: string;
  readonly actions: () => Promise<PageActions>;
  readonly close: () => Promise<void>;
};

/** Runs before the page's own scripts; a script of the browser is not bound by the page's policy. */
const watchPolicy = `
  globalThis.__stopped = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    globalThis.__stopped.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

const withoutMade = `(() => {
  const copy = document.cloneNode(true);
  for (const made of copy.querySelectorAll('[data-made]')) made.remove();
  return '<!doctype html>' + copy.documentElement.outerHTML;
})()`;

const unfold = `for (const fold of document.querySelectorAll('details')) fold.open = true;`;

const lookAround = `({
  stopped: globalThis.__stopped ?? ['the page was left'],
  ran: globalThis.__pwned ?? 'nothing',
  at: location.href,
})`;

/** Opens a file as a person does, with all folds open, and records the page's actions. */
export async function openFile(browser: Browser, path: string, look: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  const url = pathToFileURL(path).href;
  const seen = { fetched: [] as string[], dialogs: [] as string[], windows: [] as string[], errors: [] as string[] };
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) seen.fetched.push(request.url());
  });
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => seen.windows.push(popup.url()));
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('console', (message) => seen.errors.push(message.text()));
  await page.addInitScript(watchPolicy);
  await page.goto(url);
  const html = await page.evaluate<string>(withoutMade);
  await page.evaluate(unfold);
  const deeds = async (): Promise<PageActions> => {
    const inside = await page.evaluate<Pick<PageActions, 'stopped' | 'ran' | 'at'>>(lookAround);
    return { ...seen, ...inside, at: inside.at === url ? 'where it was opened' : inside.at };
  };
  return { page, html, actions: deeds, close: () => context.close() };
}

/** The actions of a harmless page. */
export const noActions: PageActions = {
  fetched: [],
  dialogs: [],
  windows: [],
  errors: [],
  stopped: [],
  ran: 'nothing',
  at: 'where it was opened',
};
