/**
 * The part of the DOM that the page script uses. The full DOM types would apply to every file of the project, where a missing
 * `name` or `event` would then pass as a global variable.
 */
export type PageElement = {
  hidden: boolean;
  open?: boolean;
  value: string;
  textContent: string | null;
  readonly id: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly classList: { readonly add: (name: string) => void; readonly remove: (name: string) => void };
  readonly parentElement: PageElement | null;
  readonly matches: (selector: string) => boolean;
  readonly closest: (selector: string) => PageElement | null;
  readonly contains: (other: PageElement | null) => boolean;
  readonly querySelector: (selector: string) => PageElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>;
  readonly append: (...contents: readonly (PageElement | string)[]) => void;
  readonly after: (...contents: readonly (PageElement | string)[]) => void;
  readonly remove: () => void;
  readonly setAttribute: (name: string, value: string) => void;
  readonly getAttribute: (name: string) => string | null;
  readonly addEventListener: Listening;
  readonly focus: (options?: { readonly preventScroll: boolean }) => void;
  readonly blur: () => void;
  readonly click: () => void;
  readonly select: () => void;
  readonly scrollIntoView: (options?: { readonly block: 'nearest' | 'start' }) => void;
  readonly checkVisibility: () => boolean;
};

type PageEvent = {
  readonly target: PageElement;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly preventDefault: () => void;
};

type Listening = (type: string, heard: (event: PageEvent) => void, capture?: boolean) => void;

export type Page = Pick<PageElement, 'querySelector' | 'querySelectorAll' | 'addEventListener'> & {
  readonly body: PageElement;
  readonly activeElement: PageElement | null;
  readonly getElementById: (id: string) => PageElement | null;
  readonly createElement: (name: string) => PageElement;
  readonly createElementNS: (space: string, name: string) => PageElement;
  readonly execCommand: (command: 'copy') => boolean;
};

type Samples = { readonly getChannelData: (channel: number) => Float32Array; readonly duration: number };

export type View = {
  readonly location: { readonly hash: string; readonly href: string };
  readonly history: { readonly replaceState: (state: null, title: string, url: string) => void };
  readonly navigator: { readonly clipboard?: { readonly writeText: (text: string) => Promise<void> } };
  readonly addEventListener: Listening;
  readonly setTimeout: (then: () => void, ms: number) => void;
  readonly OfflineAudioContext?: new (
    channels: number,
    length: number,
    rate: number,
  ) => { readonly decodeAudioData: (bytes: ArrayBuffer) => Promise<Samples> };
};

/** Makes an element that only the script adds; it is marked, so that print styles and tests can leave it out. */
export type Make = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...contents: readonly (PageElement | string)[]
) => PageElement;

/**
 * A part of the page script. Its source is copied into the page, so it may use its arguments and nothing of its
 * module.
 */
export type PagePart = (page: Page, view: View, make: Make) => void;
