import type { Risk } from '../conformance/contract/formats/false-alarms.ts';
import { counted } from './text/format.ts';

/**
 * How many services failed what, or had a check that came to no verdict; the upper bound; that the services are no random sample; and by which version, by when
 * and by whose requirements they were judged. A sentence each.
 */
export function riskSentences({
  services,
  accused,
  shouldOnly,
  inconclusive,
  atMost,
  at,
  releases,
  earlier,
}: Risk): readonly string[] {
  const which = earlier === services ? 'all' : `${earlier} of them`;
  const other = earlier === 0 ? '' : `, ${which} with other checks than this build has`;
  return [
    `${accused} of ${counted(services, 'valid service')} failed a MUST or HTTP check; of services like these at most ${percentUp(atMost)} would (exact 95 % bound).`,
    `${shouldOnly} failed only a SHOULD; ${inconclusiveText(inconclusive, services)}.`,
    'They are no random sample: we chose them, and fixed checks that failed a valid one.',
    `Judged by assay ${releases.join(', ')} by ${at.slice(0, 10)}${other}.`,
  ];
}

/** What fails nobody, and would make a service that was away look well. */
function inconclusiveText({ services, of }: Risk['inconclusive'], all: number): string {
  if (of === 0) return 'how many had an inconclusive check was not recorded';
  return `${services}${of === all ? '' : ` of the ${of} where that was recorded`} had an inconclusive check`;
}

/** Rounded away from zero: a bound that is rounded down is none. */
function percentUp(share: number): string {
  return `${(Math.ceil(share * 1_000) / 10).toFixed(1)} %`;
}
