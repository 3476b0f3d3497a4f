import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { startService, type RunningService, type ServiceOptions } from '../../fixtures/service/index.ts';

/** A request that the service has answered completely, by its `x-request-id`. */
export type AnsweredRequest = { readonly id: string; readonly atMs: number };

export type LoggedService = RunningService & {
  /** In the order in which the responses ended; times are from `performance.now()`. */
  readonly answered: readonly AnsweredRequest[];
  readonly firstAnswer: Promise<void>;
};

/** The reference service with a log of the requests that it answered. */
export async function startLogged(options: ServiceOptions): Promise<LoggedService> {
  const service = await startService(options);
  const answered: AnsweredRequest[] = [];
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
