import type { Dispatcher } from 'undici';

/** Code of the error that says that no connection was made in time, so that nothing was sent. */
export const noConnection = 'ERR_NO_CONNECTION';

export function noConnectionError(): Error {
  return Object.assign(new Error('no connection was made in time'), { code: noConnection });
}

/** The same dispatcher; it calls `started` when a request has a connection and is about to be sent. */
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
 * Returns the response, or rejects as soon as the signal aborts a request that has no connection yet: undici itself
 * ends such a request only when the system gives up connecting. The listener is removed in the end: Node keeps a signal
 * made by `AbortSignal.any` alive as long as it has listeners, and with it the request and its response.
 */
export async function onceConnected<Response>(
  asked: Promise<Response>,
  signal: AbortSignal,
  isStarted: () => boolean,
): Promise<Response> {
  const ended = Promise.withResolvers<never>();
  const look = (): void => {
    if (!isStarted()) ended.reject(noConnectionError());
  };
  if (signal.aborted) look();
  else signal.addEventListener('abort', look, { once: true });
  try {
    return await Promise.race([asked, ended.promise]);
  } finally {
    signal.removeEventListener('abort', look);
  }
}
