import { html } from '../../text/html.ts';

/** What only pages of checks have: causes, and what the script adds. */
export const toolStyle = html`<style>
  [hidden] {
    display: none !important;
  }
  html:has(.tools) {
    scroll-padding-top: 6rem;
  }
  .cause {
    margin-top: 1.6rem;
  }
  .cause-title {
    font-size: 1.05rem;
  }
  .cause-title .aside {
    display: block;
    margin-top: 0.2rem;
  }
  .also {
    margin-top: 0.8rem;
  }
  .also > summary {
    cursor: pointer;
  }
  .requirement {
    margin-top: 0.7rem;
    font-size: 1.05rem;
    line-height: 1.45;
  }
  .requirement .aside {
    display: block;
  }
  .tools {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
    margin-top: 1.5rem;
    padding: 0.6rem 0;
    background: var(--paper);
    border-bottom: 1px solid var(--rule);
  }
  .tools input,
  .tools select,
  .tools button,
  .copy {
    max-width: 100%;
    padding: 0.3rem 0.6rem;
    font: inherit;
    font-size: 0.9rem;
    color: var(--ink);
    background: var(--card);
    border: 1px solid var(--rule);
    border-radius: 6px;
  }
  .tools input {
    flex: 1 1 11rem;
    min-width: 8rem;
  }
  .tools output,
  .keys {
    font-size: 0.86rem;
    color: var(--soft);
  }
  .keys {
    flex-basis: 100%;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    margin: 0.3rem 0 0.5rem;
  }
  .copy {
    margin-top: 0.3rem;
    padding: 0.1rem 0.5rem;
    font-size: 0.8rem;
    color: var(--soft);
    cursor: pointer;
  }
  .copy + pre {
    margin-top: 0.6rem;
  }
  .current {
    outline: 2px solid var(--link);
    outline-offset: 3px;
  }
  .waveform {
    display: block;
    width: 100%;
    max-width: 26rem;
    height: 40px;
  }
  .waveform path {
    stroke: var(--link);
    stroke-width: 1.4;
  }
  @media (max-width: 40rem) {
    html:has(.tools) {
      scroll-padding-top: 1rem;
    }
    .tools {
      position: static;
    }
    .tools select {
      flex: 1 1 40%;
      min-width: 0;
    }
    .keys {
      display: none;
    }
  }
</style>`;
