/** What a correction of a clock that runs well does not come to. */
const mostStepMs = 2_000;

/** The time of day as it was when this process began, and what has gone by since: no clock that is set meanwhile changes it. */
export function steadyNow(): Date {
  return new Date(performance.timeOrigin + performance.now());
}

/** What is to be said where the clock of this machine was set while this process ran. */
export function clockWords(nowMs: number = Date.now()): string | undefined {
  const stepMs = nowMs - steadyNow().getTime();
  if (Math.abs(stepMs) < mostStepMs) return undefined;
  const seconds = Math.round(Math.abs(stepMs) / 1_000);
  const how = stepMs < 0 ? `set back by ${seconds} s` : `set ahead by ${seconds} s, or the machine was asleep,`;
  return `the clock of this machine was ${how} during the run; the times in these results are not affected`;
}
