export type Environment = Readonly<Record<string, string | undefined>>;

export function variablesIn(
  value: unknown,
  env: Environment,
): readonly (readonly [placeholder: string, secret: string])[] {
  const named = listOf(value ?? undefined).flatMap((line) => [...line.matchAll(/\$\{(\w+)\}/g)]);
  return named.map(([whole, name = '']) => [whole, env[name] ?? ''] as const);
}

export function filledIn(name: string, value: string, env: Environment, errors: string[]): string {
  return value.replaceAll(/\$\{(\w+)\}/g, (_whole, variable: string) => {
    const known = env[variable];
    if (known === undefined) errors.push(`assay.yaml: ${name} needs the variable ${variable}, which is not set`);
    return known ?? '';
  });
}

/** A text, a number, true, false, nothing, or a list of these: what a flag could say. */
export function isPlain(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((item) => typeof item !== 'object')
    : typeof value !== 'object' || value === null;
}

export function listOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
