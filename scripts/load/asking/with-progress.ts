import { durationText } from '../../../reports/text/format.ts';

/** Interval of the messages in milliseconds: users accept as much silence. */
const everyMs = 5_000;

/** Runs work that may take long although each response is fast, and prints every five seconds that it goes on. */
export async function withProgress<Result>(
  what: string,
  work: Promise<Result>,
  say: (line: string) => void,
): Promise<Result> {
  const fromMs = performance.now();
  const timer = setInterval(
    () => say(`${what}, one request at a time: ${durationText(Math.round(performance.now() - fromMs))} so far`),
    everyMs,
  );
  timer.unref();
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
