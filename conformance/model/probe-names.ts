import type { Exchange } from './exchange.ts';

const resumed = / resumed (\d+)$/;
const anew = / anew \d+$/;
const byItself = ' again by itself';
const again = new RegExp(`${byItself}$`);
const more = ' once more';
const onceMore = new RegExp(`${more}$`);

/**
 * The next name for a probe of which one part of a run has recorded something, and another is to send it: its exchanges
 * get ids of their own, and its words are others, so that none can be mistaken for those of the part before.
 */
export function nextName(name: string, taken: ReadonlySet<string>): string {
  const last = lastName(name, taken);
  if (last === undefined) return name;
  return `${name} resumed ${Number(resumed.exec(last)?.[1] ?? 0) + 1}`;
}

/** The name under which a probe was sent last; undefined where it was not sent. */
export function lastName(name: string, taken: ReadonlySet<string>): string | undefined {
  let last = taken.has(name) ? name : undefined;
  for (let time = 1; taken.has(`${name} resumed ${time}`); time += 1) last = `${name} resumed ${time}`;
  return last;
}

/** The name under which a probe is sent once more, with nothing else in between. */
export function againName(name: string): string {
  return `${name}${byItself}`;
}

/** Whether it was sent so. */
export function isByItself({ probe }: Pick<Exchange, 'probe'>): boolean {
  return again.test(probe.replace(resumed, ''));
}

/** The name under which a probe is sent once more, to see whether what it showed comes and goes. */
export function onceMoreName(name: string): string {
  return `${name}${more}`;
}

/** Whether it was sent so. */
export function isOnceMore({ probe }: Pick<Exchange, 'probe'>): boolean {
  return onceMore.test(probe.replace(resumed, '').replace(anew, ''));
}

/** The name under which a probe is begun anew in a fresh workspace, as it is not known what was charged. */
export function anewName(name: string, time: number): string {
  return `${name} anew ${time}`;
}

/** The name under which a list is asked for, to see whether anything answers, after an exchange that fell silent. */
export function afterName(name: string, id: string): string {
  return `${name} after ${id}`;
}

/** Whether it was asked for so, after one of these. */
export function isAskedAfter(exchange: Pick<Exchange, 'probe'>, ids: readonly string[]): boolean {
  return ids.some((id) => probeNameOf(exchange).endsWith(afterName('', id)));
}

/** The name of the probe that an exchange was sent for, in whatever part of its run, and whichever time. */
export function probeNameOf({ probe }: Pick<Exchange, 'probe'>): string {
  return probe.replace(resumed, '').replace(anew, '').replace(again, '').replace(onceMore, '');
}
