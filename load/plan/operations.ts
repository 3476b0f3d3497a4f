import { randomFrom } from './random.ts';

/** The operation of a request of a load scenario. */
export type Operation = 'stream' | 'chat' | 'speech' | 'voices';

/** Most credits that a use takes: a credit-balance workspace pays these, and the enterprise kinds no more. */
export const creditsOf: { readonly [Name in Operation]: number } = { stream: 1, chat: 1, speech: 3, voices: 0 };

export const operationNames: readonly Operation[] = ['stream', 'chat', 'speech', 'voices'];

/** Relative frequency of each operation. */
export type Mix = { readonly [Name in Operation]?: number };

/** Reads `stream=4,chat=3,speech=1`. Undefined where the text is not such a list. */
export function mixFrom(text: string): Mix | undefined {
  const parts = text.split(',').map((part) => /^\s*([a-z]+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part));
  const weights = parts.map((part) => [operationNames.find((name) => name === part?.[1]), Number(part?.[2])] as const);
  if (weights.some(([name, weight]) => name === undefined || !Number.isFinite(weight))) return undefined;
  const mix = Object.fromEntries(weights) as Mix;
  return sumOf(mix) > 0 ? mix : undefined;
}

export function mixText(mix: Mix): string {
  return operationNames.flatMap((name) => (mix[name] === undefined ? [] : [`${name}=${mix[name]}`])).join(',');
}

/** The operation of the request with this index, the same for the same seed. */
export function operationOf(mix: Mix, seed: number, index: number): Operation {
  const chosen = operationNames.filter((name) => (mix[name] ?? 0) > 0);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only;
  let left = randomFrom(seed, `operation ${index}`)() * sumOf(mix);
  const found = chosen.find((name) => (left -= mix[name] ?? 0) < 0);
  return found ?? chosen.at(-1) ?? 'stream';
}

/** The share of the most frequent operation among all requests. */
export function commonestShare(mix: Mix): number {
  return Math.max(...Object.values(mix)) / sumOf(mix);
}

function sumOf(mix: Mix): number {
  return operationNames.reduce((sum, name) => sum + (mix[name] ?? 0), 0);
}
