import { sentMember } from '../bodies/sent-json.ts';
import type { PositiveControl, Exchanges } from '../model/check.ts';
import { isAccepted } from '../model/exchange.ts';

/** The optional fields of a speech (2.5). */
const optional = ['speed', 'format', 'instructions'] as const;

/**
 * Each optional field of the valid speeches is in one that was accepted. Otherwise an invalid speech with the same field
 * may be refused for that field, and proves nothing. Fields that no valid speech has are not required.
 */
export const eachFieldIsAccepted: PositiveControl = {
  says: 'valid speeches with each of the optional fields are accepted',
  shownIn: (seen) => {
    const taken = seen.filter(isAccepted);
    const refused = optional.filter((name) => having(seen, name).length > 0 && having(taken, name).length === 0);
    if (taken.length === 0)
      return { because: 'no valid speech was accepted, so that nothing shows what these were refused for' };
    if (refused.length > 0)
      return {
        because: `no valid speech with ${refused.join(' or ')} was accepted, so that an invalid one that has it may be refused for it`,
      };
    const shown = optional.flatMap((name) => having(taken, name).slice(0, 1));
    return { by: shown.length > 0 ? [...new Set(shown)] : taken.slice(0, 1) };
  },
};

function having(seen: Exchanges, name: (typeof optional)[number]): Exchanges {
  return seen.filter(({ request }) => sentMember(request, name) !== undefined);
}
