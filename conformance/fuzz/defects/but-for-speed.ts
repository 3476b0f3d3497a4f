import { speed } from '../../contract/limits.ts';
import type { Deviation, Input } from '../inputs/request.ts';

/** The bound that an invalid speed breaks. Zero is a kind of its own, as a service may take it for an absent speed. */
type Beyond = 'minimum' | 'maximum' | 'zero';

/**
 * True of two shrunk inputs that differ in their speed alone. Any speed beyond a bound shows the same mistake, and which
 * one shrinking ends with depends on where it began.
 */
export function areAlikeButForSpeed(one: Input, other: Input): boolean {
  const [mine, others] = [withoutSpeeds(one), withoutSpeeds(other)];
  if (mine === undefined || mine !== others) return false;
  const [crossed, alsoCrossed] = [beyondIn(one), beyondIn(other)];
  return crossed.length === 0 || crossed.some((each) => alsoCrossed.includes(each));
}

function withoutSpeeds(input: Input): string | undefined {
  const hasMember = input.some(({ members }) => members.some(([name, value]) => name === 'speed' && 'json' in value));
  if (!hasMember && beyondIn(input).length === 0) return undefined;
  const blanked = input.map(({ members, deviation, ...rest }) => ({
    ...rest,
    members: members.map((member) => (member[0] === 'speed' ? ['speed'] : member)),
    deviation: beyondOf(deviation).length > 0 ? 'speed' : deviation,
  }));
  return JSON.stringify(blanked);
}

function beyondIn(input: Input): readonly Beyond[] {
  return input.flatMap(({ deviation }) => beyondOf(deviation));
}

/** The bounds that a deviation of the speed breaks; of a speed given twice the service may read either value. */
function beyondOf(deviation: Deviation | undefined): readonly Beyond[] {
  if (deviation === undefined || !('name' in deviation) || deviation.name !== 'speed') return [];
  if (deviation.is === 'set') return beyondBound(deviation.json);
  return deviation.is === 'doubled' ? [deviation.first, deviation.second].flatMap(beyondBound) : [];
}

/** Empty for a value that is no number: that is another mistake. */
function beyondBound(json: string): readonly Beyond[] {
  const number = Number(json);
  if (number === 0) return ['zero'];
  if (number > speed.maximum) return ['maximum'];
  return number < speed.minimum ? ['minimum'] : [];
}
