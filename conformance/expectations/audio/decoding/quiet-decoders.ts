/**
 * Beginnings of messages that the decoders write. They return the same as errors, and nobody can act on them in a
 * terminal.
 */
const saidByDecoders = /^(?:mpg123-decoder|@wasm-audio-decoders\/)/;

let isQuiet = false;

/** Suppresses from now on what the decoders write to stderr about bytes that they cannot read. */
export function silenceDecoders(): void {
  if (isQuiet) return;
  isQuiet = true;
  const say = console.error;
  console.error = (...words: unknown[]): void => {
    if (typeof words[0] !== 'string' || !saidByDecoders.test(words[0])) say(...words);
  };
}
