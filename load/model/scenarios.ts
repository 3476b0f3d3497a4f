/** What `assay load` can be asked: one file in load/scenarios each. */
export type LoadScenario = { readonly name: string; readonly question: string };

export const loadScenarios: readonly LoadScenario[] = [
  {
    name: 'stream',
    question: "How soon, and how evenly, does a bot's streamed reply arrive when users come at a given rate?",
  },
];
