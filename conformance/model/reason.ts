import type { About, Reason } from './run.ts';

/** The reason alone, out of something that has one. */
export function reasonIn({ because, about }: Reason): Reason {
  return { because, ...(about === undefined ? {} : { about }) };
}

/** That it hangs on an answer that may have come for another reason; nothing where none is named. */
export function aboutAnswer(exchange: string | undefined): { readonly about?: About } {
  return exchange === undefined ? {} : { about: { is: 'answer', exchange } };
}
