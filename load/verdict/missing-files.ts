import type { MeasuredLoad } from '../figures/figures.ts';
import type { InvalidReason } from './invalid.ts';
import { unsureOperations } from './marks.ts';

/** What is not known without each of the files that a run writes beside its records. */
const unknownWithout = {
  'instrument.json': 'whether the system clock was set, or this machine made requests fail',
  'samples.json': 'whether the spoken answers were right',
  'asked-after.json': 'whether the load or the bot left out the marks of replies',
} as const;

export type NeededFile = keyof typeof unknownWithout;

type FilesKnown = {
  readonly missing?: readonly NeededFile[];
  readonly generators?: unknown;
  readonly askedAfter?: unknown;
  readonly tellsAskedAfter?: boolean;
};

/** A file that every run of these settings writes, and that is not there, may have said what makes it invalid. */
export function missingFiles(load: MeasuredLoad, evidence: FilesKnown): readonly InvalidReason[] {
  const missing = [
    ...(evidence.missing ?? []),
    ...(lacksAskedAfter(load, evidence) ? ['asked-after.json' as const] : []),
  ];
  return missing.map((name) => ({
    code: 'unvouched',
    because: `${name} is missing or cannot be read, so that it is not known ${unknownWithout[name]}`,
  }));
}

/**
 * `load` writes it where far more replies of a whole run lack their marks than before it: k6 alone asks for none, and
 * earlier builds wrote none where they could ask for none, nor did they say that they write it.
 */
function lacksAskedAfter({ marks, complete, settings }: MeasuredLoad, evidence: FilesKnown): boolean {
  const isByLoad = evidence.tellsAskedAfter === true && evidence.generators === undefined;
  if (!isByLoad || !complete || (settings.turns ?? 1) > 1 || evidence.askedAfter !== undefined) return false;
  return marks !== undefined && unsureOperations(marks).length > 0;
}
