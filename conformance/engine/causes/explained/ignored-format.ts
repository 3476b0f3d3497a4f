import { sentMember } from '../../../bodies/sent-json.ts';
import { signatureOf } from '../../../audio/containers.ts';
import { formats as audioFormats } from '../../../audio/formats.ts';
import { speechFormats, type SpeechFormat } from '../../../contract/limits.ts';
import { speechRequestOf } from '../../../expectations/audio/asked/speech-request.ts';
import { audioIn } from '../../../expectations/audio/speech-body.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { leadExchangeId, subjectKind } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';
import { audioTypeOf } from './marks.ts';

/** Fewest formats that were asked for: of fewer, each may be one that the service cannot make. */
const leastFormats = 4;
/** Fewest failures that a rule explains: of fewer, each tells as much by itself. */
const leastFailed = 3;
/** The same where each failure is about the name alone. */
const leastMisnamed = 2;

/** A speech that came. `asked` is undefined where its request names no format that there is, or can be read in two ways. */
type Came = {
  readonly exchange: Exchange;
  readonly type: string;
  readonly asked: SpeechFormat | 'default' | undefined;
};

/**
 * All speeches have the same contentType, whichever format was asked for: either the format is never looked at, or the audio
 * is of the format that was asked for, and only its name never changes. Undefined where any has another contentType.
 */
export function ignoredFormatIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const came = exchanges
    .filter((each) => each.operation === 'speech' && isAccepted(each))
    .flatMap((exchange): Came | [] => {
      const type = audioTypeOf(exchange);
      return type === undefined ? [] : { exchange, type, asked: speechRequestOf(exchange)?.format };
    });
  const [type, ...others] = new Set(came.map((each) => each.type));
  const formats = new Set(came.map(({ asked }) => asked).filter((asked) => asked !== undefined && asked !== 'default'));
  if (type === undefined || others.length > 0 || formats.size < leastFormats) return undefined;
  return audioNamesIn(came).size > 1 ? misnamedAs(type, came, failed) : neverLookedAt(type, came, formats.size, failed);
}

/** What the audio of speeches begins as, without what begins as nothing known, such as raw samples. */
function audioNamesIn(came: readonly Came[]): ReadonlySet<string> {
  return new Set(
    came.flatMap(({ exchange: { response } }) => {
      const audio = response.is === 'answer' ? audioIn(response) : undefined;
      return (audio && signatureOf(audio)?.name) ?? [];
    }),
  );
}

function neverLookedAt(
  type: string,
  came: readonly Came[],
  formats: number,
  failed: readonly Finding[],
): Explanation | undefined {
  const isRight = (asked: Came['asked']): boolean =>
    asked === 'default' || (asked !== undefined && audioFormats[asked].mediaTypes.includes(type));
  const named = came.filter(({ exchange }) => sentMember(exchange.request, 'format') !== undefined);
  const ids = new Set(named.flatMap(({ exchange, asked }) => (isRight(asked) ? [] : [exchange.id])));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding));
  if (failed.filter(has).length < leastFailed) return undefined;
  const isOfNone = named.some(({ exchange }) => isOfNoFormat(exchange));
  return {
    has,
    title: `the format of a speech is never looked at: all ${came.length} came as ${type}, whichever was asked for`,
    shownIn: () => ({
      says: `All ${came.length} speeches came as ${type}, whichever of ${formats} formats was asked for${isOfNone ? ', or one that there is not' : ''}. Is "format" read, and by this name?`,
    }),
    leadOf: (group) => group.find(({ check }) => check.endsWith('-is-what-was-asked')),
    isRoot: true,
    isOfItsCheck: true,
  };
}

function isOfNoFormat({ request }: Exchange): boolean {
  const sent = sentMember(request, 'format');
  return sent !== undefined && !speechFormats.some((known) => JSON.stringify(known) === sent);
}

function misnamedAs(type: string, came: readonly Came[], failed: readonly Finding[]): Explanation | undefined {
  const ids = new Set(came.map(({ exchange }) => exchange.id));
  const has = (finding: Finding): boolean => {
    const [first] = finding.mismatches;
    return first !== undefined && subjectKind(first) === 'contentType' && ids.has(leadExchangeId(finding));
  };
  if (failed.filter(has).length < leastMisnamed) return undefined;
  return {
    has,
    title: `contentType is ${type} in all ${came.length} speeches, whichever format their audio has`,
    shownIn: () => ({
      says: `All ${came.length} speeches say ${type}, though the bytes of their audio are of more than one format. Is contentType a constant?`,
    }),
    leadOf: (group) => group.find(({ check }) => check.endsWith('/is-what-it-says')),
    isRoot: true,
    isOfItsCheck: true,
  };
}
