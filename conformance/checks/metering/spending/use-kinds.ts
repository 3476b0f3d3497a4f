import { chatFlags, speechFormats, type SpeechFormat } from '../../../contract/limits.ts';
import type { MeteredAs } from './ledger.ts';

type Flag = (typeof chatFlags)[number];

/**
 * Something that a caller of a metered workspace does. Every use says something new, so that no cache answers for the
 * service; what is repeated says the same in one workspace.
 */
export type Use =
  | 'chat'
  | 'stream'
  | 'speech'
  | 'long chat'
  | 'longest chat'
  | 'long stream'
  | 'longest stream'
  | 'long speech'
  | 'longer speech'
  | 'longest speech'
  | 'long speech by another voice'
  | 'speech of 5 characters as mp3'
  | 'speech of 150 characters'
  | 'speech of 3,001 characters'
  | 'chat of 9,001 characters'
  | 'slow speech'
  | 'fast speech by another voice'
  | 'speech by another voice'
  | 'speech with instructions'
  | 'speech with long instructions'
  | 'speech of all options'
  | 'form speech'
  | 'repeated chat'
  | 'repeated stream'
  | 'repeated speech'
  | 'chat that goes on'
  | 'stream that goes on'
  | 'repeated chat that goes on'
  | 'repeated stream that goes on'
  | 'longest chat that goes on'
  | 'chat of emoji that goes on'
  | 'chat in chunks with useMcp that goes on'
  | 'long chat with an unknown query and includeCitations that goes on'
  | 'stream with Connection: close that goes on'
  | 'bad chat that goes on'
  | 'bad stream that goes on'
  | 'question by stream with webSearch'
  | 'question with webSearch'
  | 'chat with another bot'
  | 'stream with another bot'
  | 'chat in no such session'
  | 'stream in no such session'
  | 'chat with all flags'
  | 'stream with all flags'
  | 'chat with an unknown query'
  | 'chat of emoji'
  | 'chat in chunks'
  | 'chat as text'
  | 'stream with Connection: close'
  | `chat with another type of ${Flag}`
  | `chat with ${Flag}`
  | `stream with ${Flag}`
  | `speech as ${SpeechFormat}`
  | 'bad chat'
  | 'bad stream'
  | 'bad speech'
  | 'bad chat of a drawn form'
  | 'bad stream of a drawn form'
  | 'bad speech of a drawn form'
  | 'bad chat: cut off'
  | 'bad stream: cut off'
  | 'bad chat: sessionId of another type'
  | 'bad chat: message of another type'
  | 'bad chat: no object'
  | 'bad chat: no such bot'
  | 'bad stream: no such bot'
  | 'bad chat: no bearer'
  | 'HEAD'
  | 'OPTIONS'
  | 'unknown path'
  | 'list bots'
  | 'list voices';

/** What its name says of a use. */
type UseKind = {
  /** What it counts as if it is answered; absent: as nothing, ever. */
  readonly metered?: MeteredAs;
  readonly isStream?: true;
  /** It has to be refused for its input. */
  readonly isBad?: true;
  /** In what it is bad is drawn from the run's seed. */
  readonly isDrawn?: true;
  readonly isRepeated?: true;
  readonly goesOn?: true;
  readonly isEmoji?: true;
  /** For the words that its session was told. */
  readonly asks?: true;
  /** It goes on in a session that never was. */
  readonly isInNoSession?: true;
  readonly length?: 'long' | 'longer' | 'longest' | number;
  readonly flags?: readonly Flag[];
  /** A flag that is set to what is no boolean. */
  readonly mistypes?: Flag;
  readonly format?: SpeechFormat;
  readonly isForm?: true;
  readonly bot?: 'another' | 'unknown';
  readonly isOtherVoice?: true;
  readonly isFast?: true;
  /** Its instructions are longer than some services take. */
  readonly isGuidedAtLength?: true;
  /** An unusual request of a usual use: servers differ in what they take. */
  readonly form?: 'query' | 'chunks' | 'closing' | 'text';
};

const chat: UseKind = { metered: 'chat' };
const stream: UseKind = { metered: 'chat', isStream: true };
const speech: UseKind = { metered: 'speech' };

