import type { Input } from '../inputs/request.ts';

/**
 * True of two smallest inputs that are the same but for a speed that both have: a bound that a service trips over is met
 * from any number beyond it, and which of them is the smallest depends on where shrinking began.
 */
export function areAlikeButForSpeed(one: Input, other: Input): boolean {
  const [mine, others] = [withoutSpeeds(one), withoutSpeeds(other)];
  return mine !== undefined && mine === others;
}

function withoutSpeeds(input: Input): string | undefined {
  if (!input.some(({ members }) => members.some(([name, value]) => name === 'speed' && 'json' in value)))
    return undefined;
  const blanked = input.map(({ members, ...rest }) => ({
    ...rest,
    members: members.map((member) => (member[0] === 'speed' ? ['speed'] : member)),
  }));
  return JSON.stringify(blanked);
}
