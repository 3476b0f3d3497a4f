/**
 * Of which replies it is known that they hold the marks of their requests: `stream` and `chat` where the bot repeats whole
 * messages, `stream-said` and `chat-said` where it merely says what it is asked to; `recall`: what was said in earlier
 * turns of a conversation is repeated too.
 */
const known = ['stream', 'chat', 'stream-said', 'chat-said', 'recall'] as const;

export type Repeats = readonly (typeof known)[number][];

const behind = '-said';

/** As the stream client takes it: who repeats is wrong without the marks, and who says them may forget it once. */
export function markedBy(repeats: Repeats): {
  readonly own: readonly string[];
  readonly said: readonly string[];
  readonly recalls: boolean;
} {
  return {
    own: repeats.filter((each) => each === 'stream' || each === 'chat'),
    said: repeats.filter((each) => each.endsWith(behind)).map((each) => each.slice(0, -behind.length)),
    recalls: repeats.includes('recall'),
  };
}

/** `stream,recall`; throws where a word of it is none. */
export function repeatsFrom(text: string): Repeats {
  return text.split(',').map((word) => {
    const is = known.find((each) => each === word.trim());
    if (is === undefined) throw new Error(`ASSAY_REPEATS is a list of ${known.join(', ')}, not ${text}`);
    return is;
  });
}

export function repeatsText(repeats: Repeats): string {
  return repeats.join(',');
}
