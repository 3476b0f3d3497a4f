import { refusalBefore } from '../../conformance/evidence/may-certify.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import { everyCheck } from '../../conformance/every.ts';
import { ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Reason } from '../../conformance/model/run.ts';
import type { Work } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import type { Target } from '../input/target.ts';

/**
 * What is wrong with a token without which nothing can be certified: a MUST that it is needed for cannot be judged, and to
 * judge the others would spend credits on no certificate. Undefined where there is nothing of the kind.
 */
export function blockingFlaw(target: Target, { bot }: Pick<Settings, 'bot'>, work: Work): Reason | undefined {
  const { tokenFlaw, otherTokenFlaw } = target;
  const withoutToken = planFrom(work, everyCheck, { ...target, token: undefined, bot });
  if (tokenFlaw !== undefined && refusalBefore(withoutToken, work.checks) !== undefined) return tokenFlaw;
  return work.checks.some(needsOther) ? otherTokenFlaw : undefined;
}

/** Another workspace is that of the other token where one is given, also where a provisioner could make one. */
function needsOther(check: Check): boolean {
  return check.level === 'MUST' && ownProbesOf(check).some(({ needs }) => needs.includes('otherWorkspace'));
}
