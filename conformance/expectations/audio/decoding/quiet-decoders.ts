/** How what the decoders say begins; they give the same back as errors, and nobody can act on it on a terminal. */
const saidByDecoders = /^(?:mpg123-decoder|@wasm-audio-decoders\/)/;

let isQuiet = false;

/** From now on the decoders keep to themselves what they would write to stderr about bytes that they cannot read. */
export function quietDecoders(): void {
  if (isQuiet) return;
  isQuiet = true;
  const say = console.error;
  console.error = (...words: unknown[]): void => {
    if (typeof words[0] !== 'string' || !saidByDecoders.test(words[0])) say(...words);
  };
}
