/** The words that a run plants to be found again, as `nonceOf` in conformance/model makes them: reports take only its types. */
export const plantedWords = /\bzq[a-z]{10}\b/g;
