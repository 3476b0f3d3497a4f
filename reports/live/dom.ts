import type { LiveMessage, LivePoint } from './live-view.ts';

/**
 * The part of the DOM that the script of the live page uses (reports/html/script/dom.ts says why it is not all of it).
 */
export type LiveElement = {
  hidden: boolean;
  disabled: boolean;
  textContent: string | null;
  readonly setAttribute: (name: string, value: string) => void;
  readonly replaceChildren: (...contents: readonly (LiveElement | string)[]) => void;
  readonly addEventListener: (type: 'click', heard: () => void) => void;
};

export type LiveDocument = {
  title: string;
  readonly getElementById: (id: string) => LiveElement | null;
  readonly createElement: (name: string) => LiveElement;
  readonly createElementNS: (space: string, name: string) => LiveElement;
};

type Source = {
  readonly addEventListener: (type: 'message' | 'error', heard: (event: { readonly data: string }) => void) => void;
  readonly close: () => void;
};

export type LiveWindow = {
  readonly EventSource: new (url: string) => Source;
  readonly fetch: (url: string, options: { readonly method: 'POST' }) => Promise<{ readonly ok: boolean }>;
  readonly setTimeout: (then: () => void, ms: number) => void;
  readonly JSON: { readonly parse: (text: string) => LiveMessage };
};

/** Makes an element; names such as `svg:line` make SVG elements. */
export type MakeLive = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...contents: readonly (LiveElement | string)[]
) => LiveElement;

/**
 * Draws lines over time, each from one place of the points. Where they zoom, the axis does not begin at 0 if all values
 * are far from 0.
 */
export type DrawLines = (
  make: MakeLive,
  points: readonly LivePoint[],
  lines: readonly { readonly place: 1 | 2 | 3 | 4; readonly colour: string }[],
  zooms?: boolean,
) => readonly LiveElement[];
