/** Longest time of judging in one turn of the event loop: arriving bytes, time limits and signals wait meanwhile. */
const longestTurnMs = 20;

let begunMs = performance.now();
let last: Promise<void> = Promise.resolve();

/** True where other work should have its turn before more is judged. */
export function isEventLoopTurnOver(): boolean {
  return performance.now() - begunMs > longestTurnMs;
}

/** Resolves in a later turn of the event loop that no other caller shares. */
export async function nextEventLoopTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  await last;
  begunMs = performance.now();
}
