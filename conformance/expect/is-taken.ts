import { isSuccessStatus, type Exchange } from '../core/exchange.ts';

/** True for a request that was answered with a success: a reply that is none says nothing of what the bot does. */
export function isTaken({ response }: Exchange): boolean {
  return response.is === 'answer' && isSuccessStatus(response.status);
}
