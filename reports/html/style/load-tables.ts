import { html } from '../../text/html.ts';

/** The tables of load reports, whose rows become lists where there is little room: nothing of them is out of sight. */
export const tableStyle = html`<style>
  .numbers thead th {
    white-space: normal;
    overflow-wrap: normal;
  }
  .numbers.stacks {
    min-width: 0;
  }
  .stacks th,
  .stacks td {
    padding-right: 0.6rem;
  }
  .numbers.stacks td {
    white-space: normal;
    overflow-wrap: break-word;
  }
  .times td:not(.aside),
  .numbers .kept {
    white-space: nowrap;
  }
  .numbers.stacks .why td {
    padding: 0 0 0.5rem 1rem;
    text-align: left;
    white-space: normal;
    color: var(--soft);
  }
  .numbers thead th.prose,
  .numbers thead th.named,
  .numbers td.named,
  .numbers thead td.unit,
  .requests .course {
    text-align: left;
  }
  .numbers thead td.unit {
    font-size: 0.8rem;
    color: var(--soft);
  }
  /* Its many columns have room beside each other in letters like those below a figure, and intervals in two lines. */
  @media (min-width: 48.01rem) {
    .numbers.wide {
      font-size: 0.8rem;
    }
    .stacks.wide th,
    .stacks.wide td {
      padding-right: 0.35rem;
    }
    .numbers.wide thead th {
      font-size: 0.75rem;
    }
  }
  .stacks .has-why > * {
    border-bottom: 0;
  }
  .stacks tbody th {
    min-width: 8.5rem;
  }
  .stacks.wide tbody th,
  .stacks.dense tbody th {
    min-width: 3.5rem;
  }
  @media screen and (max-width: 48rem) {
    .stacks thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .stacks tr,
    .stacks tbody th {
      display: block;
    }
    .stacks tbody tr {
      padding: 0.5rem 0;
      border-bottom: 1px solid var(--rule);
    }
    .stacks .has-why {
      padding-bottom: 0;
      border: 0;
    }
    .stacks .why {
      padding-top: 0;
    }
    .stacks tbody th,
    .stacks tbody td {
      padding: 0.1rem 0;
      border: 0;
      overflow-wrap: anywhere;
    }
    .stacks tbody th {
      font-weight: 600;
    }
    .stacks tbody td {
      display: flex;
      gap: 1rem;
      justify-content: space-between;
      min-width: 0;
      white-space: normal;
    }
    .stacks td[data-head]::before {
      flex: none;
      max-width: 50%;
      text-align: left;
      content: attr(data-head);
      color: var(--soft);
    }
    .times tbody tr,
    .dense tbody tr {
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
      column-gap: 0.6rem;
    }
    .dense tbody tr {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .times tbody th,
    .dense tbody th {
      grid-column: 1 / -1;
    }
    .stacks td.prose {
      display: block;
      text-align: left;
    }
    .stacks td.prose::before {
      display: block;
    }
    .stacks.dense td[data-head]::before {
      max-width: none;
    }
    .stacks.dense tbody td,
    .stacks.times tbody td {
      flex-direction: column;
      gap: 0;
      align-items: flex-start;
      justify-content: flex-start;
      text-align: left;
    }
    .stacks td:empty {
      display: none;
    }
  }
  @media (min-width: 48.01rem) {
    .numbers.requests td.result {
      min-width: 9rem;
    }
    /* The figures of the column before end where these begin. */
    .stacks .prose,
    .stacks .named,
    .requests .at,
    .requests .course {
      padding-left: 0.6rem;
    }
    .requests .course {
      min-width: 12rem;
    }
    .numbers.requests .at {
      white-space: nowrap;
    }
    .requests th[scope='row'] {
      white-space: nowrap;
    }
  }
  .waterfall {
    display: block;
    width: 18rem;
    max-width: 100%;
    height: 1rem;
  }
</style>`;
