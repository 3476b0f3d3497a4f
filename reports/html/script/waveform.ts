import type { Make, Page, PageElement, View } from './dom.ts';

/**
 * Draws the waveform of each clip, from samples that the browser decodes. All are drawn at once, and not when their fold
 * opens: the event of an initially open fold may come before the script listens, and a page has less than 1 MB of clips.
 */
export function drawClips(page: Page, view: View, make: Make): void {
  const Decoder = view.OfflineAudioContext;
  const columns = 240;

  const pathOf = (samples: Float32Array): string => {
    const each = Math.max(1, Math.floor(samples.length / columns));
    const loudest = (at: number): number =>
      samples.subarray(at * each, (at + 1) * each).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Array.from({ length: columns }, (_, at) => {
      const height = Math.max(0.5, Math.min(1, loudest(at)) * 19);
      return `M${at * 2 + 1} ${(20 - height).toFixed(1)}V${(20 + height).toFixed(1)}`;
    }).join('');
  };
  const draw = async (audio: PageElement): Promise<void> => {
    const source = audio.getAttribute('src') ?? '';
    if (Decoder === undefined) return;
    const bytes = Uint8Array.from(atob(source.slice(source.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    const decoded = await new Decoder(1, 1, 8000).decodeAudioData(bytes.buffer);
    const label = `Loudness over ${decoded.duration.toFixed(2)} s`;
    const attributes = { class: 'waveform', viewBox: '0 0 480 40', preserveAspectRatio: 'none', role: 'img' };
    const path = make('svg:path', { d: pathOf(decoded.getChannelData(0)) });
    audio.after(make('svg:svg', { ...attributes, 'aria-label': label }, path));
  };
  // A clip that does not decode has no waveform; its player says that it cannot play it.
  for (const audio of page.querySelectorAll('audio')) draw(audio).catch(() => {});
}
