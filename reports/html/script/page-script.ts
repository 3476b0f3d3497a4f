import { type Html, scriptOf } from '../../text/html.ts';
import { copyTexts } from './copy.ts';
import type { Make, Page, PagePart, View } from './dom.ts';
import { filterChecks } from './filter.ts';
import { takeKeys } from './keys.ts';
import { drawClips } from './waveform.ts';

/** In this order: the keys need the form that the filter makes. */
const parts: readonly PagePart[] = [copyTexts, filterChecks, takeKeys, drawClips];

function runParts(page: Page, view: View, parts: readonly PagePart[]): void {
  const make: Make = (name, attributes, ...contents) => {
    const svg = name.startsWith('svg:') ? name.slice(4) : undefined;
    const made = svg === undefined ? page.createElement(name) : page.createElementNS('http://www.w3.org/2000/svg', svg);
    for (const [key, value] of Object.entries({ ...attributes, 'data-made': '' })) made.setAttribute(key, value);
    made.append(...contents);
    return made;
  };
  for (const part of parts) part(page, view, make);
}

/** The one script that a page of checks may run, as its policy names it by the hash of `text`. */
export const pageScript: { readonly text: string; readonly element: Html } = scriptOf(runParts, parts);
