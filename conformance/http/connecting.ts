import type { Dispatcher } from 'undici';

/** The code of an error that says that no connection was made in time, so that nothing was sent. */
export const noConnection = 'ERR_NO_CONNECTION';

export function noConnectionError(): Error {
  return Object.assign(new Error('no connection was made in time'), { code: noConnection });
}

/** The same dispatcher, which tells when a request has a connection and is about to be sent. */
export function noticing(dispatcher: Dispatcher, started: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, told(handler, started)));
}

function told(handler: Dispatcher.DispatchHandler, started: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context: unknown) => {
      started();
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => handler.onResponseStart?.(...all),
    onResponseData: (...all) => handler.onResponseData?.(...all),
    onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
    onResponseError: (...all) => handler.onResponseError?.(...all),
  };
}

/**
 * Rejects when the signal ends a request that has no connection yet: undici itself would end it no sooner than the system
 * gives up connecting. Never settles otherwise.
 */
export function unconnected(signal: AbortSignal, isStarted: () => boolean): Promise<never> {
  return new Promise((_, reject) => {
    const look = (): void => {
      if (!isStarted()) reject(noConnectionError());
    };
    if (signal.aborted) look();
    else signal.addEventListener('abort', look, { once: true });
  });
}
