import { firstOf } from '../../conformance/engine/resumed-run.ts';
import { maskedExchange, type Exchange } from '../../conformance/model/exchange.ts';
import { contactTarget } from '../input/asked-target.ts';
import type { Target } from '../input/target.ts';
import { spendsOwnCredits, checkOtherToken, checkOwnToken } from '../input/tried-tokens.ts';
import type { RunJournal } from '../results/journal.ts';
import type { CheckInput } from './check-input.ts';
import type { ResumedRun } from './resume.ts';
import { refusalBefore } from '../../conformance/evidence/may-certify.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import { everyCheck } from '../../conformance/every.ts';
import { ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Reason } from '../../conformance/model/run.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';

type Asking = Pick<CheckInput, 'settings' | 'work' | 'ca'> & {
  readonly target: Target;
  readonly resumed: ResumedRun | undefined;
  readonly journal: Pick<RunJournal, 'keep'>;
  readonly signal: AbortSignal;
};

/** Asks whether the target answers, and whether it accepts the tokens. The exchanges are kept as they come. */
export async function probeTarget({ target, settings, work, ca, resumed, journal, signal }: Asking): Promise<{
  readonly target: Target;
  readonly first: readonly Exchange[];
}> {
  const first: Exchange[] = [];
  const keep = (exchange: Exchange): void => {
    const named = firstOf(exchange, resumed?.earlier);
    first.push(named);
    journal.keep({ is: 'exchange', exchange: maskedExchange(named) });
  };
  const asked = await contactTarget(target, settings, ca, signal, keep);
  const [second, own] = await Promise.all([
    checkOtherToken(asked, settings, work, { ca, signal, keep }),
    checkOwnToken(asked, settings, spendsOwnCredits(work), { ca, signal, keep }),
  ]);
  return { target: { ...asked, ...second, ...own }, first };
}

/**
 * What is wrong with a token that the certificate needs: a MUST that needs it cannot be judged, and judging the others
 * would spend credits on no certificate. Undefined where no needed token has a flaw.
 */
export function blockingFlaw(target: Target, { bot }: Pick<Settings, 'bot'>, work: RunWork): Reason | undefined {
  const { tokenFlaw, otherTokenFlaw } = target;
  const withoutToken = planFrom(work, everyCheck, { ...target, token: undefined, bot });
  if (tokenFlaw !== undefined && refusalBefore(withoutToken, work.checks) !== undefined) return tokenFlaw;
  return work.checks.some(needsOther) ? otherTokenFlaw : undefined;
}

/** Where another token is given, its workspace is the other workspace, even if a provisioner could make one. */
function needsOther(check: Check): boolean {
  return check.level === 'MUST' && ownProbesOf(check).some(({ needs }) => needs.includes('otherWorkspace'));
}
