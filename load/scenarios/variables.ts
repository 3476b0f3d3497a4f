import type { ScenarioEnvironment as Environment, VariableOf } from '../plan/scenario-variables.ts';

// These functions read single environment variables; each throws with the variable's name.

export function textVariable(env: Environment, name: VariableOf<'text'>): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}

export function numberVariable(env: Environment, name: VariableOf<'number'>): number | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (!(Number(value) >= 0)) throw new Error(`${name} is a number of at least 0, not ${value}`);
  return Number(value);
}

export function numberVariableOr(env: Environment, name: VariableOf<'number'>, otherwise: number): number {
  return numberVariable(env, name) ?? otherwise;
}

export function flagVariable(env: Environment, name: VariableOf<'flag'>): boolean {
  const value = env[name] ?? '';
  if (!['', '0', '1', 'false', 'true'].includes(value)) throw new Error(`${name} is true or false, not ${value}`);
  return value === '1' || value === 'true';
}

export function choiceVariable<Word extends string>(
  env: Environment,
  name: VariableOf<'text'>,
  words: readonly Word[],
  otherwise: Word,
): Word {
  const value = env[name];
  if (value === undefined || value === '') return otherwise;
  const word = words.find((each) => each === value);
  if (word === undefined) throw new Error(`${name} is ${words.join(' or ')}, not ${value}`);
  return word;
}

/** The token is read here and is passed only to the header of the requests. */
export function requestHeaders(env: Environment): { readonly [name: string]: string } {
  const token = env['ASSAY_TOKEN'];
  const more: unknown = JSON.parse(env['ASSAY_HEADERS'] ?? '{}');
  if (typeof more !== 'object' || more === null) throw new Error('ASSAY_HEADERS is a JSON object of texts');
  if (Object.keys(more).some((name) => name.toLowerCase() === 'accept-encoding'))
    throw new Error('ASSAY_HEADERS has an Accept-Encoding; events of a coded stream have no times of their own');
  // With two spellings of the same name, it would be random which of them is sent.
  const saysWho = Object.keys(more).some((name) => name.toLowerCase() === 'user-agent');
  return {
    ...(!saysWho && { 'User-Agent': env['ASSAY_USER_AGENT'] ?? 'assay' }),
    ...(token !== undefined && token !== '' && { Authorization: `Bearer ${token}` }),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  };
}
