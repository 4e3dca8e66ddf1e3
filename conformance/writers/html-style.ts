/** The look of our pages: one column of text, colour for outcomes only, light or dark as the reader likes it. */
export const styleSheet = `
:root {
  --paper: #fbfaf8; --card: #fff; --ink: #1c1b1a; --soft: #66625c; --line: #e4e0d9; --code: #f4f2ee;
  --good: #1a7f4b; --bad: #c02b2b; --open: #8f5605; --calm: #8a857d; --link: #2f5bb7;
  --good-bg: #e5f4ea; --bad-bg: #fde9e7; --open-bg: #fbf0da; --calm-bg: #efece6; --row: 2.1rem;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1e2024; --ink: #e9e7e3; --soft: #a8a49d; --line: #34363c; --code: #26282d;
    --good: #5fd08f; --bad: #ff8a80; --open: #efb454; --calm: #8d8a84; --link: #8fb4ff;
    --good-bg: #16341f; --bad-bg: #43201e; --open-bg: #3a2c10; --calm-bg: #2a2c31;
  }
}
* { box-sizing: border-box; } [hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: break-word; }
header.verdict, main { max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
main { --tone: initial; padding-block: 1.6rem 4rem; } header.verdict { padding-block: 3rem 1rem; }
.good { --tone: var(--good); } .bad { --tone: var(--bad); } .open { --tone: var(--open); } .faint { --tone: var(--calm); }
.eyebrow { margin: 0; color: var(--soft); font-size: .85rem; }
h1 { margin: .2rem 0 .3rem; color: var(--tone, var(--ink)); font-size: clamp(1.9rem, 6vw, 3.1rem); line-height: 1.1; letter-spacing: -.02em; }
h1 + .lead { margin: 0; color: var(--ink); font-size: 1.15rem; } .lead { margin: .2rem 0 1rem; color: var(--soft); }
.diagnoses { margin: 1rem 0 0; padding-left: 1.2rem; } .diagnoses li::marker { color: var(--bad); content: "✗ "; }
.strip { display: flex; flex-wrap: wrap; gap: 4px; margin: 1.4rem 0 0; }
.strip a { width: 1.5rem; height: 1.5rem; border-radius: 3px; background: var(--tone, var(--good)); }
.strip .faint { opacity: .5; }
.strip span, .kind span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.facts { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin: 1.4rem 0 0; } .facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
section { margin-top: 2.6rem; } h2 { margin: 0 0 .8rem; font-size: 1.4rem; } footer { max-width: 68rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 2rem; color: var(--soft); font-size: .92rem; } h4 { margin: 0; font-size: .8rem; font-weight: 600; color: var(--soft); }
a { color: var(--link); text-underline-offset: .15em; } code, pre, samp, .name, .place { font-family: var(--mono); font-size: .86em; }
.reproduction, .rule { color: var(--soft); }
.pill { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; background: var(--calm-bg); color: var(--soft); font-size: .76rem; line-height: 1.5; }
.pill.open { background: var(--open-bg); color: var(--open); }
.failure { margin: 0 0 1.5rem; padding: clamp(.8rem, 3vw, 1.8rem); border: 1px solid var(--line); border-top: 4px solid var(--bad); border-radius: 10px; background: var(--card); scroll-margin-top: 1rem; }
.failure h2 { margin: 0; font-size: 1.2rem; line-height: 1.35; } .rule { margin: .5rem 0 0; font-size: .92rem; } .rule a { font-family: var(--mono); }
.reproduction { margin: 1rem 0 0; font-size: .92rem; } details { margin-top: .7rem; } summary { width: fit-content; color: var(--tone, var(--link)); cursor: pointer; }
.steps { margin: .6rem 0 0; padding-left: 2rem; color: var(--soft); font-size: .92rem; } .steps .act { color: var(--ink); }
pre { margin: .4rem 0 0; padding: .7rem .9rem; border-radius: 6px; background: var(--code); font-size: .8rem; line-height: 1.5; white-space: pre-wrap; } samp { display: block; color: var(--soft); font-size: .8rem; }
.copy { float: right; margin: .8rem .4rem 0; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; font-size: .82rem; cursor: pointer; }
figure { margin: 1.2rem 0 0; } figcaption { margin-bottom: .5rem; font-weight: 600; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) clamp(.8rem, 5vw, 4rem) minmax(0, 1fr) clamp(.8rem, 5vw, 4rem) minmax(0, 1fr); align-items: start; }
.operation { grid-column: 2 / -1; margin: 0 0 .6rem; padding: .45rem .8rem .45rem 1.6rem; border-radius: 6px; background: var(--code); clip-path: polygon(0 0, 100% 0, 100% 100%, 0 100%, .8rem 50%); font-weight: 600; font-size: .92rem; }
.operation samp { display: -webkit-box; overflow: hidden; font-weight: 400; -webkit-box-orient: vertical; -webkit-line-clamp: 2; } figure > .operation { clip-path: none; padding-left: .8rem; }
.list h4 { height: 1.6rem; padding-left: .5rem; } .list ol { display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: var(--row); margin: 0; padding: 0; list-style: none; }
.list li { display: flex; align-items: center; gap: .5rem; margin: 2px 0; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.list .none { visibility: hidden; } .list .empty { border-style: dashed; background: none; } .list .left-out { border-color: transparent; background: none; } .list .empty, .list .left-out { color: var(--soft); font-size: .85rem; }
.place { min-width: 1.2em; color: var(--soft); font-size: .75rem; text-align: right; } .name { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.kind { --dot: var(--calm); flex: none; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; background: var(--dot); } .kind.group { border-radius: 2px; background: none; box-shadow: inset 0 0 0 2px var(--dot); }
.list .moved, .list .lost, .list .extra { border-color: var(--bad); background: var(--bad-bg); } .list .lost { border-style: dashed; } .list.before li { background: none; } .list .free { border: 1px dotted var(--soft); }
.moved .kind, .lost .kind, .extra .kind { --dot: var(--bad); } .sign { font-weight: 700; } .moved .sign, .lost .sign, .extra .sign { color: var(--bad); } .list.before .sign { display: none; }
.links { width: 100%; height: calc(var(--rows) * var(--row)); margin-top: 1.6rem; } .links path { fill: none; stroke: var(--line); stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
.links .moved, .links .extra, .links .lost { stroke: var(--bad); stroke-width: 2.5px; } .links .free { stroke: var(--soft); stroke-dasharray: 2 4; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .6rem 0 0; color: var(--soft); font-size: .82rem; }
.answer { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .8rem; margin: 0; }
.answer > div { padding: .6rem .9rem; border-left: 4px solid var(--good); border-radius: 6px; background: var(--good-bg); } .answer > .seen { border-color: var(--bad); background: var(--bad-bg); }
.answer dt { color: var(--soft); font-size: .78rem; } .answer dd { margin: 0; font-family: var(--mono); font-size: .86rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; font-size: .94rem; } th { padding: .4rem .7rem; color: var(--soft); font-size: .8rem; font-weight: 600; text-align: left; }
td { padding: .5rem .7rem; border-top: 1px solid var(--line); vertical-align: top; } th:first-child, td:first-child { padding-left: 0; } .number { color: var(--soft); text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td small { display: block; font-size: .94rem; }
.wide { overflow-x: auto; } td span[class], td code[class] { color: var(--tone, inherit); } tr:target { background: var(--calm-bg); }
.wide-page { --first: 24rem; } .wide-page header.verdict, .wide-page main { max-width: 90rem; } .wide-page table { table-layout: fixed; min-width: calc(var(--first) + var(--columns) * 8rem); } .wide-page td { overflow-wrap: anywhere; }
.wide-page td:first-child, .wide-page th:first-child { position: sticky; left: 0; width: var(--first); background: var(--paper); }
[data-apart] { border-left: 3px double var(--line); color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; gap: .4rem 1rem; margin-top: 1.2rem; font-size: .92rem; } .filters fieldset { padding: .2rem .8rem .4rem; border: 1px solid var(--line); border-radius: 6px; } .filters label { white-space: nowrap; } .filters legend { color: var(--soft); font-size: .8rem; }
@media (min-width: 44.01rem) { td:first-child code { white-space: nowrap; } }
@media (max-width: 44rem) {
  header.verdict { padding-top: 1.6rem; } .operation { grid-column: 1 / -1; clip-path: none; padding-left: .8rem; }
  .columns { grid-template-columns: minmax(0, 1fr) .9rem minmax(0, 1fr) .9rem minmax(0, 1fr); } .list li { gap: .3rem; padding: 0 .3rem; } .list .name { font-size: .72rem; } .place { display: none; }
  .wide-page { --first: 7rem; } .wide-page td:first-child, .wide-page th:first-child { padding-right: .4rem; border-right: 1px solid var(--line); } .wide-page td small { display: none; }
  body:not(.wide-page) thead { display: none; } body:not(.wide-page) td { display: block; padding: 0 0 .3rem; border: 0; text-align: left; } body:not(.wide-page) td:first-child { padding-top: .5rem; border-top: 1px solid var(--line); font-weight: 600; }
  body:not(.wide-page) td[data-head]:not(:first-child)::before { content: attr(data-head) ": "; color: var(--soft); font-size: .8rem; } td small { font-weight: 400; }
}
@media print { body { background: none; } .failure { break-inside: avoid; } }
`;
