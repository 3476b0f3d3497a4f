import { Type, type Static, type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox';

type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;

/** The type of what has this form: as it stands in a file, and never changed. */
export type Of<Form extends TSchema> = Frozen<Static<Form>>;

/** An object of these members and no others. */
export function object<Members extends TProperties>(members: Members, says: TObjectOptions = {}): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, ...says });
}

type Says = { readonly description?: string };

/** One of a few values. */
export function words<const Words extends readonly (string | number | boolean)[]>(values: Words, says: Says = {}) {
  return Type.Unsafe<Words[number]>({ enum: values, ...says });
}

/** What stands under names that nobody knows before. */
export function byName<Form extends TSchema>(form: Form, says: Says = {}) {
  return Type.Unsafe<Record<string, Static<Form>>>({ type: 'object', additionalProperties: form, ...says });
}

/** A part of the format that another file publishes, such as `run#/$defs/verdict`. */
export function partOf<T>(of: string, says: Says = {}) {
  const [name = '', part = ''] = of.split('#', 2);
  return Type.Unsafe<T>({ $ref: `urn:assay:schema:${name}:1${part === '' ? '' : `#${part}`}`, ...says });
}

/** The same form where it has something of its own to say. */
export function saying<Form extends TSchema>(description: string, form: Form): Form {
  return { ...form, description };
}

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const texts = (description?: string) =>
  Type.Array(Type.String(), description === undefined ? {} : { description });

/** A number that is not below 0. */
export const amount = (description?: string) =>
  Type.Number({ minimum: 0, ...(description === undefined ? {} : { description }) });

/** A whole number that is not below 0. */
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

export const time = (description = 'ISO 8601, UTC.') => Type.String({ format: 'date-time', description });

/** True, or absent. */
export const flag = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** What every version writes now, and older files lack. */
export const addedLater = <Form extends TSchema>(form: Form): Form => Type.Optional(form);

/** A format as it is published: `name` is that of its file, `parts` those that others may refer to. */
export type Format = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly form: TSchema;
  readonly parts?: Readonly<Record<string, TSchema>>;
};
