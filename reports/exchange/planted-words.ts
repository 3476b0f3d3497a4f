/**
 * Words that a run plants to find them again, as `nonceOf` in conformance/model makes them; reports may import only
 * types from there.
 */
export const plantedWords = /\bzq[a-z]{10}\b/g;
