import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { classify } from '../../classification/classify.ts';
import { isWhole, type Evidence } from './judge.ts';

/** What may be the target's mistake, or that of the way to it. */
const needsLivenessCheck = ['noResponse', 'unfinished'];

/**
 * Adds the answer of another operation to what fell silent, to tell an operation that hangs from a target that is gone. It
 * is asked anew after each silence: that it answered earlier says nothing of a target that has gone since.
 */
export async function withLivenessCheck(
  gathered: Evidence,
  botList: Probe,
  send: (probe: Probe) => Promise<Evidence>,
): Promise<Evidence> {
  const { seen, unrecoverable = [] } = gathered;
  const silent = [...unrecoverable, ...seen].find((exchange) =>
    needsLivenessCheck.includes(classify(exchange, { judges402: true }).is),
  );
  if (silent === undefined) return gathered;
  for (const list of listsBeside(silent, botList)) {
    const [livenessCheck] = (await send({ ...list, name: `${list.name} after ${silent.id}` })).seen;
    if (livenessCheck !== undefined && isWhole(livenessCheck)) return { ...gathered, livenessCheck };
  }
  return gathered;
}

/** What anybody can ask for, of other operations than the one that fell silent. */
function listsBeside({ operation }: Exchange, botList: Probe): readonly Probe[] {
  const lists = [
    { of: 'voices', list: listVoices('none') },
    { of: 'bots', list: botList },
  ] as const;
  return lists.flatMap(({ of, list }) => (of === operation ? [] : [list]));
}
