import { nearest } from '../reading/nearest.ts';
import { shownValue } from '../reading/shown-value.ts';
import { publicPrefix } from './public-variables.ts';
import { fileNames, type RawSettings } from './setting-names.ts';
import { fillVariables, isPlain, listOf, refusedVariable, type Environment } from './variables.ts';

/** Secrets stand in the file only as `${NAME}`, since the file is meant to be committed. */
const secretNames = ['token', 'other-token', 'spent-token'];

/** Settings whose values may contain any variable too: every report shows its placeholder instead. */
export const maskedNames = ['provisioner', 'header'];

/**
 * Texts that reports and messages show unchanged, or paths: an author of the file could publish any variable of the
 * environment through them. Numbers, times and choices of a few words cannot show anything else. Reports show the
 * target too, but the author of the target decides where tokens go anyway.
 */
const shownNames = [
  'bot',
  'other-bot',
  'only',
  'ca',
  'known-failures',
  'dialect',
  'label',
  'out',
  'corpus',
  'trace',
  'slo',
  'content',
  'mix',
];

/** Settings that may contain any variable; a message about such a value has the placeholder. */
export const variableNames = fileNames.filter((name) => !shownNames.includes(name));

type Uses = { readonly isUnused: (name: string) => boolean; readonly isOfFile: (name: string) => boolean };

const usesAll: Uses = { isUnused: () => false, isOfFile: () => true };

/** The settings of assay.yaml with its variables filled in; mistakes are added to `errors`. */
export function fillFileVariables(
  file: RawSettings,
  env: Environment,
  errors: string[],
  uses: Uses = usesAll,
): RawSettings {
  const unknown = Object.keys(file).filter((name) => !fileNames.includes(name));
  for (const name of unknown) errors.push(`assay.yaml: ${shownName(name)} is not a setting; ${hintOf(name)}`);
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => {
      const isReference = typeof value === 'string' && /^\$\{\w+\}$/.test(value);
      if (secretNames.includes(name) && !isReference) {
        errors.push(`assay.yaml: ${name} is written in plain text; write \${NAME} and set that variable`);
        return [name, undefined];
      }
      if (uses.isUnused(name)) return [name, undefined];
      if (!isPlain(value)) {
        errors.push(
          `assay.yaml: ${shownName(name)} is ${shownValue(value)}, expected a string, a number, or a list of these`,
        );
        return [name, undefined];
      }
      const refused = fileNames.includes(name) && uses.isOfFile(name) ? refusedIn(name, value) : undefined;
      if (refused !== undefined) {
        errors.push(`assay.yaml: ${name} ${refused}`);
        return [name, undefined];
      }
      const filled = (item: unknown): unknown =>
        typeof item === 'string' ? fillVariables(name, item, env, errors) : item;
      const before = errors.length;
      const all = Array.isArray(value) ? value.map(filled) : filled(value);
      // A value with an unset variable is not judged.
      return [name, errors.length > before ? undefined : all];
    }),
  );
}

/** Why a variable must not stand in this setting: everybody could read its value. */
function refusedIn(name: string, value: unknown): string | undefined {
  if (name === 'header') {
    const refused = refusedVariable(listOf(value).map((line) => line.replace(/:[^]*/, '')));
    return (
      refused &&
      `has \${${refused}} outside of a value, and reports show the names of fields: write 'Name: \${${refused}}'`
    );
  }
  const refused = shownNames.includes(name) ? refusedVariable(value) : undefined;
  return (
    refused &&
    `has \${${refused}}, and reports or messages would show what it holds: give the flag of this setting instead, or if it is no secret, call the variable ${publicPrefix}${refused}`
  );
}

function hintOf(name: string): string {
  const near = nearest(name, fileNames);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : `the settings are ${fileNames.join(', ')}`;
}

/** The name as written, cut where it is longer than any name: the text may be another file. */
function shownName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

const longestName = 60;
