import type { Mix } from './operations.ts';

/**
 * `level`: a constant rate. `spike`: a fifth of the time at a higher rate. `stepLoad`: rising steps. `sweep`: a closed
 * loop whose number of users rises from level to level.
 */
export type LoadShape = 'level' | 'spike' | 'stepLoad' | 'sweep';

/** For each phase: which records belong to it, and how the scenario decides that. */
type LoadPhases = { readonly warmup: string; readonly steady: string; readonly drain: string };

type ScenarioDefaults = {
  readonly ratePerS?: number;
  readonly durationS?: number;
  /** Requests per session; every other scenario sends a single request per user. */
  readonly turns?: number;
  readonly thinkMs?: number;
};

/** A scenario of `assay load`; each has a file in load/scenarios. */
export type LoadScenario = {
  readonly name: string;
  readonly question: string;
  readonly mix: Mix;
  readonly shape: LoadShape;
  readonly phases: LoadPhases;
  /** Where they differ from the common defaults (settings.ts). */
  readonly defaults?: ScenarioDefaults;
};

const phases: LoadPhases = {
  warmup: 'requests intended before --warmup: connections, caches and compilers are still getting ready',
  steady: 'every later request of the schedule, by its intended time, however late its reply ends',
  drain: 'no request is due any more; replies under way are read to their end and count by their intended time',
};

export const loadScenarios: readonly LoadScenario[] = [
  {
    name: 'stream',
    question: "How soon, and how evenly, does a bot's streamed reply arrive when users come at a given rate?",
    mix: { stream: 1 },
    shape: 'level',
    phases,
  },
  {
    name: 'chat',
    question: 'How long does a whole reply take when users come at a given rate?',
    mix: { chat: 1 },
    shape: 'level',
    phases,
  },
  {
    name: 'speech',
    question: 'How much audio per second does the service make, and is the audio what was asked for?',
    mix: { speech: 1 },
    shape: 'level',
    phases,
    defaults: { ratePerS: 1 },
  },
  {
    name: 'voices',
    question: 'How fast is the public list of voices, which a cache may answer?',
    mix: { voices: 1 },
    shape: 'level',
    phases,
    defaults: { ratePerS: 20 },
  },
  {
    name: 'conversation',
    question: 'Do replies slow down in sessions of several turns, with users who think in between?',
    mix: { stream: 1 },
    shape: 'level',
    phases: {
      warmup: 'turns intended before --warmup: sessions are still filling up',
      steady: 'turns intended from then until no new session begins (--duration)',
      drain: 'turns intended after that: the sessions left thin out, so the load is no longer the one asked for',
    },
    defaults: { ratePerS: 1, durationS: 30, turns: 4, thinkMs: 2_000 },
  },
  {
    name: 'mixed',
    question: 'How does each operation fare when all of them share the service?',
    mix: { stream: 6, chat: 2, voices: 1, speech: 1 },
    shape: 'level',
    phases,
  },
  {
    name: 'soak',
    question: 'Does anything get slower, or fail more, when a blend of uses goes on for long?',
    mix: { stream: 6, chat: 2, voices: 1, speech: 1 },
    shape: 'level',
    phases,
    defaults: { ratePerS: 2, durationS: 1800 },
  },
  {
    name: 'spike',
    question: 'What does a sudden burst of users do to replies, and how soon is it over?',
    mix: { stream: 1 },
    shape: 'spike',
    phases: { ...phases, steady: `${phases.steady}: before, within and after the spike` },
    defaults: { durationS: 30 },
  },
  {
    name: 'capacity',
    question: 'Up to which rate does the service keep its SLO?',
    mix: { stream: 1 },
    shape: 'stepLoad',
    phases: {
      warmup: 'the first fifth of each step: the queues of the step before are still emptying',
      steady: 'the rest of each step, each judged on its own by the intended times of its requests',
      drain: 'what is under way when a step violates the SLO is cut off, and is part of no step',
    },
    defaults: { durationS: 80 },
  },
  {
    name: 'sweep',
    question: 'How do throughput and latency change with the number of concurrent users?',
    mix: { stream: 1 },
    shape: 'sweep',
    phases: {
      warmup: 'the beginning of each level: its further users come one after the other',
      steady: 'the middle of each level, each judged on its own by the moments at which its users became free',
      drain: 'the end of each level: it keeps the load as it is while what was sent before is answered',
    },
  },
];

/** Whether each step or level is judged by itself: sending problems in one say nothing about the others. */
export function judgesEachStep(scenario: string): boolean {
  const shape = loadScenario(scenario)?.shape;
  return shape === 'stepLoad' || shape === 'sweep';
}

export function loadScenario(name: string): LoadScenario | undefined {
  return loadScenarios.find((scenario) => scenario.name === name);
}
