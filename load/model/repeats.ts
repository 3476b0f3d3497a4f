/**
 * Of which replies it is known that they hold the marks of their requests; `recall`: those of the turn before too, in a
 * conversation.
 */
export type Repeats = readonly ('stream' | 'chat' | 'recall')[];

const known = ['stream', 'chat', 'recall'] as const;

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
