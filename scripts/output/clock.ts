/** Smallest clock change in milliseconds that is reported: corrections of a well-kept clock are smaller. */
const mostStepMs = 2_000;

/** The time of day at the start of this process plus the time since: setting the clock meanwhile does not change it. */
export function steadyNow(): Date {
  return new Date(performance.timeOrigin + performance.now());
}

/** A message where the clock of this machine was set while this process ran; undefined where it was not. */
export function clockChangeNote(nowMs: number = Date.now()): string | undefined {
  const stepMs = nowMs - steadyNow().getTime();
  if (Math.abs(stepMs) < mostStepMs) return undefined;
  const seconds = Math.round(Math.abs(stepMs) / 1_000);
  const how = stepMs < 0 ? `set back by ${seconds} s` : `set ahead by ${seconds} s, or the machine was asleep,`;
  return `the clock of this machine was ${how} during the run; the times in these results are not affected`;
}
