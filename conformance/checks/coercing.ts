/** Frameworks that by default convert values of one type to another, and the part that does it. */
export const coercingFrameworks = {
  ajv: 'Fastify 5.12.8: ajv converts it to the expected type',
  jackson: 'Spring Boot 3.3.4: Jackson converts it to the expected type',
  pydantic: 'FastAPI 0.165.0: pydantic converts it to the expected type',
} as const;
