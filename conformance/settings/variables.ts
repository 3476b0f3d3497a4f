import { isPublicVariable } from './public-variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of variables, each with its placeholder. */
export type NamedSecrets = readonly (readonly [placeholder: string, secret: string])[];

export function variablesIn(value: unknown, env: Environment): NamedSecrets {
  return namesIn(value).map((name) => [`\${${name}}`, env[name] ?? ''] as const);
}

/** The first variable that must not stand where everybody may read its value. */
export function refusedVariable(value: unknown): string | undefined {
  return namesIn(value).find((name) => !isPublicVariable(name));
}

function namesIn(value: unknown): readonly string[] {
  return listOf(value ?? undefined).flatMap((line) => [...line.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
}

export function fillVariables(name: string, value: string, env: Environment, errors: string[]): string {
  return value.replaceAll(/\$\{(\w+)\}/g, (_whole, variable: string) => {
    const known = env[variable];
    if (known === undefined) errors.push(`assay.yaml: ${name} needs the variable ${variable}, which is not set`);
    return known ?? '';
  });
}

/** A text, a number, true, false, nothing, or a list of these: what a flag could give. */
export function isPlain(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((item) => typeof item !== 'object')
    : typeof value !== 'object' || value === null;
}

export function listOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
