/** Makes the value of each key once; callers share it also while it is being made. */
export function memoized<In, Out>(
  keyOf: (input: In) => string,
  make: (input: In) => Promise<Out>,
): (input: In) => Promise<Out> {
  const made = new Map<string, Promise<Out>>();
  return (input) => {
    const key = keyOf(input);
    const known = made.get(key) ?? make(input);
    made.set(key, known);
    return known;
  };
}

/** Makes the value when it is first asked for, and once. */
export function once<Out>(make: () => Out & object): () => Out {
  let made: (Out & object) | undefined;
  return () => (made ??= make());
}
