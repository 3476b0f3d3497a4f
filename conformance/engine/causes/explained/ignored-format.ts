import { sentMember } from '../../../bodies/sent-json.ts';
import { formats as audioFormats } from '../../../audio/formats.ts';
import { speechAsked } from '../../../expectations/audio/asked/speech-asked.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { idShowing } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explained } from './explained.ts';
import { audioTypeOf } from './marks.ts';

/** Of fewer, each may be what it cannot make. */
const leastFormats = 4;
/** Of fewer failures each tells as much. */
const leastFailed = 3;

/**
 * A service that never looks at the format of a speech: whichever is asked for, also one that there is not, the same comes.
 * Undefined where any other comes.
 */
export function ignoredFormatIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explained | undefined {
  const speeches = exchanges.filter((each) => each.operation === 'speech' && isTaken(each));
  const came = speeches.flatMap((each) => {
    const type = audioTypeOf(each);
    return type === undefined ? [] : [{ exchange: each, type, asked: speechAsked(each)?.format }];
  });
  const [type, ...others] = new Set(came.map((each) => each.type));
  const formats = new Set(came.map(({ asked }) => asked).filter((asked) => asked !== undefined && asked !== 'default'));
  if (type === undefined || others.length > 0 || formats.size < leastFormats) return undefined;
  const isRight = (asked: (typeof came)[number]['asked']): boolean =>
    asked === 'default' || (asked !== undefined && audioFormats[asked].mediaTypes.includes(type));
  const ids = new Set(
    came.flatMap(({ exchange, asked }) =>
      sentMember(exchange.request, 'format') === undefined || isRight(asked) ? [] : [exchange.id],
    ),
  );
  const has = (finding: Finding): boolean => ids.has(idShowing(finding));
  if (failed.filter(has).length < leastFailed) return undefined;
  return {
    has,
    title: `the format of a speech is never looked at: all ${came.length} came as ${type}, whichever was asked for`,
    shownIn: () => ({
      says: `All ${came.length} speeches came as ${type}, whichever of ${formats.size} formats was asked for, or one that there is not. Is "format" read, and by this name?`,
    }),
    leadOf: (group) => group.find(({ check }) => check.endsWith('-is-what-was-asked')),
    isRoot: true,
    isOfItsCheck: true,
  };
}
