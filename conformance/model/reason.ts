import type { Reason } from './run.ts';

/** The reason alone, out of something that has one. */
export function reasonIn({ because, about }: Reason): Reason {
  return { because, ...(about === undefined ? {} : { about }) };
}
