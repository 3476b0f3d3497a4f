import type { MessagePort } from 'node:worker_threads';

/** What the thread of a command is given. */
export type ThreadInput = {
  readonly wire: MessagePort;
  /** Where jobs are watched that may cost too much. */
  readonly jobs: MessagePort;
  /** What is known of each terminal, by its file descriptor. */
  readonly screens: Readonly<Record<1 | 2, { readonly isTTY: boolean; readonly columns?: number | undefined }>>;
};

/** What it tells the main thread: that it lives, whether it heeds signals, and where its results go. */
export type ThreadMessage =
  | { readonly is: 'lives' }
  | { readonly is: 'heeds'; readonly signals: boolean }
  | { readonly is: 'keeps'; readonly folder: string };

/** A thread that computes without a pause does not. */
export const livesEveryMs = 1_000;

/** What it is told. */
export type Signalled = { readonly signal: 'SIGINT' | 'SIGTERM' };
