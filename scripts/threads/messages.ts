import type { MessagePort } from 'node:worker_threads';

/** The input of a command's thread. */
export type ThreadInput = {
  readonly wire: MessagePort;
  /** The port for supervising jobs that may take too long. */
  readonly jobs: MessagePort;
  /** The properties of each terminal, by file descriptor. */
  readonly screens: Readonly<Record<1 | 2, { readonly isTTY: boolean; readonly columns?: number | undefined }>>;
};

/** Messages to the main thread: that the thread is alive, whether it handles signals, and where its results go. */
export type ThreadMessage =
  | { readonly is: 'lives' }
  | { readonly is: 'heeds'; readonly signals: boolean }
  | { readonly is: 'keeps'; readonly folder: string };

/** Interval in milliseconds of signs of life; a thread that computes without a pause sends none. */
export const heartbeatMs = 1_000;

/** A message to the thread. */
export type Signalled = { readonly signal: 'SIGINT' | 'SIGTERM' };
