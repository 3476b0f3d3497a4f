import { html } from '../text/html.ts';

/** The style of strips and sparklines, in both colour schemes. */
export const historyStyle = html`<style>
  .history h2 {
    overflow-wrap: anywhere;
  }
  .history h3 {
    margin: 1.6rem 0 0.4rem;
    font-size: 1.05rem;
    font-weight: 650;
  }
  /* Words stay whole: on a telephone the table scrolls by itself. */
  .history .observations td {
    overflow-wrap: break-word;
  }
  .history .observations td:nth-child(3) {
    min-width: 12rem;
  }
  @media (max-width: 48rem) {
    .history .observations thead th {
      white-space: normal;
      overflow-wrap: normal;
    }
  }
  .newest {
    margin-bottom: 0.8rem;
  }
  .newest b {
    color: var(--tone);
  }
  .rows li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 24rem);
    gap: 0.2rem 1.5rem;
    align-items: center;
    padding: 0.45rem 0;
    border-bottom: 1px solid var(--rule);
  }
  .rows .ends {
    display: flex;
    justify-content: space-between;
    font-size: 0.8rem;
    color: var(--soft);
  }
  .rows li:first-child {
    padding-bottom: 0;
    border-bottom: 0;
  }
  .rows p {
    font-size: 0.92rem;
  }
  .strip {
    display: block;
    height: 1.1rem;
    min-width: 1.5rem;
  }
  .strip path {
    fill: none;
  }
  .strip .f {
    stroke: var(--fail);
    stroke-width: 12;
  }
  .strip .i {
    stroke: var(--open);
    stroke-width: 8;
  }
  .strip .p {
    stroke: var(--pass);
    stroke-width: 4;
  }
  .strip .n {
    stroke: var(--away);
    stroke-width: 1.5;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.2rem;
    margin: 0.3rem 0 0.6rem;
    font-size: 0.86rem;
    color: var(--soft);
  }
  .legend li {
    display: flex;
    gap: 0.4rem;
    align-items: center;
  }
  .legend .strip {
    width: 0.8rem;
    min-width: 0.8rem;
  }
  .history details {
    margin-top: 1rem;
  }
  .history summary {
    cursor: pointer;
    font-weight: 600;
  }
  .spark {
    display: block;
    width: 100%;
    height: auto;
    margin: 0.3rem 0;
  }
  .spark .band {
    fill: var(--line-1);
    fill-opacity: 0.2;
  }
  .spark .line,
  .spark .bounds {
    fill: none;
    stroke: var(--line-1);
    stroke-width: 1.5;
  }
  .spark .grid {
    fill: none;
    stroke: var(--rule);
  }
  .spark .tick {
    fill: var(--soft);
    font-size: 9px;
  }
  .spark .dot {
    fill: var(--line-1);
  }
  .spark .hollow {
    fill: none;
    stroke: var(--open);
    stroke-width: 1.5;
  }
  .chart .ends {
    display: flex;
    justify-content: space-between;
    font-size: 0.8rem;
    color: var(--soft);
  }
  .changes {
    margin: 0 0 0.6rem;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .changes li {
    padding: 0.3rem 0;
  }
  .change.undecided b {
    font-weight: 400;
  }
  .change.better b {
    color: var(--pass);
  }
  .change.worse b {
    color: var(--fail);
  }
  @media (max-width: 40rem) {
    .rows li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
</style>`;
