import { Type } from 'typebox';
import { count, object, text } from '../parts.ts';

/** How the measured requests travelled. */
export const connections = object({
  opened: count(),
  reused: count(),
  protocols: Type.Optional(
    Type.Array(
      object({
        protocol: text('Such as `HTTP/1.1` or `HTTP/2.0`.'),
        tls: Type.Optional(text('Such as `TLS 1.3`; absent if the connections were plain.')),
        answers: Type.Integer({ minimum: 1 }),
      }),
      {
        description:
          'What the measured answers came by, refusals included; the most first. Absent if there was none, and in older runs.',
      },
    ),
  ),
});
