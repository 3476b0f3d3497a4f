import { html } from '../../text/html.ts';

/** Narrow screens and paper; comes last, because it overrides. */
export const mediaStyle = html`<style>
  @media (max-width: 40rem) {
    body {
      padding: 1rem 0.9rem 3rem;
    }
    .verdict {
      padding: 1.3rem 1.1rem;
    }
    .finding {
      padding: 1.1rem;
    }
    .tally {
      grid-template-columns: 1fr 1fr;
    }
    .pair {
      grid-template-columns: 4.6rem 1fr;
    }
    .clause {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.3rem;
    }
    .checks li {
      grid-template-columns: 7.6rem minmax(0, 1fr);
    }
    th,
    td {
      padding-right: 0.6rem;
    }
    .numbers tbody th {
      min-width: 9rem;
    }
    .numbers {
      min-width: 36rem;
    }
  }
  @media print {
    :root {
      color-scheme: light;
    }
    body {
      max-width: none;
      padding: 0;
      background: none;
      font-size: 10pt;
    }
    pre {
      max-height: none;
    }
    .clip audio {
      display: none;
    }
    h2,
    h3,
    h4,
    summary {
      break-after: avoid;
    }
    .mismatches li,
    .checks li {
      break-inside: avoid;
    }
    main:not(.judged) details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
</style>`;
