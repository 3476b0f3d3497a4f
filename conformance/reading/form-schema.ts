export type Json = Readonly<Record<string, unknown>>;

/**
 * The schema in the form that validates fast and reports precisely. Where a member such as `is` distinguishes several
 * objects, only the intended one is checked, so that flaws are reported for that object. Patterns are not applied to
 * base64, which can have 22 million letters and would exceed the stack.
 */
export function readable(schema: Json): Json {
  return changed(schema, (form) => {
    const { pattern: _, ...rest } = form;
    if (form['contentEncoding'] === 'base64') return rest;
    const tag = Array.isArray(form['anyOf']) ? tagOf(form['anyOf'] as readonly Json[], schema) : undefined;
    if (tag === undefined) return form;
    const { anyOf: oneOf, ...others } = form;
    const { name, values } = tag;
    const tagged = { type: 'object', required: [name], properties: { [name]: { enum: values } } };
    return { ...others, ...tagged, discriminator: { propertyName: name }, oneOf };
  });
}

/** The same schema where further members are allowed. */
export function takingMore(schema: Json): Json {
  return changed(schema, ({ additionalProperties, ...form }) =>
    additionalProperties === undefined || additionalProperties === false ? form : { ...form, additionalProperties },
  );
}

function changed(form: Json, change: (form: Json) => Json): Json {
  const members = Object.entries(form).map(([name, value]) => [name, changedWithin(value, change)]);
  return change(Object.fromEntries(members) as Json);
}

function changedWithin(value: unknown, change: (form: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => changedWithin(item, change));
  return typeof value === 'object' && value !== null ? changed(value as Json, change) : value;
}

type Tag = { readonly name: string; readonly values: readonly unknown[] };

/** The member that has a different constant in each of these objects; undefined where there is none. */
function tagOf(forms: readonly Json[], schema: Json): Tag | undefined {
  const constants = forms.map((form) => constantsIn(resolved(form, schema)));
  const tags = [...(constants[0]?.keys() ?? [])].map((name) => ({
    name,
    values: constants.map((each) => each.get(name)),
  }));
  return tags.find(({ values }) => new Set(values).size === forms.length && !values.includes(undefined));
}

function constantsIn({ properties }: Json): ReadonlyMap<string, unknown> {
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>);
  return new Map(members.flatMap(([name, member]) => ('const' in member ? [[name, member['const']]] : [])));
}

/** The part that a reference within the same schema refers to; otherwise the form itself. */
function resolved(form: Json, schema: Json): Json {
  const [, part] = /^#\/\$defs\/(\w+)$/.exec(String(form['$ref'])) ?? [];
  const parts = schema['$defs'] as Readonly<Record<string, Json>> | undefined;
  return part === undefined ? form : (parts?.[part] ?? form);
}
