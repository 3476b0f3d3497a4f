import { countText } from '../../../reading/count-text.ts';

/** So many parts of a container are read. Libraries make an object of each, before anything can be checked. */
export type ReadingBound = { readonly most: number; readonly parts: string; readonly container: string };

/** `an MP4 of more than 50,000 boxes`. */
export function moreThan({ most, parts, container }: ReadingBound): string {
  return `${container} of more than ${countText(most)} ${parts}`;
}
