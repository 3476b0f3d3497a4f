import { formats } from '../../../audio/formats.ts';
import { lettersToSay, speechRequestOf } from '../../../expectations/audio/asked/speech-request.ts';
import { audioIn, speechBodyOf } from '../../../expectations/audio/speech-body.ts';
import { sessionIdSentBy, sessionIdGivenBy } from '../../../expectations/conversations/planted-in-run.ts';
import { wordsPlantedIn } from '../../../expectations/words/remembers.ts';
import { saysWord } from '../../../expectations/words/said.ts';
import { productsBy, type ProductOf } from './products.ts';
import { errorCodeIn } from '../../../bodies/error-code.ts';
import type { Exchange } from '../../../model/exchange.ts';

/** A mark that tells to which request an answer belongs: what a request asks for, and whether an answer has that. */
type OneMark = {
  /**
   * What a request asks for; requests that ask for the same are not told apart. Undefined where the mark does not
   * apply.
   */
  readonly askedBy: (exchange: Exchange) => string | undefined;
  /** Whether the answer to `answered` is what `asked` asked for; undefined where that cannot be told. */
  readonly fits: (answered: Exchange, asked: Exchange) => boolean | undefined;
  /**
   * Whether that answer is much nearer to what `asked` asked for than to what its own request did, if it may fit both.
   */
  readonly isNearer?: (answered: Exchange, asked: Exchange) => boolean;
  /** No other request asks for it, and it gets into an answer in no other way: an answer without it shows nothing. */
  readonly isUnique?: true;
  /**
   * A single request with the answer of another proves a swap; else two requests have to have got each other's answers.
   */
  readonly showsOneWay?: true;
};

export type Mark = OneMark & {
  /** Whether no other mark contradicts that the answer to `answered` is what `asked` asked for. */
  readonly mayBe: (answered: Exchange, asked: Exchange) => boolean;
};

/** The marks of a run: how many bytes of audio a letter takes is learnt from all of its speeches. */
export function marksOf(exchanges: readonly Exchange[]): readonly Mark[] {
  const all = [
    word,
    session,
    operationBy(productsBy(exchanges)),
    formatOr(usualTypeIn(exchanges)),
    lengthBy(bytesPerLetter(exchanges)),
  ];
  // A unique mark needs no other mark, and contradicts none: the id of a session may change from answer to answer.
  const others = (mark: OneMark) => all.filter((each) => each !== mark && each.isUnique !== true);
  return all.map((mark) => ({
    ...mark,
    mayBe: (answered, asked) =>
      mark.isUnique === true ||
      others(mark).every((each) => each.askedBy(asked) === undefined || each.fits(answered, asked) !== false),
  }));
}

/** A reply says a word that its own request planted, and no word of another request. */
const word: OneMark = {
  askedBy: (exchange) => {
    const planted = isConversation(exchange) ? wordsPlantedIn(exchange) : [];
    return planted.length === 0 ? undefined : planted.join(' ');
  },
  fits: (answered, asked) => wordsPlantedIn(asked).some((each) => saysWord(answered, each)),
  isUnique: true,
  showsOneWay: true,
};

/** A reply has the id of the session that it continues. */
const session: OneMark = {
  askedBy: (exchange) => (isConversation(exchange) ? sessionIdSentBy(exchange) : undefined),
  fits: (answered, asked) => {
    const given = sessionIdGivenBy(answered);
    return given === undefined ? undefined : given === sessionIdSentBy(asked);
  },
  isUnique: true,
};

/**
 * The operation of an answer is known by what only this operation answers. An answer without any of that may belong to
 * any operation but a stream or a speech. A refusal under the status of a success has none of it.
 */
function operationBy(productOf: ProductOf): OneMark {
  return {
    askedBy: ({ operation: of }) => (of === 'other' ? undefined : of),
    fits: (answered, asked) => {
      const { response } = answered;
      if (response.is !== 'answer' || errorCodeIn(response) !== undefined) return undefined;
      const product = productOf(answered);
      if (product !== undefined) return product === asked.operation;
      return asked.operation === 'stream' || asked.operation === 'speech' ? false : undefined;
    },
    showsOneWay: true,
  };
}

