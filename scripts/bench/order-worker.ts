import type { FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour } from '../matrix/bases.ts';
import { answerJobs } from '../matrix/workers.ts';
import { foundAfter, type OrderName } from './found-after.ts';

/** A mistake to look for; without one, the service without mistakes. */
export type OrderJob = { readonly fault?: FaultId; readonly order: OrderName; readonly delayMs: number };

answerJobs(({ fault, order, delayMs }: OrderJob) =>
  foundAfter(fault === undefined ? matrixBehaviour('valid') : matrixBehaviour('valid', fault), order, delayMs),
);
