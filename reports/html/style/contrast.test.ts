import { describe, expect, it } from 'vitest';
import { textOfPage } from '../../text/html.ts';
import { baseStyle } from './base.ts';

const css = textOfPage(baseStyle);

type Colours = ReadonlyMap<string, string>;

/** The colours of the first block, and what the dark one puts in their place. */
function coloursOf(block: string): Colours {
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const darkFrom = css.indexOf('prefers-color-scheme: dark');
const light = coloursOf(css.slice(0, darkFrom));
const dark: Colours = new Map([...light, ...coloursOf(css.slice(darkFrom))]);

/** WCAG 2.2: relative luminance, and the contrast ratio of two colours. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const onGrounds = ['ink', 'soft', 'pass', 'fail', 'open', 'away', 'link'].flatMap((ink) =>
  ['paper', 'card', 'wash'].map((ground) => [ink, ground] as const),
);

describe('text can be read in both schemes (WCAG 2.2 AA: at least 4.5 to 1)', () => {
  it('knows the ratio of black and white', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it.each([...onGrounds, ['mark-ink', 'mark'] as const])('%s on %s', (ink, ground) => {
    for (const scheme of [light, dark]) {
      const [inkColour, groundColour] = [scheme.get(ink), scheme.get(ground)];
      expect(inkColour).toBeDefined();
      expect(groundColour).toBeDefined();
      expect(contrastOf(inkColour ?? '', groundColour ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  });
});
