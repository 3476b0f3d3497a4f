/**
 * The replies that are known to contain the marks of their requests. `stream` and `chat`: the bot repeats whole
 * messages. `stream-said` and `chat-said`: it only says what it is asked to say. `recall`: it also repeats what was
 * said in earlier turns of a conversation.
 */
const known = ['stream', 'chat', 'stream-said', 'chat-said', 'recall'] as const;

export type Repeats = readonly (typeof known)[number][];

const behind = '-said';

/**
 * The form that the stream client takes. A reply of a bot that repeats is wrong without its marks; a bot that says its
 * marks may forget some.
 */
export function clientMarking(repeats: Repeats): {
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

/** Reads a list such as `stream,recall`. Throws where a word of it is unknown. */
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
