import { formats } from '../../../audio/formats.ts';
import { lettersToSay, speechAsked } from '../../../expectations/audio/asked/speech-asked.ts';
import { audioIn, spokenIn } from '../../../expectations/audio/spoken.ts';
import { sessionAsked, idGivenBy } from '../../../expectations/conversations/told-in-run.ts';
import { wordsPlantedIn } from '../../../expectations/words/remembers.ts';
import { says } from '../../../expectations/words/said.ts';
import { productsBy, type ProductOf } from './products.ts';
import { errorCodeIn } from '../../../bodies/error-code.ts';
import type { Exchange } from '../../../model/exchange.ts';

/** By what it can be told whose answer one is: what a request asks for, and whether an answer that came has it. */
type OneMark = {
  /** What it asks for; requests that ask for the same are not told apart. Undefined where the mark says nothing of it. */
  readonly askedBy: (exchange: Exchange) => string | undefined;
  /** Whether the answer to the one is what the other asked for; undefined where that cannot be told. */
  readonly fits: (answered: Exchange, asked: Exchange) => boolean | undefined;
  /** Whether it is much nearer to what the other asked for than to its own, where it may fit both. */
  readonly isNearer?: (answered: Exchange, asked: Exchange) => boolean;
  /** Nobody else asks for it, and it comes by no other way into an answer: without it an answer shows nothing. */
  readonly isUnique?: true;
  /** That one got another's shows it by itself; else two have to have got each other's. */
  readonly showsOneWay?: true;
};

export type Mark = OneMark & {
  /** Whether no other mark says that it is no answer to what the other asked for. */
  readonly mayBe: (answered: Exchange, asked: Exchange) => boolean;
};

/** The marks of a run: how long a letter of a speech takes is learnt from all of them. */
export function marksOf(exchanges: readonly Exchange[]): readonly Mark[] {
  const all = [
    word,
    session,
    operationBy(productsBy(exchanges)),
    formatOr(usualTypeIn(exchanges)),
    lengthBy(bytesPerLetter(exchanges)),
  ];
  // What is unique says it by itself, and the id of a session may change from answer to answer.
  const others = (mark: OneMark) => all.filter((each) => each !== mark && each.isUnique !== true);
  return all.map((mark) => ({
    ...mark,
    mayBe: (answered, asked) =>
      mark.isUnique === true ||
      others(mark).every((each) => each.askedBy(asked) === undefined || each.fits(answered, asked) !== false),
  }));
}

/** A reply says the word that its request planted, and none of another's. */
const word: OneMark = {
  askedBy: (exchange) => {
    const planted = isConversation(exchange) ? wordsPlantedIn(exchange) : [];
    return planted.length === 0 ? undefined : planted.join(' ');
  },
  fits: (answered, asked) => wordsPlantedIn(asked).some((each) => says(answered, each)),
  isUnique: true,
  showsOneWay: true,
};

/** A reply has the id of the session that it continues. */
const session: OneMark = {
  askedBy: (exchange) => (isConversation(exchange) ? sessionAsked(exchange) : undefined),
  fits: (answered, asked) => {
    const given = idGivenBy(answered);
    return given === undefined ? undefined : given === sessionAsked(asked);
  },
  isUnique: true,
};

/**
 * What an operation answers is told by what only it has. An answer without any of that may be one of any but a stream or a
 * speech; and what is refused under a success has none, whoever asked.
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

/** A speech is in the format that is asked for, or in the usual one of this service. */
function formatOr(usual: string | undefined): OneMark {
  const isAskedBy = (type: string, asked: Exchange): boolean | undefined => {
    const wanted = speechAsked(asked)?.format;
    if (wanted === undefined || wanted === 'default')
      return wanted === undefined || usual === undefined ? undefined : type === usual;
    return formats[wanted].mediaTypes.includes(type);
  };
  return {
    askedBy: (exchange) => (exchange.operation === 'speech' ? speechAsked(exchange)?.format : undefined),
    fits: (answered, asked) => {
      const type = audioTypeOf(answered);
      return type === undefined ? undefined : isAskedBy(type, asked);
    },
    showsOneWay: true,
  };
}

/** The media type of most speeches that are asked for in no format. */
function usualTypeIn(exchanges: readonly Exchange[]): string | undefined {
  const types = exchanges.flatMap((exchange) =>
    exchange.operation === 'speech' && speechAsked(exchange)?.format === 'default' ? (audioTypeOf(exchange) ?? []) : [],
  );
  const [most] = [...Map.groupBy(types, (type) => type)].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0];
}

/** An audio is as long as the text of its request. By far: tempo and pauses vary. */
function lengthBy(bytesEach: ReadonlyMap<string, number>): OneMark {
  /** How many times too long it is for the text of a request, or too short: as a logarithm, so that 0 is right. */
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
    // What is nobody's by far may still be nearer to somebody else's.
    isNearer: (answered, asked) => (offBy(answered, asked) ?? Infinity) < (offBy(answered, answered) ?? 0) / 2,
  };
}

const farOff = Math.log(3);

/** Before, after, and in the frames of codecs there is as much silence as so many letters take. */
const silentLetters = 5;

function lettersOf(exchange: Exchange): number | undefined {
  const asked = exchange.operation === 'speech' ? speechAsked(exchange) : undefined;
  const letters = asked === undefined ? undefined : lettersToSay(asked.text);
  return asked === undefined || letters === undefined ? undefined : (letters + silentLetters) / asked.speed;
}

/** By media type the bytes of audio that a letter takes in most answers of it. */
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
  const type = response.is === 'answer' ? spokenIn(response)?.contentType : undefined;
  return typeof type === 'string' ? type.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}

function isConversation({ operation: of }: Exchange): boolean {
  return of === 'chat' || of === 'stream';
}
