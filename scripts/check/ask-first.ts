import { firstOf } from '../../conformance/engine/resumed-run.ts';
import { asKept, type Exchange } from '../../conformance/model/exchange.ts';
import { askedTarget } from '../input/asked-target.ts';
import type { Target } from '../input/target.ts';
import { spendsByToken, triedOtherToken, triedOwnToken } from '../input/tried-tokens.ts';
import type { KeptJournal } from '../results/journal.ts';
import type { CheckInput } from './check-input.ts';
import type { Resumed } from './resume.ts';

type Asking = Pick<CheckInput, 'settings' | 'work' | 'ca'> & {
  readonly target: Target;
  readonly resumed: Resumed | undefined;
  readonly journal: Pick<KeptJournal, 'keep'>;
  readonly signal: AbortSignal;
};

/** Asks whether anybody answers, and whether the tokens are taken. What is answered is kept as it comes. */
export async function askFirst({ target, settings, work, ca, resumed, journal, signal }: Asking): Promise<{
  readonly target: Target;
  readonly first: readonly Exchange[];
}> {
  const first: Exchange[] = [];
  const keep = (exchange: Exchange): void => {
    const named = firstOf(exchange, resumed?.earlier);
    first.push(named);
    journal.keep({ is: 'exchange', exchange: asKept(named) });
  };
  const asked = await askedTarget(target, settings, ca, signal, keep);
  const [second, own] = await Promise.all([
    triedOtherToken(asked, settings, work, { ca, signal, keep }),
    triedOwnToken(asked, settings, spendsByToken(work), { ca, signal, keep }),
  ]);
  return { target: { ...asked, ...second, ...own }, first };
}
