import type { Risk } from '../conformance/contract/formats/false-alarms.ts';
import { pluralize } from './text/format.ts';

/**
 * Sentences on how many services failed which checks or had inconclusive ones, the upper bound, that the services are
 * no random sample, and by which version, when and by which requirements they were judged.
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
    `${accused} of ${pluralize(services, 'valid service')} failed a MUST or HTTP check; of services like these at most ${percentUp(atMost)} would (exact 95 % bound).`,
    `${shouldOnly} failed only a SHOULD; ${inconclusiveText(inconclusive, services)}.`,
    'They are no random sample: we chose them, and fixed checks that failed a valid one.',
    `Judged by assay ${releases.join(', ')} by ${at.slice(0, 10)}${other}.`,
  ];
}

/** Inconclusive checks fail no service, but would make an unavailable service look good. */
function inconclusiveText({ services, of }: Risk['inconclusive'], all: number): string {
  if (of === 0) return 'how many had an inconclusive check was not recorded';
  return `${services}${of === all ? '' : ` of the ${of} where that was recorded`} had an inconclusive check`;
}

/** Rounded up: an upper bound must not be rounded down. */
function percentUp(share: number): string {
  return `${(Math.ceil(share * 1_000) / 10).toFixed(1)} %`;
}
