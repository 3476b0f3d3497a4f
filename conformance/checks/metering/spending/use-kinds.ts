import { chatFlags, speechFormats, type SpeechFormat, type VoiceName } from '../../../contract/limits.ts';
import type { MeteredAs } from './ledger.ts';

type Flag = (typeof chatFlags)[number];

/** All that is known of a use: its name is for people, and nothing goes by it. */
type UseKind = {
  /** What the use counts as if it is answered; absent where it never counts. */
  readonly metered?: MeteredAs;
  /** What it requests, where that is neither a chat nor a speech. */
  readonly request?: 'HEAD' | 'OPTIONS' | 'unknown path' | 'bots' | 'voices';
  readonly isStream?: true;
  /** Why it must be refused. */
  readonly flaw?: Flaw;
  readonly isRepeated?: true;
  /** It says the same in every workspace of its probe. */
  readonly isSharedText?: true;
  readonly continuesSession?: true;
  readonly isEmoji?: true;
  /** Asks for the words that its session was told. */
  readonly asksForWords?: true;
  /** Continues a session that never existed. */
  readonly isInNoSession?: true;
  readonly length?: 'long' | 'longer' | 'longest' | number;
  readonly flags?: readonly Flag[];
  /** A flag that is set to a value other than a boolean. */
  readonly mistypes?: Flag;
  readonly format?: SpeechFormat | 'drawn';
  readonly isForm?: true;
  readonly isToAnotherBot?: true;
  /** Absent for the voice of its format. */
  readonly voice?: VoiceName;
  readonly speed?: number;
  /** `long`: longer than some services accept. */
  readonly instructions?: 'short' | 'usual' | 'long';
  /** The kind of text that is spoken; absent for plain text of the length above. */
  readonly spoken?: 'spelled' | 'emoji';
  /** An unusual request for a usual use: servers differ in what they accept. */
  readonly form?: 'query' | 'chunks' | 'closing' | 'text';
};

type Flaw =
  | 'no message'
  | 'no text'
  | 'cut off'
  | 'sessionId of another type'
  | 'message of another type'
  | 'no object'
  | 'no such bot'
  | 'no bearer'
  /** Drawn by the seed of the run. */
  | 'drawn';

const chat: UseKind = { metered: 'chat' };
const stream: UseKind = { metered: 'chat', isStream: true };
const speech: UseKind = { metered: 'speech' };

/** The same for each of several values, under the name that it gives. */
function each<Value extends string, Name extends string>(
  values: readonly Value[],
  nameOf: (value: Value) => Name,
  kindOf: (value: Value) => UseKind,
): Readonly<Record<Name, UseKind>> {
  return Object.fromEntries(values.map((value) => [nameOf(value), kindOf(value)])) as Record<Name, UseKind>;
}

