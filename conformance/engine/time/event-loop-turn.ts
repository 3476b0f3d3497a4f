/** So long may be judged at a stretch: what arrives, the time limits and the signals wait meanwhile. */
const longestTurnMs = 20;

let begunMs = performance.now();
let last: Promise<void> = Promise.resolve();

/** True where something else should have its turn before more is judged. */
export function isEventLoopTurnOver(): boolean {
  return performance.now() - begunMs > longestTurnMs;
}

/** Resolves in a turn of the event loop that nobody else who asked for one has. */
export async function nextEventLoopTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  await last;
  begunMs = performance.now();
}
