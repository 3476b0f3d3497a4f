/** What reads values of one type as another by default. */
export const coercing = {
  ajv: 'Fastify 5.12.8: ajv converts it to the expected type',
  jackson: 'Spring Boot 3.3.4: Jackson converts it to the expected type',
  pydantic: 'FastAPI 0.165.0: pydantic converts it to the expected type',
} as const;