/** A speech is in the format that is asked for, or else in the usual format of this service. */
function formatOr(usual: string | undefined): OneMark {
  const isAskedBy = (type: string, asked: Exchange): boolean | undefined => {
    const wanted = speechRequestOf(asked)?.format;
    if (wanted === undefined || wanted === 'default')
      return wanted === undefined || usual === undefined ? undefined : type === usual;
    return formats[wanted].mediaTypes.includes(type);
  };
  return {
    askedBy: (exchange) => (exchange.operation === 'speech' ? speechRequestOf(exchange)?.format : undefined),
    fits: (answered, asked) => {
      const type = audioTypeOf(answered);
      return type === undefined ? undefined : isAskedBy(type, asked);
    },
    showsOneWay: true,
  };
}

/** The media type of most speeches for which no format is asked for. */
function usualTypeIn(exchanges: readonly Exchange[]): string | undefined {
  const types = exchanges.flatMap((exchange) =>
    exchange.operation === 'speech' && speechRequestOf(exchange)?.format === 'default'
      ? (audioTypeOf(exchange) ?? [])
      : [],
  );
  const [most] = [...Map.groupBy(types, (type) => type)].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0];
}

/** Audio lasts as long as the text of its request takes, within wide bounds: tempo and pauses vary. */
function lengthBy(bytesEach: ReadonlyMap<string, number>): OneMark {
  /**
   * How far audio is too long or too short for the text of a request: the logarithm of the factor, so that 0 is right.
   */
  const offBy = (answered: Exchange, asked: Exchange): number | undefined => {
    const [toSay, bytes] = [lettersOf(asked), audioOf(answered)?.length];
    const each = bytesEach.get(audioTypeOf(answered) ?? '');
    if (toSay === undefined || bytes === undefined || each === undefined) return undefined;
    return Math.abs(Math.log(bytes / (each * toSay)));
  };
  return {
    askedBy: (exchange) => lettersOf(exchange)?.toFixed(0),
    fits: (answered, asked) => {
      const off = offBy(answered, asked);
      return off === undefined ? undefined : off < farOff;
    },
    // Audio that is far too long or short for every request may still be nearer to the text of another request.
    isNearer: (answered, asked) => (offBy(answered, asked) ?? Infinity) < (offBy(answered, answered) ?? 0) / 2,
  };
}

const farOff = Math.log(3);

/** The silence before and after speech, and in the frames of codecs, as the number of letters that take as long. */
const silentLetters = 5;

function lettersOf(exchange: Exchange): number | undefined {
  const asked = exchange.operation === 'speech' ? speechRequestOf(exchange) : undefined;
  const letters = asked === undefined ? undefined : lettersToSay(asked.text);
  return asked === undefined || letters === undefined ? undefined : (letters + silentLetters) / asked.speed;
}

/** The bytes of audio that a letter takes, by media type: the median of all speeches of that type. */
function bytesPerLetter(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const all = exchanges.flatMap((exchange) => {
    const letters = lettersOf(exchange);
    const [type, audio] = letters === undefined ? [] : [audioTypeOf(exchange), audioOf(exchange)];
    return letters === undefined || type === undefined || audio === undefined
      ? []
      : [{ type, each: audio.length / letters }];
  });
  const byType = [...Map.groupBy(all, ({ type }) => type)];
  return new Map(byType.map(([type, of]) => [type, medianOf(of.map(({ each }) => each))]));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function audioOf({ response }: Exchange): Uint8Array | undefined {
  return response.is === 'answer' ? audioIn(response) : undefined;
}

/** The media type that an answer names for its audio, without parameters. */
export function audioTypeOf({ response }: Exchange): string | undefined {
  const type = response.is === 'answer' ? speechBodyOf(response)?.contentType : undefined;
  return typeof type === 'string' ? type.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}

function isConversation({ operation: of }: Exchange): boolean {
  return of === 'chat' || of === 'stream';
}
