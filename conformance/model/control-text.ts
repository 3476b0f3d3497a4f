import type { Check } from './check.ts';

/** What has to be seen before a check passes, in words: that its control passes, and its positive control. */
export function controlText({
  control,
  positiveControl,
}: Pick<Check, 'control' | 'positiveControl'>): readonly string[] {
  return [
    ...(control === undefined ? [] : [`${control} passes`]),
    ...(positiveControl === undefined ? [] : [positiveControl.says]),
  ];
}
