import type { Agent, buildConnector, Dispatcher, Pool } from 'undici';
import { proxyFor } from './proxied.ts';
import { undici } from './undici.ts';
import { withoutContinue } from './without-continue.ts';

/** Ways to send a request: directly, or through the proxy that the environment names for its URL. */
export type Dispatchers = {
  readonly to: (url: string) => Dispatcher;
  /** Closes each connection as soon as no request is under way on it; later requests get new connections. */
  readonly retire: () => void;
  readonly destroy: () => Promise<void>;
};

/**
 * Makes each dispatcher when it is first needed. `ca` is trusted at the target and at a proxy that is reached over TLS.
 */
export function createDispatchers({ ca, ...options }: Omit<Agent.Options, 'connect'> & { ca?: string }): Dispatchers {
  const tls = ca === undefined ? {} : { ca };
  const made = new Map<string | undefined, Dispatcher>();
  /** Retired dispatchers that still have requests under way. */
  const retired = new Set<Dispatcher>();
  const make = (proxy: string | undefined): Dispatcher => {
    const { Agent, ProxyAgent } = undici();
    return proxy === undefined
      ? new Agent({ ...options, connect: tls, factory })
      : new ProxyAgent({ ...options, uri: proxy, requestTls: tls, proxyTls: tls, factory });
  };
  return {
    to: (url) => {
      const proxy = proxyFor(url);
      const dispatcher = made.get(proxy) ?? make(proxy);
      made.set(proxy, dispatcher);
      return dispatcher;
    },
    retire: () => {
      for (const dispatcher of made.values()) {
        retired.add(dispatcher);
        void dispatcher
          .close()
          .catch(() => undefined)
          .finally(() => retired.delete(dispatcher));
      }
      made.clear();
    },
    destroy: async () => {
      await Promise.all([...made.values(), ...retired].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function factory(origin: string | URL, options: Pool.Options): Dispatcher {
  const { buildConnector, Pool } = undici();
  const { connect, allowH2 } = options;
  const given = typeof connect === 'function' ? connect : buildConnector({ ...connect, allowH2: allowH2 === true });
  const connecting: buildConnector.connector = (to, callback) =>
    given(to, (error, socket) => {
      if (error !== null) callback(error, null);
      else callback(null, isHttp2(socket) ? socket : withoutContinue(socket));
    });
  return new Pool(origin, { ...options, connect: connecting });
}

function isHttp2(socket: object): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
}
