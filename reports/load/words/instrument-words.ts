import type { Load } from '../../../load/verdict/load.ts';
import { pluralize, type Headline } from '../../text/format.ts';
import { lacksOnlySamples, isOnlyCutShort } from './invalid-words.ts';
import { protocolNotes } from './protocol-words.ts';

type InstrumentLine = {
  readonly is: Headline['is'];
  readonly word: string;
  /** The reasons against the instrument. */
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
};

/**
 * The verdict about the instrument, which precedes any verdict about the service. Undefined where it was not judged.
 */
export function instrumentLine(load: Load): InstrumentLine | undefined {
  const { validity, steps = [] } = load;
  if (validity === undefined) return undefined;
  const isValid = validity.is === 'valid';
  const notes = [...validity.notes, ...protocolNotes(load)];
  const unfit = isValid ? unfitLevels(load) : [];
  if (unfit.length > 0)
    return {
      is: 'inconclusive',
      word: `Instrument valid at ${steps.length - unfit.length} of ${pluralize(steps.length, 'level')}`,
      reasons: unfit,
      notes,
    };
  return {
    is: isValid ? 'pass' : 'inconclusive',
    word: isValid
      ? 'Instrument valid'
      : isOnlyCutShort(load)
        ? 'Run incomplete'
        : lacksOnlySamples(load)
          ? 'Too few samples'
          : 'Instrument invalid',
    reasons: validity.is === 'valid' ? [] : validity.reasons.map(({ because }) => because),
    notes,
  };
}

/** Why some levels of a sweep say nothing of the service: each level is judged by itself. */
function unfitLevels({ sweep, steps = [] }: Load): readonly string[] {
  if (sweep === undefined) return [];
  return steps.flatMap(({ step, inconclusive }) =>
    inconclusive === undefined ? [] : [`${pluralize(step.users ?? 0, 'user')}: ${inconclusive}`],
  );
}
