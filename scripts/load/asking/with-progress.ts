import { durationText } from '../../../reports/text/format.ts';

/** So long nobody wonders what a command does. */
const everyMs = 5_000;

/** Does what may take long where each answer does, and says every five seconds that it goes on. */
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
