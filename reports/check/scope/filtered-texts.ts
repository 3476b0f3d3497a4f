import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/** How many texts a filter of contents refused, which no check fails by. */
export function filteredTextsText({ filteredTexts }: Pick<Run, 'filteredTexts'>): string | undefined {
  if (filteredTexts === undefined) return undefined;
  const { texts, status, example } = filteredTexts;
  return `The target’s content filter refused ${counted(texts, 'text')} (such as ${example}, status ${status}); which texts a service refuses is not specified, so no check fails by it`;
}
