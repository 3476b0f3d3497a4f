import type { SentAs } from '../contract/formats/exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Probe } from './probe.ts';

const resumedName = (name: string, time: number): string => `${name} resumed ${time}`;

/** How many further parts of a run have recorded something of a probe, each under its next name. */
function timesResumed(name: string, taken: ReadonlySet<string>): number {
  let times = 0;
  while (taken.has(resumedName(name, times + 1))) times += 1;
  return times;
}

/**
 * The next name for a probe that one part of a run has recorded and another part is to send. Its exchanges get ids of
 * their own, and its nonces differ, so that none can be mistaken for those of the earlier part.
 */
export function nextResumedName(name: string, taken: ReadonlySet<string>): string {
  const times = timesResumed(name, taken);
  return times === 0 && !taken.has(name) ? name : resumedName(name, times + 1);
}

/** The name under which a probe was sent last; undefined where it was not sent. */
export function lastResumedName(name: string, taken: ReadonlySet<string>): string | undefined {
  const times = timesResumed(name, taken);
  if (times > 0) return resumedName(name, times);
  return taken.has(name) ? name : undefined;
}

/** The same probe under another name. */
export function renamedProbe(probe: Probe, name: string, how: Omit<SentAs, 'of'> = {}): Probe {
  if (name === probe.name) return probe;
  return { ...probe, name, sentAs: { of: probe.name, ...probe.sentAs, ...how } };
}

/** The name under which a probe is sent once more, with nothing else in between. */
export function repeatedAloneName(name: string): string {
  return `${name} again by itself`;
}

/** The probe as it is sent once more, with nothing else in between. */
export function repeatedAlone(probe: Probe): Probe {
  return renamedProbe(probe, repeatedAloneName(probe.name), { again: 'byItself' });
}

/** Whether an exchange was sent by such a probe. */
export function isRepeatedAlone({ sentAs }: Pick<Exchange, 'sentAs'>): boolean {
  return sentAs?.again === 'byItself';
}

/** The probe as it is sent once more, to see whether what it showed comes and goes. */
export function repeatedOnce(probe: Probe): Probe {
  return renamedProbe(probe, `${probe.name} once more`, { again: 'onceMore' });
}

/** Whether an exchange was sent by such a probe. */
export function isRepeatedOnce({ sentAs }: Pick<Exchange, 'sentAs'>): boolean {
  return sentAs?.again === 'onceMore';
}

/** The probe as it is begun again in a fresh workspace, because it is not known what was charged. */
export function restartedProbe(probe: Probe, time: number): Probe {
  return renamedProbe(probe, `${probe.name} anew ${time}`);
}

/** The probe of a list that is asked for after an exchange that fell silent, to see whether anything answers. */
export function livenessProbeAfter(list: Probe, id: string): Probe {
  const name = `${list.name} after ${id}`;
  return { ...list, name, sentAs: { of: name, after: id } };
}

/** Whether an exchange was sent by such a probe, after one of these exchanges. */
export function isLivenessCheckAfter({ sentAs }: Pick<Exchange, 'sentAs'>, ids: readonly string[]): boolean {
  return sentAs?.after !== undefined && ids.includes(sentAs.after);
}

/** The name of the probe that an exchange was sent for, whichever part of the run and whichever time it was. */
export function probeNameOf({ probe, sentAs }: Pick<Exchange, 'probe' | 'sentAs'>): string {
  return sentAs?.of ?? probe;
}
