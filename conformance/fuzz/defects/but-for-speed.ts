import { speed } from '../../contract/limits.ts';
import type { Deviation, Input } from '../inputs/request.ts';

/** What a number that is no valid speed lies beyond; 0 is beside, as it may be taken for none given. */
type Beyond = 'minimum' | 'maximum' | 'zero';

/**
 * True of two smallest inputs that are the same but for a speed that both have: a bound that a service trips over is met
 * from any number beyond it, and which of them is the smallest depends on where shrinking began.
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

/** Of a speed that comes twice, either may be the one that the service takes. */
function beyondOf(deviation: Deviation | undefined): readonly Beyond[] {
  if (deviation === undefined || !('name' in deviation) || deviation.name !== 'speed') return [];
  if (deviation.is === 'set') return beyondBound(deviation.json);
  return deviation.is === 'doubled' ? [deviation.first, deviation.second].flatMap(beyondBound) : [];
}

/** None of what is no number, which a service gets wrong in another way. */
function beyondBound(json: string): readonly Beyond[] {
  const number = Number(json);
  if (number === 0) return ['zero'];
  if (number > speed.maximum) return ['maximum'];
  return number < speed.minimum ? ['minimum'] : [];
}
