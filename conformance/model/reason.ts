import type { About, Reason } from './run.ts';

/** The members of a reason alone, from an object that has more. */
export function reasonIn({ because, about }: Reason): Reason {
  return { because, ...(about === undefined ? {} : { about }) };
}

/** Says that a reason depends on an answer, which another check may explain; empty where no exchange is given. */
export function aboutAnswer(exchange: string | undefined): { readonly about?: About } {
  return exchange === undefined ? {} : { about: { is: 'answer', exchange } };
}