/** The same for each of several values, under the name that it gives. */
function each<Value extends string, Name extends Use>(
  values: readonly Value[],
  nameOf: (value: Value) => Name,
  kindOf: (value: Value) => UseKind,
): Readonly<Record<Name, UseKind>> {
  return Object.fromEntries(values.map((value) => [nameOf(value), kindOf(value)])) as Record<Name, UseKind>;
}

const kinds: Readonly<Record<Use, UseKind>> = {
  chat,
  stream,
  speech,
  'long chat': { ...chat, length: 'long' },
  'longest chat': { ...chat, length: 'longest' },
  'long stream': { ...stream, length: 'long' },
  'longest stream': { ...stream, length: 'longest' },
  'long speech': { ...speech, length: 'long' },
  'longer speech': { ...speech, length: 'longer', isFast: true },
  'longest speech': { ...speech, length: 'longest', isFast: true },
  'speech of 5 characters as mp3': { ...speech, length: 5, format: 'mp3' },
  'speech of 150 characters': { ...speech, length: 150 },
  'speech of 3,001 characters': { ...speech, length: 3_001, isFast: true },
  'chat of 9,001 characters': { ...chat, length: 9_001 },
  'long speech by another voice': { ...speech, length: 'long', isOtherVoice: true },
  'slow speech': speech,
  'fast speech by another voice': { ...speech, isFast: true, isOtherVoice: true },
  'speech by another voice': { ...speech, isOtherVoice: true },
  'speech with instructions': speech,
  'speech with long instructions': { ...speech, isGuidedAtLength: true },
  'speech of all options': speech,
  'form speech': { ...speech, isForm: true },
  'repeated chat': { ...chat, isRepeated: true },
  'repeated stream': { ...stream, isRepeated: true },
  'repeated speech': { ...speech, isRepeated: true },
  'chat that goes on': { ...chat, goesOn: true },
  'stream that goes on': { ...stream, goesOn: true },
  'repeated chat that goes on': { ...chat, goesOn: true, isRepeated: true },
  'repeated stream that goes on': { ...stream, goesOn: true, isRepeated: true },
  'longest chat that goes on': { ...chat, goesOn: true, length: 'longest' },
  'chat of emoji that goes on': { ...chat, goesOn: true, isEmoji: true },
  'chat in chunks with useMcp that goes on': { ...chat, goesOn: true, form: 'chunks', flags: ['useMcp'] },
  'long chat with an unknown query and includeCitations that goes on': {
    ...chat,
    goesOn: true,
    form: 'query',
    flags: ['includeCitations'],
    length: 'long',
  },
  'stream with Connection: close that goes on': { ...stream, goesOn: true, form: 'closing' },
  'bad chat that goes on': { ...chat, goesOn: true, isBad: true },
  'bad stream that goes on': { ...stream, goesOn: true, isBad: true },
  'question by stream with webSearch': { ...stream, goesOn: true, asks: true, flags: ['webSearch'] },
  'question with webSearch': { ...chat, goesOn: true, asks: true, flags: ['webSearch'] },
  'chat with another bot': { ...chat, bot: 'another' },
  'stream with another bot': { ...stream, bot: 'another' },
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
  'bad chat': { ...chat, isBad: true },
  'bad stream': { ...stream, isBad: true },
  'bad speech': { ...speech, isBad: true },
  'bad chat of a drawn form': { ...chat, isBad: true, isDrawn: true },
  'bad stream of a drawn form': { ...stream, isBad: true, isDrawn: true },
  'bad speech of a drawn form': { ...speech, isBad: true, isDrawn: true },
  'bad chat: cut off': { ...chat, isBad: true },
  'bad stream: cut off': { ...stream, isBad: true },
  'bad chat: sessionId of another type': { ...chat, isBad: true },
  'bad chat: message of another type': { ...chat, isBad: true },
  'bad chat: no object': { ...chat, isBad: true },
  'bad chat: no such bot': { ...chat, isBad: true, bot: 'unknown' },
  'bad stream: no such bot': { ...stream, isBad: true, bot: 'unknown' },
  'bad chat: no bearer': { ...chat, isBad: true },
  HEAD: {},
  OPTIONS: {},
  'unknown path': {},
  'list bots': {},
  'list voices': {},
};

export const uses = Object.keys(kinds) as readonly Use[];

export function kindOf(use: Use): UseKind {
  return kinds[use];
}
