import { duplicateSignalMs } from '../../load/runner/interrupts.ts';
import { EarlyEnd } from '../errors/usage-error.ts';
import { currentHost } from './host.ts';

/** Ctrl-C or SIGTERM: the first ends the work in order, a second one at once. */
export type Interruption = {
  readonly signal: AbortSignal;
  readonly by: () => 'SIGINT' | 'SIGTERM' | undefined;
  readonly stopListening: () => void;
};

export const interruptedCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let first: 'SIGINT' | 'SIGTERM' | undefined;
  let firstAtMs = 0;
  const onSignal = (name: 'SIGINT' | 'SIGTERM'): void => {
    if (first !== undefined) {
      if (performance.now() - firstAtMs >= duplicateSignalMs) process.exit(interruptedCodes[name]);
      return;
    }
    [first, firstAtMs] = [name, performance.now()];
    controller.abort(name);
  };
  const onInt = (): void => onSignal('SIGINT');
  const onTerm = (): void => onSignal('SIGTERM');
  const { signals } = currentHost();
  signals.on('SIGINT', onInt);
  signals.on('SIGTERM', onTerm);
  return {
    signal: controller.signal,
    by: () => first,
    stopListening: () => {
      signals.off('SIGINT', onInt);
      signals.off('SIGTERM', onTerm);
    },
  };
}

/** Does work that nothing depends on. A signal meanwhile prints these words and ends the command at once. */
export async function printingIfInterrupted<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  const { signals } = currentHost();
  const ending = (name: 'SIGINT' | 'SIGTERM') => (): void => {
    console.error(`assay: ${words}`);
    process.exit(interruptedCodes[name]);
  };
  const [onInt, onTerm] = [ending('SIGINT'), ending('SIGTERM')];
  signals.on('SIGINT', onInt);
  signals.on('SIGTERM', onTerm);
  try {
    return await work();
  } finally {
    signals.off('SIGINT', onInt);
    signals.off('SIGTERM', onTerm);
  }
}

/** Throws an EarlyEnd with these words where a command was interrupted before its work began. */
export function endIfInterrupted(interruption: Interruption, words: string): void {
  const by = interruption.by();
  if (by !== undefined) throw new EarlyEnd(words, interruptedCodes[by]);
}
