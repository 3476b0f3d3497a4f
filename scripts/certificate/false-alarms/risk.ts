import { readFileSync } from 'node:fs';
import type { FalseAlarms, JudgedService, Risk } from '../../../conformance/contract/formats/false-alarms.ts';
import { exactUpperShare } from '../../../load/statistics/exact-share.ts';
import { checksDigest, requirementSetOf } from '../../package/requirement-sets.ts';
import { resourceUrl } from '../../package/resources.ts';
import { version } from '../../package/version.ts';

/** The verdicts on the valid services, as `npm run false-alarms` measured them. */
export function falseAlarms(): FalseAlarms {
  return JSON.parse(readFileSync(resourceUrl('conformance/contract/false-alarms.json'), 'utf8')) as FalseAlarms;
}

/** How often this build accuses a valid service, as far as that was measured. */
export function riskOfThisBuild(): Risk {
  return riskOf(falseAlarms(), checksDigest(requirementSetOf(version).set));
}

/**
 * How often a valid service is accused, computed from the checks that failed. A failing MUST or HTTP check accuses, as
 * in the tests of the valid services; a SHOULD and an inconclusive verdict do not, since a valid service may depart
 * from good practice. `checks` is the digest of this build's checks.
 */
export function riskOf({ services }: FalseAlarms, checks: string): Risk {
  const accused = services.filter(isAccused).length;
  const recorded = services.filter(({ inconclusive }) => inconclusive !== undefined);
  return {
    services: services.length,
    accused,
    shouldOnly: services.filter(({ failed }) => failed.length > 0).length - accused,
    inconclusive: {
      services: recorded.filter(({ inconclusive = 0 }) => inconclusive > 0).length,
      of: recorded.length,
    },
    atMost: exactUpperShare(accused, services.length),
    at: services.map(({ at }) => at).reduce((latest, at) => (at > latest ? at : latest), ''),
    releases: [...new Set(services.map(({ by }) => by.release))],
    earlier: services.filter(({ by }) => by.checks !== checks).length,
  };
}

export function isAccused({ failed }: Pick<JudgedService, 'failed'>): boolean {
  return failed.some(({ level }) => level !== 'SHOULD');
}
