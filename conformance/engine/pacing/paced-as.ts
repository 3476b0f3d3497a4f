import { endpoints } from '../../contract/limits.ts';
import type { Operation } from '../../model/exchange.ts';
import type { Call } from '../../model/probe.ts';

const paths = Object.entries(endpoints).map(
  ([operation, { path }]) =>
    [operation as keyof typeof endpoints, new RegExp(`${path.replace('{botId}', '[^/]*')}$`)] as const,
);

/**
 * The operation with whose limit a call counts: a call of no operation, such as one that judges HTTP, counts with the
 * operation of its path.
 */
export function pacingOperationOf({ operation, path }: Pick<Call, 'operation' | 'path'>): Operation {
  if (operation !== 'other') return operation;
  const [bare = ''] = path.split('?');
  return paths.find(([, pattern]) => pattern.test(bare))?.[0] ?? operation;
}
