import { Type } from 'typebox';
import { figures } from './figures.ts';
import { calibration, canary, environment, validity } from './trust.ts';
import { amount, count, object, text, texts } from '../parts.ts';

const generator = object(
  {
    segment: text('The part of the schedule that it sent, as k6 writes it, such as `0:1/2`.'),
    run: text('Starts the ids of its requests.'),
    startedAfterMs: amount('After the first generator, by the clock of each machine.'),
    planned: Type.Optional(count('Its requests of the schedule; absent if its segment is not one of equal parts.')),
    recorded: count(),
    share: Type.Number({ minimum: 0, maximum: 1, description: 'Of all recorded requests.' }),
    duplicates: Type.Optional(count('Records left out because another generator has a record of the same request.')),
    figures: figures,
    validity,
    canary: Type.Optional(canary),
    calibration: Type.Optional(calibration),
    environment: Type.Optional(environment),
  },
  { description: 'One load generator: its figures are of its own requests, by its own clock.' },
);

export const generators = object(
  {
    each: Type.Array(generator, { minItems: 1, description: 'In the order of their segments.' }),
    startsDifferMs: amount('Between the first start and the last, by the clock of each machine.'),
    missing: Type.Array(
      object({
        segment: text(),
        planned: Type.Optional(count('Its requests of the schedule.')),
      }),
      { description: 'Segments without any record.' },
    ),
    repeated: Type.Array(
      object({
        segment: text(),
        run: text('That of a counted generator in a copy of its records.'),
        alongside: Type.Optional(
          Type.Array(count(), {
            description:
              'Requests that it sent while another attempt at the segment sent too: of each step, or of the run after its warm-up. Absent if there are none.',
          }),
        ),
      }),
      { description: 'Second attempts at a segment, of which nothing counts: the attempt with more records does.' },
    ),
    says: texts('What is wrong with some of them, and what that does to the figures.'),
    withoutInvalid: Type.Optional(
      object(
        { segments: texts('Those that are left.'), figures: figures },
        {
          description: 'The figures without the generators that are invalid. Absent if all are valid, or none is.',
        },
      ),
    ),
  },
  { description: 'The load generators that sent this run together, one segment of the schedule each.' },
);
