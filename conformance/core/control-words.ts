import type { Check } from './check.ts';

/** What has to be seen before a check passes, in words: that its twin passes, and its control. */
export function controlWords({ twin, control }: Pick<Check, 'twin' | 'control'>): readonly string[] {
  return [...(twin === undefined ? [] : [`${twin} passes`]), ...(control === undefined ? [] : [control.says])];
}
