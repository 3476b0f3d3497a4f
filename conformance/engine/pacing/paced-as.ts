import { endpoints } from '../../contract/limits.ts';
import type { Operation } from '../../model/exchange.ts';
import type { Call } from '../../model/probe.ts';

const paths = Object.entries(endpoints).map(
  ([operation, { path }]) =>
    [operation as keyof typeof endpoints, new RegExp(`${path.replace('{botId}', '[^/]*')}$`)] as const,
);

/** With which operation's limit a call is counted: one that judges HTTP is for a path that has limits all the same. */
export function pacedAs({ operation, path }: Pick<Call, 'operation' | 'path'>): Operation {
  if (operation !== 'other') return operation;
  const [bare = ''] = path.split('?');
  return paths.find(([, pattern]) => pattern.test(bare))?.[0] ?? operation;
}
