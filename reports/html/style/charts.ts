import { html } from '../../text/html.ts';
import { tableStyle } from './load-tables.ts';

/** What only load reports show: charts, with their colours in both schemes, and the lines before the verdict. */
export const chartStyle = html`${tableStyle}<style>
    :root {
      --line-1: #2a52a3;
      --line-2: #b3541e;
      --line-3: #157a6e;
      --line-4: #7a3fa0;
      --line-5: #8a6d00;
      --line-6: #5d6470;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --line-1: #8fb0f7;
        --line-2: #f0a070;
        --line-3: #62c7b6;
        --line-4: #c79be6;
        --line-5: #d9bd4f;
        --line-6: #aab2bf;
      }
    }
    .gate {
      margin-bottom: 1rem;
      padding: 0.8rem 1.2rem;
      background: var(--card);
      border: 1px solid var(--rule);
      border-left: 5px solid var(--tone);
      border-radius: 6px;
    }
    .gate b {
      color: var(--tone);
    }
    .gate p:first-child {
      font-size: 1.15rem;
    }
    .instrument {
      margin-bottom: 0.8rem;
    }
    .instrument ul {
      margin: 0.4rem 0 0 1.2rem;
      list-style: disc;
    }
    .instrument .noted {
      margin-top: 0.4rem;
    }
    .until {
      margin-top: 0.8rem;
    }
    .until b,
    .instrument b {
      color: var(--tone);
      margin-right: 0.5rem;
    }
    main > details {
      margin-top: 1.2rem;
    }
    main > details > .lead {
      margin: 0.5rem 0 1rem;
    }
    main > details > summary {
      cursor: pointer;
      font-weight: 600;
    }
    .charts + .lead,
    .scroll + .lead {
      margin-top: 1rem;
    }
    .charts {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
      gap: 1rem;
    }
    .chart {
      padding: 0.9rem 1rem 0.6rem;
      background: var(--card);
      border: 1px solid var(--rule);
      border-radius: 10px;
      break-inside: avoid;
    }
    .chart figcaption {
      display: flex;
      flex-wrap: wrap;
      gap: 0.1rem 0.6rem;
      align-items: baseline;
      line-height: 1.4;
    }
    .chart b {
      flex-basis: 100%;
      font-weight: 650;
    }
    .chart > .aside {
      padding-bottom: 0.3rem;
    }
    /* As wide as the page it would have letters twice as large as all others. */
    .charts:not(.single) > .chart:only-child .plot {
      max-width: 28rem;
    }
    .charts.single {
      grid-template-columns: minmax(0, 1fr);
    }
    .charts.single .plot {
      max-width: 48rem;
    }
    .charts.single + h3,
    .scroll + h3 {
      margin-top: 1.6rem;
    }
    @media (min-width: 60rem) {
      .charts.single .plot svg {
        font-size: 8px;
      }
    }
    .words {
      margin-bottom: 0.4rem;
      font-weight: 600;
    }
    .words span {
      color: var(--tone);
    }
    .chart .more {
      padding: 0.2rem 0 0.4rem;
      font-size: 0.86rem;
    }
    .chart .more summary {
      cursor: pointer;
    }
    .keys {
      display: flex;
      flex-wrap: wrap;
      gap: 0.1rem 0.9rem;
      margin-left: auto;
      font-size: 0.86rem;
    }
    .key {
      display: inline-block;
      width: 1.5rem;
      height: 0.4rem;
      vertical-align: middle;
    }
    .plot svg {
      display: block;
      width: 100%;
      height: auto;
      font: 12px var(--sans);
      color: var(--soft);
      overflow: visible;
    }
    .plot text {
      white-space: pre;
    }
    @media print {
      /* A page is short: with the room that a screen has, the first charts would not fit below the verdict. */
      :root {
        font-size: 13px;
      }
      main .verdict {
        padding: 1.2rem 1.6rem;
      }
      .verdict h1 {
        font-size: 1.6rem;
      }
      main h2 {
        margin: 1.8rem 0 0.6rem;
      }
      .charts {
        grid-template-columns: 1fr 1fr;
      }
      /* The same samples as in the histogram above it: unfolded, two rows of charts are higher than a page. */
      .charts .more {
        display: none;
      }
      /* What a paragraph under a heading speaks of stands with it. */
      :is(h2, h3) + .lead {
        break-after: avoid;
        break-inside: avoid;
      }
      .numbers tr {
        break-inside: avoid;
      }
      .scroll {
        overflow: visible;
      }
      .numbers {
        min-width: 0;
        font-size: 8pt;
      }
      .numbers tbody th {
        min-width: 0;
      }
      .numbers th,
      .numbers td {
        padding-right: 0.4rem;
      }
      /* Paper does not scroll: what is right of it would be lost. */
      .numbers.wide,
      .numbers.wide thead th {
        font-size: 6pt;
      }
      .numbers.wide th,
      .numbers.wide td {
        padding-right: 0.2rem;
        white-space: normal;
      }
      .wide tbody th {
        min-width: 0;
      }
      .wide td small {
        font-size: 5pt;
      }
    }
    /* Drawn for half the width, and as wide as the page: its letters would be twice as large as those of the others. */
    @media print, (min-width: 48rem) {
      .charts.single .plot svg {
        font-size: 7px;
      }
    }
    @media screen and (max-width: 40rem) {
      .plot svg {
        font-size: 14px;
      }
    }
  </style>`;
