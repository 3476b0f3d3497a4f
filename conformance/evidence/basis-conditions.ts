import type { Basis } from '../contract/formats/verification.ts';
import type { Run } from '../model/run.ts';

/**
 * What the conditions of a run leave open: a service can be built to be right for these requests alone. The row of
 * other clients belongs to every run, whose requests say that they come from assay so that the owner of a service finds
 * them in its logs.
 */
export function conditionRows({ given, embedded }: Run): readonly Basis[] {
  const { headers = [], bot, otherBot, timeoutMs, proxy } = given ?? {};
  const bots = [bot, otherBot].filter((each) => each !== undefined);
  const agent = headers.some((name) => name.toLowerCase() === 'user-agent');
  const open: readonly (readonly [what: string, says: string] | undefined)[] = [
    agent
      ? undefined
      : ['other clients', 'whether others get the same answers: each request says that it is of assay (User-Agent)'],
    headers.length === 0
      ? undefined
      : ['headers', `requests without ${headers.join(', ')}, which every request carried`],
    bots.length === 0 ? undefined : ['other bots', `bots other than ${bots.join(' and ')}, which the signer named`],
    timeoutMs === undefined
      ? undefined
      : ['patience', `clients that wait for an answer less than ${timeoutMs / 1_000} s, as long as this run did`],
    proxy === undefined || embedded
      ? undefined
      : ['proxy', `who answered behind the proxy ${proxy}: the service was not contacted directly`],
  ];
  return open.flatMap((each) => (each === undefined ? [] : [{ basis: 'notCovered', what: each[0], says: each[1] }]));
}
