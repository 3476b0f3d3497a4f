import { html } from '../text/html.ts';

/** Styles that only the live page uses. */
export const liveStyle = html`<style>
  .verdict .target {
    margin-bottom: 1.2rem;
  }
  .notApplicable h1 strong,
  .notApplicable h1 .mark {
    color: var(--ink);
  }
  .progress {
    display: block;
    width: 100%;
    height: 8px;
    border-radius: 4px;
    background: var(--rule);
  }
  .progress rect {
    fill: var(--tone);
  }
  #until {
    margin-top: 1.2rem;
  }
  #generator {
    margin-top: 1.2rem;
    color: var(--tone);
    font-weight: 600;
  }
  .tally .notApplicable b,
  .tally .pass b {
    color: var(--ink);
  }
  .tally .fail b {
    color: var(--tone);
  }
  button {
    margin-top: 1.2rem;
    padding: 0.5rem 1rem;
    font: inherit;
    font-weight: 600;
    color: var(--fail);
    background: none;
    border: 1px solid currentColor;
    border-radius: 6px;
    cursor: pointer;
  }
  button:disabled {
    color: var(--soft);
    cursor: default;
  }
  #lost:not(:empty) {
    margin-bottom: 1rem;
    padding: 0.6rem 1rem;
    border-left: 5px solid var(--open);
    background: var(--wash);
    border-radius: 6px;
  }
  #ended {
    margin-top: 1.2rem;
  }
  #report {
    display: block;
    margin-top: 0.3rem;
    font-size: 1rem;
    user-select: all;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .tally {
    grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
  }
  #rows td {
    font-variant-numeric: tabular-nums;
  }
  .scroll .numbers {
    min-width: 0;
    width: 100%;
  }
  .scroll .numbers tbody th {
    min-width: 0;
    text-align: left;
    white-space: normal;
  }
  #tiles .badge {
    white-space: normal;
  }
  .numbers th,
  .numbers td {
    overflow-wrap: normal;
  }
  .numbers thead th {
    white-space: nowrap;
  }
  @media (min-width: 60rem) {
    .plot svg {
      font-size: 17px;
    }
  }
  @media (max-width: 40rem) {
    .scroll .numbers {
      font-size: 0.86rem;
    }
    .scroll .numbers td {
      white-space: normal;
    }
    .scroll .numbers th,
    .scroll .numbers td {
      padding-right: 0.35rem;
    }
  }
  .charts {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    margin-top: 3rem;
  }
  .key.one {
    background: var(--line-1);
  }
  .key.two {
    background: var(--line-2);
  }
  .line {
    fill: none;
    stroke-width: 2;
  }
  .rule {
    stroke: var(--rule);
  }
  .tick {
    stroke: var(--fail);
    stroke-width: 2;
  }
  .plot text {
    fill: currentColor;
  }
  #failures li {
    padding: 0.2rem 0;
  }
  #failures b {
    color: var(--tone);
  }
  [hidden] {
    display: none;
  }
</style>`;
