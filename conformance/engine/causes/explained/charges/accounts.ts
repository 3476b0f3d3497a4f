import type { Check } from '../../../../model/check.ts';
import { headerOf, type Exchange } from '../../../../model/exchange.ts';
import { endOfExchange, startOf } from '../../../../model/moment.ts';
import { placeholders, type Workspace } from '../../../../model/probe.ts';
import { probeNameOf } from '../../../../model/probe-names.ts';
import type { Finding } from '../../../../model/run.ts';

/**
 * A workspace that was made for one probe: what it was made with, and every request with its token, all attempts
 * included, in the order of sending.
 */
export type Account = { readonly workspace: Workspace; readonly asked: readonly Exchange[] };

/** The workspaces of a run that are known to have begun with a certain balance. */
export type Accounts = {
  readonly all: readonly Account[];
  readonly of: (exchange: string) => Account | undefined;
};

/** What the workspace of each probe is made with, by the name of the probe. */
export function workspacesByProbe(checks: readonly Pick<Check, 'probe'>[]): ReadonlyMap<string, Workspace> {
  return new Map(
    checks.flatMap(({ probe: { name, workspace } }) => (workspace === undefined ? [] : [[name, workspace]])),
  );
}

/**
 * `made`: what the workspace of each probe is made with, by the name of the probe; for other workspaces a ledger says
 * it.
 */
export function accountsIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  made: ReadonlyMap<string, Workspace>,
): Accounts {
  const byKey = Map.groupBy(exchanges, keyOf);
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const workspaces = new Map<string, Workspace>();
  for (const [key, [first]] of byKey) {
    const workspace = first === undefined || !isOfItsOwn(first) ? undefined : made.get(probeNameOf(first));
    if (workspace !== undefined) workspaces.set(key, workspace);
  }
  for (const { exchange, workspace } of failed.flatMap(({ ledger = [] }) => ledger)) {
    const of = byId.get(exchange);
    if (of !== undefined && workspace !== undefined) workspaces.set(keyOf(of), workspace);
  }
  const accounts = new Map(
    [...workspaces].map(([key, workspace]) => {
      const asked = (byKey.get(key) ?? []).toSorted((a, b) => startOf(a) - startOf(b));
      return [key, { workspace, asked }] as const;
    }),
  );
  return {
    all: [...accounts.values()],
    of: (id) => {
      const exchange = byId.get(id);
      return exchange === undefined ? undefined : accounts.get(keyOf(exchange));
    },
  };
}

/**
 * Whether each request was answered before the next was sent: of simultaneous requests nobody knows which came first.
 */
export function isSequential({ asked }: Account): boolean {
  return asked.every((exchange, at) => {
    const next = asked[at + 1];
    return next === undefined || endOfExchange(exchange) <= startOf(next);
  });
}

function keyOf(exchange: Exchange): string {
  return `${exchange.probe}\n${headerOf(exchange.request.headers, 'authorization') ?? ''}`;
}

function isOfItsOwn({ request }: Exchange): boolean {
  return headerOf(request.headers, 'authorization') === `Bearer ${placeholders.workspace}`;
}
