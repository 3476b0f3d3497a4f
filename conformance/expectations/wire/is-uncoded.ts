import { headerOf } from '../../model/exchange.ts';
import { onSuccess } from '../on-answer.ts';

/**
 * The body has no content coding, as a request with `Accept-Encoding: identity` asks for (RFC 9110 12.5.3: SHOULD).
 * Without that field in the request any coding is acceptable, and none is judged.
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
