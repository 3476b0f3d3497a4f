import { readFileSync } from 'node:fs';
import type { FalseAlarms, Risk } from '../../../conformance/contract/formats/false-alarms.ts';
import { exactUpperShare } from '../../../load/statistics/exact-share.ts';
import { resourceUrl } from '../../package/resources.ts';

/** What this build said of the valid services that it was tried on, as `npm run false-alarms` has measured it. */
export function falseAlarms(): FalseAlarms {
  return JSON.parse(readFileSync(resourceUrl('conformance/contract/false-alarms.json'), 'utf8')) as FalseAlarms;
}

/** How often this build accuses a service wrongly, at most, as far as that was tried. */
export function riskOf({ services, at }: FalseAlarms): Risk {
  const accused = services.filter((each) => each.accused.length > 0).length;
  return { services: services.length, accused, atMost: exactUpperShare(accused, services.length), at };
}
