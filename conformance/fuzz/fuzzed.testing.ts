import { startService, type Behaviour } from '../../fixtures/index.ts';
import type { DeepFault } from '../../fixtures/faults/deep/index.ts';
import { createEngine } from '../engine/engine.ts';
import { headerOf, type Exchange } from '../model/exchange.ts';
import { checks } from '../index.ts';
import { hasInvisible } from './defects/letters.ts';
import type { FoundDefect } from './found.ts';
import { fuzz, type FuzzResult } from './fuzz.ts';
import { properties } from './index.ts';

type Asked = {
  readonly seed: number;
  readonly runs: number;
  /**
   * The operations that are tried. The runs are reduced as well, so that each operation has as many cases as in a
   * run of all.
   */
  readonly operations?: readonly string[];
  /** Ends the run as soon as it is true of a finding. */
  readonly until?: (found: FoundDefect) => boolean;
  readonly shrinks?: boolean;
};

type Fuzzed = { readonly result: FuzzResult; readonly found: readonly FoundDefect[] };

/** A run of fuzz on the reference service with this behaviour. Rejects where a property has no verdict. */
export async function fuzzedOn(behaviour: Partial<Behaviour>, asked: Asked): Promise<Fuzzed> {
  const service = await startService({ behaviour, seed: 1 });
  const { url: target, token, provisioner } = service;
  const options = { target, token, provisioner, seed: 1, timeoutMs: 10_000, concurrency: 8, headers: [], http2: false };
  const { signal } = new AbortController();
  const engine = createEngine(options, checks, () => undefined, signal);
  const { seed, operations, until } = asked;
  const chosen = properties.filter(({ id }) => operations?.includes(id.split('.')[0] ?? '') ?? true);
  const share = (all: typeof properties): number => all.reduce((sum, each) => sum + each.share, 0);
  const found: FoundDefect[] = [];
  try {
    const result = await fuzz(
      {
        properties: chosen,
        seed,
        runs: Math.floor((asked.runs * share(chosen)) / share(properties)),
        isOver: () => until !== undefined && found.some(until),
        mayShrink: () => asked.shrinks ?? true,
        concurrency: 8,
        texts: { longestText: 4096 },
        corpus: [],
        signal,
      },
      engine,
      { found: (each) => found.push(each), progress: () => undefined },
    );
    const spoken = new Set([...found.map(({ finding }) => finding), ...result.rest].map(({ check }) => check));
    const silent = chosen.filter(({ id }) => !spoken.has(id));
    if (silent.length > 0) throw new Error(`nothing is said of ${silent.map(({ id }) => id).join(', ')}`);
    return { result, found };
  } finally {
    await engine.close();
    await service.close();
  }
}

/** The operations whose properties can show a fault. */
export function operationsFor({ smallest, foundBy }: DeepFault): readonly string[] {
  if (foundBy !== undefined) return [foundBy];
  return smallest.source.includes('essage') ? ['chat', 'stream', 'sessions'] : ['speech'];
}

/** Replaces the escapes of invisible letters by the letters: findings show escapes if the service fails by both. */
function withUnseen(json: string): string {
  return json.replaceAll(/\\u([\da-f]{4})/g, (escape, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    return letter >= '\u007f' && hasInvisible(letter) ? letter : escape;
  });
}

/** The requests of a finding: the `Content-Type`, where it is not the usual one, and the body, each in a line. */
export function requestsText(exchanges: readonly Exchange[]): string {
  return exchanges
    .flatMap(({ request }) => {
      const type = headerOf(request.headers, 'content-type') ?? '';
      return [...(type === 'application/json' ? [] : [type]), withUnseen(Buffer.from(request.body).toString('utf8'))];
    })
    .join('\n');
}
