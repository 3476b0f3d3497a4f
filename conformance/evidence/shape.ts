/** Tells whether a value that came from a file has the form of a type. */
export type Shape<T> = (value: unknown) => value is T;

export const text: Shape<string> = (each) => typeof each === 'string';
export const bool: Shape<boolean> = (each) => typeof each === 'boolean';
/** Finite and not negative: lengths, times and counts. */
export const amount: Shape<number> = (each): each is number =>
  typeof each === 'number' && Number.isFinite(each) && each >= 0;

/** A time as `toISOString` writes it, with or without microseconds. */
export const time: Shape<string> = (each): each is string => {
  const plain = typeof each === 'string' ? each.replace(/(\.\d{3})\d{3}Z$/, '$1Z') : '';
  const at = new Date(plain);
  return !Number.isNaN(at.getTime()) && at.toISOString() === plain;
};

export function value<const T extends readonly (string | number | boolean)[]>(...allowed: T): Shape<T[number]> {
  return (each): each is T[number] => allowed.some((one) => one === each);
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (each): each is readonly T[] => Array.isArray(each) && each.every(shape);
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Of<S extends Shapes> = { readonly [K in keyof S]: S[K] extends Shape<infer T> ? T : never };

/** An object with these fields, and `maybe` those; any other is refused, so that nothing is carried along unread. */
export function object<S extends Shapes>(fields: S): Shape<Of<S>>;
export function object<S extends Shapes, M extends Shapes>(fields: S, maybe: M): Shape<Of<S> & Partial<Of<M>>>;
export function object(fields: Shapes, maybe: Shapes = {}): Shape<unknown> {
  const known = new Set([...Object.keys(fields), ...Object.keys(maybe)]);
  const holds = atLeast(fields, maybe);
  return (each): each is unknown => holds(each) && Object.keys(each).every((name) => known.has(name));
}

/** The same where others may stand there too, as another version of assay may write them: nothing reads those. */
export function atLeast<S extends Shapes>(fields: S): Shape<Of<S>>;
export function atLeast<S extends Shapes, M extends Shapes>(fields: S, maybe: M): Shape<Of<S> & Partial<Of<M>>>;
export function atLeast(fields: Shapes, maybe: Shapes = {}): Shape<unknown> {
  const wanted = Object.entries(fields);
  const known = Object.entries(maybe);
  return (each): each is unknown => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return false;
    const held = (name: string): unknown => (Object.hasOwn(each, name) ? (each as never)[name] : undefined);
    return (
      wanted.every(([name, shape]) => Object.hasOwn(each, name) && shape(held(name))) &&
      known.every(([name, shape]) => !Object.hasOwn(each, name) || shape(held(name)))
    );
  };
}

export function either<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return (each): each is A | B => one(each) || other(each);
}
