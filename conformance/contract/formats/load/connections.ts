import { count, list, object, optional, positive, text } from '../parts.ts';

/** How the measured requests travelled. */
export const connections = object({
  opened: count(),
  reused: count(),
  protocols: optional(
    list(
      object({
        protocol: text('Such as `HTTP/1.1` or `HTTP/2.0`.'),
        tls: optional(text('Such as `TLS 1.3`; absent if the connections were plain.')),
        answers: positive(),
      }),
      'What the measured answers came by, refusals included; the most first. Absent if there was none, and in older runs.',
    ),
  ),
});
