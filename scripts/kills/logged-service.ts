import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { startService, type RunningService, type ServiceOptions } from '../../fixtures/service/index.ts';

/** A request that a service has answered to its end, by the id that came with it. */
export type Answered = { readonly id: string; readonly atMs: number };

export type LoggedService = RunningService & {
  /** In the order in which the answers ended; times are those of `performance.now()`. */
  readonly answered: readonly Answered[];
  readonly firstAnswer: Promise<void>;
};

/** The reference service, with a log of its own of what it has answered. */
export async function startLogged(options: ServiceOptions): Promise<LoggedService> {
  const service = await startService(options);
  const answered: Answered[] = [];
  const { promise: firstAnswer, resolve } = Promise.withResolvers<void>();
  const own = new URL(service.url).host;
  const log = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const id = request.headers['x-request-id'];
    const isHere = `${request.socket.localAddress}:${request.socket.localPort}` === own;
    if (!isHere || typeof id !== 'string') return;
    answered.push({ id, atMs: performance.now() });
    resolve();
  };
  subscribe('http.server.response.finish', log);
  return {
    ...service,
    answered,
    firstAnswer,
    close: async () => {
      unsubscribe('http.server.response.finish', log);
      await service.close();
    },
  };
}
