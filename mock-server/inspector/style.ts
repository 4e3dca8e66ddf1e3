/** The look of the suite's report: one column of text, colour for outcomes and changes only, light or dark. */
export const styleSheet = `
:root {
  --paper: #fbfaf8; --card: #fff; --ink: #1c1b1a; --soft: #66625c; --line: #e4e0d9; --code: #f4f2ee;
  --good: #1a7f4b; --bad: #c02b2b; --open: #8f5605; --calm: #8a857d; --link: #2f5bb7;
  --bad-bg: #fde9e7; --open-bg: #fbf0da; --calm-bg: #efece6; --row: 2.1rem;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1e2024; --ink: #e9e7e3; --soft: #a8a49d; --line: #34363c; --code: #26282d;
    --good: #5fd08f; --bad: #ff8a80; --open: #efb454; --calm: #8d8a84; --link: #8fb4ff;
    --bad-bg: #43201e; --open-bg: #3a2c10; --calm-bg: #2a2c31;
  }
}
* { box-sizing: border-box; } [hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
header { padding-block: 2rem 0; } main { padding-bottom: 4rem; } section { margin-top: 2.2rem; }
.eyebrow, .lead { margin: 0; color: var(--soft); font-size: .85rem; } .lead { font-size: .92rem; }
h1 { margin: .2rem 0 .6rem; font-size: clamp(1.4rem, 4.5vw, 2.4rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 0 0 .7rem; font-size: 1.4rem; } h3 { margin: 0; font-size: .92rem; } h4 { margin: 0; font-size: .8rem; font-weight: 600; color: var(--soft); }
a { color: var(--link); text-underline-offset: .15em; } code, pre, .name, .place { font-family: var(--mono); font-size: .86em; unicode-bidi: isolate; }
pre { max-height: 24rem; margin: .4rem 0 0; padding: .6rem .9rem; overflow: auto; border-radius: 6px; background: var(--code); font-size: .8rem; line-height: 1.5; white-space: pre-wrap; }
#message:not(:empty) { margin: 1.4rem 0 0; padding: .5rem .9rem; border-left: 4px solid var(--link); border-radius: 6px; background: var(--code); }
#message.bad { border-color: var(--bad); background: var(--bad-bg); }
nav { display: flex; flex-wrap: wrap; gap: .4rem; } nav a { padding: .15rem .8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: var(--ink); font-size: .88rem; text-decoration: none; }
nav a[aria-current] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); font-weight: 600; }
#lists { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: 1.2rem; max-height: 62vh; overflow: auto; } #lists .list ol { max-height: 17rem; overflow: auto; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .7rem; margin: .8rem 0; } label { display: grid; color: var(--soft); font-size: .8rem; }
input, button { padding: .3rem .6rem; border: 1px solid var(--calm); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; font-size: .88rem; } button { cursor: pointer; }
#filter label { flex: 1 1 7rem; } #filter label:nth-of-type(2) { flex-grow: 3; } #filter input { width: 100%; } #filter a { padding: .35rem 0; font-size: .88rem; }
#journal { margin: .8rem 0 0; padding: 0; list-style: none; } #journal > li { border-top: 1px solid var(--line); }
summary { display: grid; grid-template-columns: 4rem 4.5rem minmax(0, 1fr) auto; gap: 0 .6rem; align-items: baseline; padding: .45rem 0; cursor: pointer; list-style: none; } summary::-webkit-details-marker { display: none; }
.number::before { content: "▸ "; } details[open] .number::before { content: "▾ "; } summary:hover { background: var(--code); } details[open] > summary { font-weight: 600; }
.number, .time { color: var(--soft); font-size: .82rem; font-weight: 400; font-variant-numeric: tabular-nums; } .pills { grid-column: 3 / -1; display: flex; flex-wrap: wrap; gap: .2rem .4rem; font-weight: 400; }
.status { font-weight: 600; font-variant-numeric: tabular-nums; } .good { color: var(--good); } .refused { color: var(--open); } .failed { color: var(--bad); }
.pill { padding: .05rem .55rem; border-radius: 1rem; background: var(--calm-bg); color: var(--soft); font-size: .76rem; line-height: 1.5; } .pill.fault { background: var(--bad-bg); color: var(--bad); } .pill.hint { background: var(--open-bg); color: var(--open); }
.entry { margin: .2rem 0 1.4rem; padding: clamp(.8rem, 3vw, 1.4rem); border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.entry > * + * { margin-top: .9rem; } .entry p { margin-bottom: 0; font-size: .92rem; } .exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
figure { margin: 0; } figcaption { margin-bottom: .4rem; font-weight: 600; font-size: .92rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) clamp(.8rem, 5vw, 4rem) minmax(0, 1fr); align-items: start; max-width: 42rem; }
.list h4 { min-height: 1.6rem; padding-left: .5rem; } .list ol { display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: var(--row); margin: 0; padding: 0; list-style: none; }
.list li { display: flex; align-items: center; gap: .5rem; margin: 2px 0; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.list .none { visibility: hidden; } .list .empty { border-style: dashed; background: none; } .list .left-out { border-color: transparent; background: none; } .list .empty, .list .left-out { color: var(--soft); font-size: .85rem; }
.place { min-width: 1.2em; color: var(--soft); font-size: .75rem; text-align: right; } .name { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.kind { --dot: var(--calm); flex: none; width: .6rem; height: .6rem; border-radius: 50%; background: var(--dot); } .kind.group { border-radius: 2px; background: none; box-shadow: inset 0 0 0 2px var(--dot); } .kind span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.list .moved, .list .gone, .list .new { --dot: var(--open); border-color: var(--open); background: var(--open-bg); } .list .gone { border-style: dashed; } .moved .kind, .gone .kind, .new .kind { --dot: var(--open); } .sign { color: var(--open); font-weight: 700; }
.links { width: 100%; height: calc(var(--rows) * var(--row)); margin-top: 1.6rem; } .links path { fill: none; stroke: var(--line); stroke-width: 1.5px; vector-effect: non-scaling-stroke; } .links .moved { stroke: var(--open); stroke-width: 2.5px; }
@media (max-width: 44rem) {
  summary { grid-template-columns: 3.4rem minmax(0, 1fr) auto; } .time { display: none; } .pills { grid-column: 2 / -1; }
  .columns { grid-template-columns: minmax(0, 1fr) .9rem minmax(0, 1fr); } figure .list li { gap: .3rem; padding: 0 .3rem; } figure .name { font-size: .72rem; } figure .place { display: none; }
}
`;
