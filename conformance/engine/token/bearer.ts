import { headerOf, type Exchange } from '../../model/exchange.ts';

/** The key of a token within its probe: in another probe the same placeholder stands for another token. */
export function bearerOf({ probe, request }: Exchange): string {
  return JSON.stringify([probe, headerOf(request.headers, 'authorization')]);
}
