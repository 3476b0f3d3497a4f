import type { Risk } from '../conformance/contract/formats/false-alarms.ts';
import { counted } from './text/format.ts';

/**
 * The figure with its upper bound; what is counted; of how many a check came to no verdict; that the services are no random sample; and by which version, by when
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
  const lesser = shouldOnly === 0 ? '' : `; of ${counted(shouldOnly, 'service')} only a SHOULD fails`;
  const other = `, ${earlier === services ? 'all' : earlier} of them by other requirements than those of this build`;
  return [
    `${accused} of ${counted(services, 'valid service')} accused: at most ${percentUp(atMost)} of services like these (exact, 95 %).`,
    `Accused is one of which a MUST or HTTP check fails${lesser}.`,
    inconclusiveText(inconclusive, services),
    'They are no random sample: we chose them, and fixed checks that accused one.',
    `Judged by assay ${releases.join(', ')} by ${at.slice(0, 10)}${earlier === 0 ? '' : other}.`,
  ];
}

/** What accuses nobody, and would make a service that was away look well. */
function inconclusiveText({ services, of }: Risk['inconclusive'], all: number): string {
  const those = of === all ? `${services} of all ${all}` : `${services} of the ${of} of which that was recorded`;
  return of === 0
    ? 'Of how many some check could not be judged was not recorded.'
    : `Some check could not be judged of ${those}.`;
}

/** Rounded away from zero: a bound that is rounded down is none. */
function percentUp(share: number): string {
  return `${(Math.ceil(share * 1_000) / 10).toFixed(1)} %`;
}
