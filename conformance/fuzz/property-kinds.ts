import { isAnsweredInFull, causesNoServerError, isRefusedInForm } from './oracles.ts';

export const aChat = { needs: ['token', 'bot'], costs: { chats: 1, speeches: 0 } } as const;
export const aSpeech = { needs: ['token'], costs: { chats: 0, speeches: 1 } } as const;

export const valid = { level: 'MUST', kind: 'valid', expect: [isAnsweredInFull] } as const;
export const invalid = { level: 'MUST', kind: 'invalid', expect: [isRefusedInForm] } as const;
/** Of some 25 kinds. */
export const open = { level: 'MUST', kind: 'unspecified', expect: [causesNoServerError], casesInCheck: 20 } as const;

/** What frameworks read by default as what it looks like: "4" as 4, 42 as "42". */
export const mistyped = {
  level: 'SHOULD',
  kind: 'invalid',
  expect: [isRefusedInForm],
  casesInCheck: 8,
  doneBy: [
    'Fastify 5.12.8: ajv converts values to the expected type',
    'Spring Boot 3.3.4: Jackson reads 42 as text, "4" as 4 and "" as nothing',
  ],
} as const;
/** What nobody meets but the sender of a spelling that no common client uses. */
export const oddlyTyped = {
  level: 'HTTP',
  kind: 'valid',
  expect: [isAnsweredInFull],
  casesInCheck: 6,
  doneBy: ['axum 0.8.9: 415 to a blank before the semicolon', 'Falcon 4.4.0: 415 to Application/Json'],
} as const;
/** Endured too, but by whoever sends it alone. */
export const odd = { level: 'HTTP', kind: 'unspecified', expect: [causesNoServerError], casesInCheck: 5 } as const;
export const oddRequirement = 'Bytes that no common client sends cause no server error (RFC 9110 15.5, 15.6)';
