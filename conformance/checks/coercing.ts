/** What reads values of one type as another by default. */
export const coercing = {
  ajv: 'Fastify 5.12.8: ajv reads it as what it looks like',
  jackson: 'Spring Boot 3.3.4: Jackson reads it as what it looks like',
  pydantic: 'FastAPI 0.165.0: pydantic reads it as what it looks like',
} as const;
