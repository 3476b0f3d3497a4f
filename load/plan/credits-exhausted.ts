/** By this text a scenario ends its test, and what started k6 knows it from other ends of that exit code: k6 prints it. */
export const creditsExhausted = 'credits exhausted';
