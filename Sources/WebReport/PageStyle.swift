/// How the page looks: light or dark as the reader's system is, and on paper.
enum PageStyle {
  static let text: StaticString = """

    :root { color-scheme: light dark; --ground: #fff; --card: #f6f7f9; --ink: #1b1f24; --soft: #57606a;
      --line: #d0d7de; --accent: #0550ae; --error: #b3261e; --warning: #8a5200; --mark: #fff3bf;
      --curve-1: #0550ae; --curve-2: #a3470b; --curve-3: #116329; --curve-4: #6639ba }
    @media screen and (prefers-color-scheme: dark) { :root { --ground: #0f1318; --card: #171c23;
      --ink: #e6e9ee; --soft: #9aa4b0; --line: #333b45; --accent: #79b8ff; --error: #ff8a80;
      --warning: #f0b35a; --mark: #4a3d00; --curve-1: #79b8ff; --curve-2: #f0a36b; --curve-3: #7ee08f;
      --curve-4: #c9a5ff } }
    * { box-sizing: border-box }
    body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--ground); color: var(--ink);
      font: 16px/1.5 system-ui, sans-serif }
    h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
    h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line) }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere }
    p, ul, ol, dl { margin: .25rem 0 }
    a { color: var(--accent) }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
    .skip { position: absolute; left: -99rem } .skip:focus { position: static }
    .facts { white-space: pre-wrap; color: var(--soft); overflow-wrap: anywhere }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0 }
    .error b { color: var(--error) } .warning b { color: var(--warning) } .note b { color: var(--soft) }
    .findings li { margin: .5rem 0; overflow-wrap: anywhere }
    dl.facts-of { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem }
    dl.facts-of dt { color: var(--soft) } dl.facts-of dd { margin: 0; overflow-wrap: anywhere }
    .wide { overflow-x: auto }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    caption { text-align: left; color: var(--soft) }
    th, td { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0;
      border-bottom: 1px solid var(--line); overflow-wrap: break-word }
    th[scope=row] { font-weight: normal } td { unicode-bidi: isolate }
    .n { text-align: right; white-space: nowrap } .hex { white-space: nowrap }
    code, .hex { font-family: ui-monospace, monospace; font-size: .9em }
    #rows { table-layout: fixed; overflow-anchor: none } #rows td, #rows th { overflow-wrap: anywhere }
    th.frame { width: 4.5rem } th.time { width: 7rem } th.link { width: 3.2rem } th.what { width: 8rem }
    th.attribute { width: 24% } th.took { width: 5.5rem }
    tr.p td, tr.p th { color: var(--error) } tr.p td:nth-child(4)::before { content: "! " }
    td summary { list-style-position: outside; margin-left: 1.1rem }
    td details[open] summary { color: var(--soft) }
    tr.g td { color: var(--soft); font-style: italic } tr.here { background: var(--mark) }
    figure { margin: 1rem 0; padding: .75rem; background: var(--card); border: 1px solid var(--line);
      border-radius: .4rem; break-inside: avoid }
    figure h3 { margin-top: 0 }
    figcaption { overflow-wrap: anywhere } figcaption p, .readout { color: var(--soft); font-size: .9rem }
    svg { display: block; width: 100%; height: auto; touch-action: pan-y }
    figure > svg { overflow: visible }
    svg text { fill: var(--soft); font: 12px system-ui, sans-serif }
    .axis { stroke: var(--line); stroke-width: 1 }
    .bar { fill: var(--curve-1); opacity: .75 } .finding { fill: var(--error) }
    .curve, .dot, .at { fill: none; vector-effect: non-scaling-stroke; stroke-linejoin: round }
    .curve { stroke-width: 1.5 } .dot { stroke-width: 5; stroke-linecap: round }
    .at { stroke: var(--error); stroke-width: 10; stroke-linecap: round }
    .choice { fill: var(--accent); opacity: .25 }
    .k1 { color: var(--curve-1); stroke: currentcolor } .k2 { color: var(--curve-2); stroke: currentcolor }
    .k3 { color: var(--curve-3); stroke: currentcolor } .k4 { color: var(--curve-4); stroke: currentcolor }
    b { stroke: none !important }
    .b { fill: transparent }
    input[type=range] { display: block; width: 89%; margin: 0 2% 0 9%; padding: 0 }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0 }
    figure .controls { gap: .25rem } .controls label { display: grid } [hidden] { display: none !important }
    button, input, select { font: inherit; color: inherit; background: var(--card); max-width: 100%;
      border: 1px solid var(--line); border-radius: .3rem; padding: .25rem .6rem }
    figure button { font-size: .85rem }
    @media (max-width: 44rem) {
      .wide table:not(#rows) { width: max-content; min-width: 100% } .wide td { max-width: 70vw }
      svg text { font-size: 16px } .u { display: none }
      #rows thead { position: absolute; left: -99rem }
      #rows tr { display: grid; grid-template-columns: auto auto auto 1fr auto; gap: 0 .75rem;
        border-bottom: 1px solid var(--line) }
      #rows td, #rows th { border: 0; padding: 0 }
      #rows td:nth-child(5), #rows td:nth-child(6) { grid-column: 1 / -1; padding-left: 1rem }
      #rows td:nth-child(7) { grid-area: 1 / 5 }
    }
    @media print { body { max-width: none; font-size: 10pt } :root { color-scheme: light }
      nav, .controls, .readout, .skip, .more, input { display: none !important } a { color: inherit } }

    """
}
