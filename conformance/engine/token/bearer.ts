import { headerOf, type Exchange } from '../../model/exchange.ts';

/** The token within its probe: another one has others by the same names. */
export function bearerOf({ probe, request }: Exchange): string {
  return JSON.stringify([probe, headerOf(request.headers, 'authorization')]);
}
