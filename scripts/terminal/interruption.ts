import { doubledMs } from '../../load/runner/interrupts.ts';

/** Ctrl-C or SIGTERM: the first ends the work in order, a second one at once. */
export type Interruption = {
  readonly signal: AbortSignal;
  readonly by: () => 'SIGINT' | 'SIGTERM' | undefined;
  readonly forget: () => void;
};

export const interruptedCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let first: 'SIGINT' | 'SIGTERM' | undefined;
  let firstAtMs = 0;
  const onSignal = (name: 'SIGINT' | 'SIGTERM'): void => {
    if (first !== undefined) {
      if (performance.now() - firstAtMs >= doubledMs) process.exit(interruptedCodes[name]);
      return;
    }
    [first, firstAtMs] = [name, performance.now()];
    controller.abort(name);
  };
  const onInt = (): void => onSignal('SIGINT');
  const onTerm = (): void => onSignal('SIGTERM');
  process.on('SIGINT', onInt);
  process.on('SIGTERM', onTerm);
  return {
    signal: controller.signal,
    by: () => first,
    forget: () => {
      process.off('SIGINT', onInt);
      process.off('SIGTERM', onTerm);
    },
  };
}
