import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import type { Figures } from '../figures/figures.ts';
import { asObject, asNumber } from '../records/narrow.ts';

/** Contents of charging.json: a workspace that was made only for a run, with a known balance. */
export type Charging = Pick<Charged, 'ordered' | 'closing'>;

/** The charge of a run, compared with the credits that its responses cost (8.1). */
export type Charged = NonNullable<LoadForm['charging']>;

/** Reads charging.json. Undefined where it is invalid. */
export function chargingOf(json: unknown): Charging | undefined {
  const fields = asObject(json);
  const closing = asObject(fields?.['closing']);
  const ordered = asNumber(fields?.['ordered']);
  const [answered, failed] = [asNumber(closing?.['answered']), asNumber(closing?.['failed'])];
  const spent = closing?.['spent'];
  if (ordered === undefined || answered === undefined || failed === undefined) return undefined;
  return typeof spent === 'boolean' ? { ordered, closing: { answered, failed, spent } } : undefined;
}

/** A request that was refused with 402 was not covered, and so is not charged; its price is at least 1. */
export function chargedOf({ credits, creditsForAnswers, failures }: Figures, charging: Charging): Charged {
  const { ordered, closing } = charging;
  const due = [creditsForAnswers, Math.max(creditsForAnswers, credits - (failures['http-402'] ?? 0))] as const;
  // More was answered than the workspace had credits for: the charge is then 0 at the least, not negative.
  const most = Math.max(0, ordered - closing.answered);
  const charged = [closing.spent ? Math.max(0, most - closing.failed) : 0, most] as const;
  const is = charged[0] > due[1] ? 'more' : charged[1] < due[0] ? 'less' : 'right';
  return {
    is,
    due,
    charged,
    says: forNothing(charging, due) ?? `charged ${rangeText(charged)} for answers that come to ${rangeText(due)}`,
    ...charging,
  };
}

/** Words for the case that more was answered after the run than the workspace could ever pay for. */
function forNothing({ ordered, closing }: Charging, due: readonly [number, number]): string | undefined {
  if (closing.answered <= ordered) return undefined;
  const end = closing.spent ? '' : ', and did not run out';
  return `a workspace of ${ordered} credits gave ${closing.answered} chats of 1 credit each after the run, besides answers that come to ${rangeText(due)}${end}: it gives answers for nothing`;
}

function rangeText([least, most]: readonly [number, number]): string {
  const many = `${most} ${most === 1 ? 'credit' : 'credits'}`;
  if (least === most) return many;
  return least === 0 ? `at most ${many}` : `${least} to ${many}`;
}
