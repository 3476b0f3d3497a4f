import { headerOf } from '../../model/exchange.ts';
import { onSuccess } from '../on-answer.ts';

/**
 * A body without a content coding, which is what a request with `Accept-Encoding: identity` asks for (RFC 9110 12.5.3:
 * SHOULD). Where a request has no such field, any coding is acceptable, and none is judged.
 */
export const isUncoded = onSuccess(({ headers }) => {
  const coding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return [];
  return [
    {
      subject: 'Content-Encoding',
      expected: 'none: the request accepts identity only',
      observed: coding,
      reference: 'RFC 9110 12.5.3',
    },
  ];
});
