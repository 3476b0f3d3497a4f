import type { MeasuredLoad } from '../figures/figures.ts';
import type { InvalidReason } from './invalid.ts';
import { undecidedOperations } from './marks.ts';

/** What is unknown without each of the files that a run writes beside its records. */
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

/**
 * A reason for each missing file that every run with these settings writes: it may have contained what makes the run
 * invalid.
 */
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
 * Whether the replies after the run are missing. `load` writes them where far more replies of a complete run lack their
 * marks than before it. k6 alone requests none. Earlier builds wrote none where they could request none, and did not
 * say that they write the file.
 */
function lacksAskedAfter({ marks, complete, settings }: MeasuredLoad, evidence: FilesKnown): boolean {
  const isByLoad = evidence.tellsAskedAfter === true && evidence.generators === undefined;
  if (!isByLoad || !complete || (settings.turns ?? 1) > 1 || evidence.askedAfter !== undefined) return false;
  return marks !== undefined && undecidedOperations(marks).length > 0;
}
