export type InterruptSignal = 'SIGINT' | 'SIGTERM';

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Forwarding = {
  /** Sets the receiver of the signals. A signal that came before is passed to it at once. */
  readonly to: (kill: Kill) => void;
  readonly by: () => InterruptSignal | undefined;
  readonly stop: () => InterruptSignal | undefined;
};

type Kill = (signal: 'SIGINT' | 'SIGKILL') => void;

/**
 * Time in milliseconds within which a second signal counts as a duplicate. Where npx started this process, a Ctrl-C of
 * a terminal arrives twice, because npx passes on what the terminal sent to both. A person does not press it twice so
 * fast.
 */
export const duplicateSignalMs = 500;

/**
 * The first SIGINT, SIGTERM or SIGHUP (the terminal was closed; it counts as SIGTERM) of this process asks the program
 * to finish, and a second kills it. `stop` ends the forwarding and returns the first signal.
 *
 * @param takeOver called once when listening starts; returns the signal that an earlier listener has received
 */
export function forwardInterrupts(
  takeOver: () => InterruptSignal | undefined = () => undefined,
  nowMs: () => number = () => performance.now(),
): Forwarding {
  let first: { readonly by: InterruptSignal; readonly atMs: number } | undefined;
  let kill: Kill | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (first === undefined) {
      first = { by: signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM', atMs: nowMs() };
      kill?.('SIGINT');
    } else if (nowMs() - first.atMs >= duplicateSignalMs) kill?.('SIGKILL');
  };
  // However this process ends, no load generator may go on running.
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
