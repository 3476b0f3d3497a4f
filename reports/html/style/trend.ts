import { html } from '../../text/html.ts';

/** A quantity over the releases, in the colours of both schemes. */
export const trendStyle = html`<style>
  .trend {
    display: block;
    width: 100%;
    height: auto;
    font-size: 11px;
  }
  .trend text {
    fill: var(--soft);
  }
  .trend .grid {
    stroke: var(--rule);
    stroke-width: 1;
  }
  .trend .line,
  .trend .bounds {
    fill: none;
    stroke: var(--line-1);
    stroke-width: 1.5;
  }
  .trend .dot {
    fill: var(--line-1);
  }
  .trend .slower .dot,
  .trend .slower text {
    fill: var(--fail);
  }
  .trend .slower .bounds {
    stroke: var(--fail);
  }
  .trend .faster .dot,
  .trend .faster text {
    fill: var(--pass);
  }
  .trend .faster .bounds {
    stroke: var(--pass);
  }
</style>`;
