import { setTimeout as sleep } from 'node:timers/promises';
import { chromiumIn, openChromium } from '../../tools/chromium.ts';
import { openDashboard } from '../../load/live/dashboard.ts';
import { k6Client, type BenchClient } from './measure.ts';

/** The instrument with its live page, open in the Chromium of this machine or, if there is none, in a plain reader. */
export function livePageClient(k6Path: string, env: NodeJS.ProcessEnv): BenchClient {
  return async (url, load) => {
    const interrupt = (): void => undefined;
    const dashboard = await openDashboard({ scenario: 'stream', target: url, folder: '', interrupt });
    const looking = await lookAt(dashboard.url);
    try {
      return await k6Client(k6Path, env, dashboard.show)(url, load);
    } finally {
      dashboard.close();
      await looking.close();
    }
  };
}

/**
 * Time in milliseconds that a browser works after its start, which is not work for the page: a user has the browser
 * open already.
 */
const browserStartsMs = 5_000;

async function lookAt(url: string): Promise<{ readonly close: () => Promise<void> }> {
  const executable = chromiumIn(process.env);
  if (executable !== undefined) {
    const browser = await openChromium(executable);
    await (await browser.newPage()).goto(url);
    await sleep(browserStartsMs);
    return browser;
  }
  const reading = new AbortController();
  const { body } = await fetch(`${url}events`, { signal: reading.signal });
  body?.pipeTo(new WritableStream()).catch(() => undefined);
  return { close: () => Promise.resolve(reading.abort()) };
}
