export type Interrupt = 'SIGINT' | 'SIGTERM';

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Forwarding = {
  /** What gets the signals from now on; one that came before is given to it at once. */
  readonly to: (kill: Kill) => void;
  readonly by: () => Interrupt | undefined;
  readonly stop: () => Interrupt | undefined;
};

type Kill = (signal: 'SIGINT' | 'SIGKILL') => void;

/**
 * A terminal's Ctrl-C reaches this process twice where npx started it, which passes on what the terminal sent to both. A
 * person is not so quick.
 */
export const doubledMs = 500;

/**
 * The first SIGINT, SIGTERM or SIGHUP (the terminal was closed, which counts as SIGTERM) of this process asks the program
 * to finish, a second one kills it. `stop` ends that, and gives the first signal.
 *
 * @param takeOver asked once, as soon as this listens: the signal that somebody who listened until now has got
 */
export function forwardInterrupts(
  takeOver: () => Interrupt | undefined = () => undefined,
  nowMs: () => number = () => performance.now(),
): Forwarding {
  let first: { readonly by: Interrupt; readonly atMs: number } | undefined;
  let kill: Kill | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (first === undefined) {
      first = { by: signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM', atMs: nowMs() };
      kill?.('SIGINT');
    } else if (nowMs() - first.atMs >= doubledMs) kill?.('SIGKILL');
  };
  // Nothing that ends this process may leave a load generator running.
  const onExit = (): void => kill?.('SIGKILL');
  for (const name of interrupts) process.on(name, onSignal);
  process.on('exit', onExit);
  const before = takeOver();
  if (before !== undefined) first ??= { by: before, atMs: nowMs() };
  return {
    to: (program) => {
      kill = program;
      if (first !== undefined) program('SIGINT');
    },
    by: () => first?.by,
    stop: () => {
      for (const name of interrupts) process.off(name, onSignal);
      process.off('exit', onExit);
      return first?.by;
    },
  };
}
