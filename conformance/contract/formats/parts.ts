import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;

/** The type of values of this form, read-only throughout. */
export type Of<Form extends TSchema> = Frozen<Static<Form>>;

/** An object of these members and no others. */
export function object<Members extends TProperties>(members: Members): TObject<Members>;
export function object<Members extends TProperties>(description: string, members: Members): TObject<Members>;
export function object<Members extends TProperties>(said: string | Members, members?: Members): TObject<Members> {
  const options = { additionalProperties: false, ...(typeof said === 'string' && { description: said }) };
  return Type.Object((members ?? said) as Members, options);
}

const says = (description: string | undefined) => (description === undefined ? {} : { description });

/** One of a few values. */
export function enumOf<const Words extends readonly (string | number | boolean)[]>(
  values: Words,
  description?: string,
) {
  return Type.Unsafe<Words[number]>({ enum: values, ...says(description) });
}

/** What stands under names that nobody knows before. */
export function mapOf<Form extends TSchema>(form: Form, description?: string) {
  return Type.Unsafe<Record<string, Static<Form>>>({
    type: 'object',
    additionalProperties: form,
    ...says(description),
  });
}

export function list<Form extends TSchema>(form: Form, description?: string) {
  return Type.Array(form, says(description));
}

/** Of one or more. */
export function nonEmptyList<Form extends TSchema>(form: Form, description?: string) {
  return Type.Array(form, { minItems: 1, ...says(description) });
}

/** A part of the format that another file publishes, such as `run#/$defs/verdict`. */
export function partOf<T>(of: string, description?: string) {
  const [name = '', part = ''] = of.split('#', 2);
  return Type.Unsafe<T>({ $ref: `urn:assay:schema:${name}:1${part === '' ? '' : `#${part}`}`, ...says(description) });
}

/** The same form with a description of its own. */
export function described<Form extends TSchema>(description: string, form: Form): Form {
  return { ...form, description };
}

export const optional = <Form extends TSchema>(form: Form) => Type.Optional(form);

export const boolean = (description?: string) => Type.Boolean(says(description));
export const text = (description?: string) => Type.String(says(description));
export const nonEmptyText = (description?: string) => Type.String({ minLength: 1, ...says(description) });
export const texts = (description?: string) => list(text(), description);
export const number = (description?: string) => Type.Number(says(description));
export const integer = (description?: string) => Type.Integer(says(description));

/** A number that is not below 0. */
export const amount = (description?: string) => Type.Number({ minimum: 0, ...says(description) });

/** A part of a whole, which is 1. */
export const portion = (description?: string) => Type.Number({ minimum: 0, maximum: 1, ...says(description) });

/** Two numbers, such as the bounds of an interval, the lower one first. */
export const pair = (description: string) =>
  Type.Unsafe<[low: number, high: number]>({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description,
  });

/** A whole number that is not below 0. */
export const count = (description?: string) => Type.Integer({ minimum: 0, ...says(description) });

/** A whole number from 1 on. */
export const positive = (description?: string) => Type.Integer({ minimum: 1, ...says(description) });

export const time = (description = 'ISO 8601, UTC.') => Type.String({ format: 'date-time', description });

/** True, or absent. */
export const flag = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** A member that every version writes now, and that older files lack. */
export const addedLater = <Form extends TSchema>(form: Form): Form => Type.Optional(form);

/** A format as it is published: `name` is that of its file, `parts` are those that other formats may refer to. */
export type Format = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly form: TSchema;
  readonly parts?: Readonly<Record<string, TSchema>>;
};