/** Each voice, both ends of the speed and what lies between them stand in one use or another. */
const kinds = {
  chat,
  stream,
  speech,
  'long chat': { ...chat, length: 'long' },
  'longest chat': { ...chat, length: 'longest' },
  'long stream': { ...stream, length: 'long' },
  'longest stream': { ...stream, length: 'longest' },
  'long speech': { ...speech, length: 'long' },
  // At four times the speed it takes a quarter of the time, and does not keep a slow target busy for long.
  'longer speech': { ...speech, length: 'longer', speed: 4 },
  'longest speech': { ...speech, length: 'longest', speed: 4 },
  'speech of 5 characters as mp3': { ...speech, length: 5, format: 'mp3' },
  'speech of 150 characters': { ...speech, length: 150 },
  'speech of 3,001 characters': { ...speech, length: 3_001, speed: 4 },
  'chat of 9,001 characters': { ...chat, length: 9_001 },
  'long speech by another voice': { ...speech, length: 'long', voice: 'onyx' },
  'slow speech': { ...speech, voice: 'fable', format: 'opus', speed: 0.25 },
  'fast speech by another voice': { ...speech, voice: 'onyx', format: 'wav', speed: 4, spoken: 'emoji' },
  'speech by another voice': { ...speech, voice: 'onyx' },
  'speech with instructions': { ...speech, voice: 'shimmer', instructions: 'usual' },
  'speech with long instructions': { ...speech, voice: 'echo', instructions: 'long' },
  'speech of all options': {
    ...speech,
    voice: 'echo',
    format: 'drawn',
    speed: 1.5,
    instructions: 'short',
    spoken: 'spelled',
  },
  'form speech': { ...speech, isForm: true },
  'repeated chat': { ...chat, isRepeated: true },
  'repeated stream': { ...stream, isRepeated: true },
  'repeated speech': { ...speech, isRepeated: true },
  'speech that all say': { ...speech, isSharedText: true },
  'chat that goes on': { ...chat, continuesSession: true },
  'stream that goes on': { ...stream, continuesSession: true },
  'repeated chat that goes on': { ...chat, continuesSession: true, isRepeated: true },
  'repeated stream that goes on': { ...stream, continuesSession: true, isRepeated: true },
  'longest chat that goes on': { ...chat, continuesSession: true, length: 'longest' },
  'chat of emoji that goes on': { ...chat, continuesSession: true, isEmoji: true },
  'chat in chunks with useMcp that goes on': { ...chat, continuesSession: true, form: 'chunks', flags: ['useMcp'] },
  'long chat with an unknown query and includeCitations that goes on': {
    ...chat,
    continuesSession: true,
    form: 'query',
    flags: ['includeCitations'],
    length: 'long',
  },
  'stream with Connection: close that goes on': { ...stream, continuesSession: true, form: 'closing' },
  'bad chat that goes on': { ...chat, continuesSession: true, flaw: 'no message' },
  'bad stream that goes on': { ...stream, continuesSession: true, flaw: 'no message' },
  'question by stream with webSearch': { ...stream, continuesSession: true, asksForWords: true, flags: ['webSearch'] },
  'question with webSearch': { ...chat, continuesSession: true, asksForWords: true, flags: ['webSearch'] },
  'chat with another bot': { ...chat, isToAnotherBot: true },
  'stream with another bot': { ...stream, isToAnotherBot: true },
  'chat in no such session': { ...chat, isInNoSession: true },
  'stream in no such session': { ...stream, isInNoSession: true },
  'chat with all flags': { ...chat, flags: chatFlags },
  'stream with all flags': { ...stream, flags: chatFlags },
  'chat with an unknown query': { ...chat, form: 'query', length: 5 },
  'chat of emoji': { ...chat, isEmoji: true },
  'chat in chunks': { ...chat, form: 'chunks', length: 150 },
  'chat as text': { ...chat, form: 'text' },
  'stream with Connection: close': { ...stream, form: 'closing', length: 300 },
  ...each(
    chatFlags,
    (flag) => `chat with another type of ${flag}` as const,
    (mistypes) => ({ ...chat, mistypes }),
  ),
  ...each(
    chatFlags,
    (flag) => `chat with ${flag}` as const,
    (flag) => ({ ...chat, flags: [flag] }),
  ),
  ...each(
    chatFlags,
    (flag) => `stream with ${flag}` as const,
    (flag) => ({ ...stream, flags: [flag] }),
  ),
  ...each(
    speechFormats,
    (format) => `speech as ${format}` as const,
    (format) => ({ ...speech, format }),
  ),
  'bad chat': { ...chat, flaw: 'no message' },
  'bad stream': { ...stream, flaw: 'no message' },
  'bad speech': { ...speech, flaw: 'no text' },
  'bad chat of a drawn form': { ...chat, flaw: 'drawn' },
  'bad stream of a drawn form': { ...stream, flaw: 'drawn' },
  'bad speech of a drawn form': { ...speech, flaw: 'drawn' },
  'bad chat: cut off': { ...chat, flaw: 'cut off' },
  'bad stream: cut off': { ...stream, flaw: 'cut off' },
  'bad chat: sessionId of another type': { ...chat, flaw: 'sessionId of another type' },
  'bad chat: message of another type': { ...chat, flaw: 'message of another type' },
  'bad chat: no object': { ...chat, flaw: 'no object' },
  'bad chat: no such bot': { ...chat, flaw: 'no such bot' },
  'bad stream: no such bot': { ...stream, flaw: 'no such bot' },
  'bad chat: no bearer': { ...chat, flaw: 'no bearer' },
  HEAD: { request: 'HEAD' },
  OPTIONS: { request: 'OPTIONS' },
  'unknown path': { request: 'unknown path' },
  'list bots': { request: 'bots' },
  'list voices': { request: 'voices' },
} satisfies Readonly<Record<string, UseKind>>;

/**
 * Something that a caller of a metered workspace does. Every use says something new, so that no cache answers for the
 * service; what is repeated says the same in one workspace.
 */
export type Use = keyof typeof kinds;

export const uses = Object.keys(kinds) as readonly Use[];

export function kindOfUse(use: Use): UseKind {
  return kinds[use];
}
