/** The look of the HTML report: one column of text, colour for outcomes only, light or dark as the reader likes it. */
export const styleSheet = `
:root {
  --paper: #fbfaf8; --card: #fff; --ink: #1c1b1a; --soft: #6a6660; --line: #e4e0d9; --code: #f4f2ee;
  --good: #1a7f4b; --bad: #c02b2b; --open: #a36206; --calm: #8a857d; --link: #2f5bb7;
  --good-bg: #e5f4ea; --bad-bg: #fde9e7; --open-bg: #fbf0da; --calm-bg: #efece6;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --row: 2.1rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1e2024; --ink: #e9e7e3; --soft: #a29e97; --line: #34363c; --code: #26282d;
    --good: #5fd08f; --bad: #ff8a80; --open: #efb454; --calm: #8d8a84; --link: #8fb4ff;
    --good-bg: #16341f; --bad-bg: #43201e; --open-bg: #3a2c10; --calm-bg: #2a2c31;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
header.verdict, main, footer { max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
.conforms { --verdict: var(--good); } .violates { --verdict: var(--bad); }
.incomplete, .not-run { --verdict: var(--open); } .replayed { --verdict: var(--ink); }

header.verdict { padding-block: 3rem 1rem; }
.eyebrow { margin: 0; color: var(--soft); font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; }
h1 { margin: .2rem 0 .3rem; color: var(--verdict); font-size: clamp(2rem, 6vw, 3.2rem); line-height: 1.1; letter-spacing: -.02em; }
h1 + p { margin: 0; font-size: 1.15rem; }
.strip { display: flex; gap: 3px; margin: 1.6rem 0 0; }
.strip a { flex: 1; height: 1.5rem; border-radius: 3px; background: var(--good); opacity: .85; }
.strip a:hover { opacity: 1; }
.strip .fail { background: var(--bad); } .strip .not-exercised, .strip .known { background: var(--open); }
.strip .not-applicable { background: var(--calm); opacity: .4; }
.facts { display: flex; flex-wrap: wrap; gap: .8rem 2.2rem; margin: 1.4rem 0 0; }
.facts dt { color: var(--soft); font-size: .78rem; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }

section { margin-top: 3rem; }
h2 { margin: 0 0 1rem; font-size: 1.45rem; letter-spacing: -.01em; }
h3 { margin: 0; font-size: 1.05rem; } h4 { margin: 0; font-size: .8rem; font-weight: 600; color: var(--soft); }
a { color: var(--link); text-underline-offset: .15em; } h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
code, pre, samp, .name, .place { font-family: var(--mono); font-size: .86em; }
p code { padding: .1em .35em; border-radius: 4px; background: var(--code); }
.lead, .clause, .reproduction { color: var(--soft); } .lead { margin: -.6rem 0 1rem; }
.clause { font-size: .88rem; }
.pill {
  display: inline-block; padding: .05rem .55rem; border-radius: 1rem; background: var(--calm-bg); color: var(--soft);
  font-size: .76rem; line-height: 1.5; white-space: nowrap;
}
.pill.required { background: none; box-shadow: inset 0 0 0 1px var(--soft); color: var(--ink); }
.pill.value { color: var(--ink); font-family: var(--mono); white-space: normal; } .pill.unknown { background: var(--open-bg); color: var(--open); }

.failure { margin: 0 0 1.5rem; padding: clamp(1rem, 3vw, 1.8rem); border: 1px solid var(--line); border-top: 4px solid var(--bad); border-radius: 10px; background: var(--card); }
.failure > header { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .8rem; }
.failure > header p { flex-basis: 100%; margin: 0; color: var(--soft); }
.failure > header .clause::before { content: "· "; }
.failure h3 { font-family: var(--mono); font-size: 1.05rem; }
.summary { margin: 1.2rem 0; color: var(--bad); font-size: 1.12rem; font-weight: 600; }
.shortened { margin: -.9rem 0 1.2rem; color: var(--soft); font-size: .82rem; }
.reproduction { margin: 1.2rem 0 0; font-size: .92rem; }
details { margin-top: .8rem; } summary { cursor: pointer; color: var(--link); }

.steps { margin: 1rem 0 0; padding: 0; list-style: none; counter-reset: step; }
.steps > li { position: relative; padding: 0 0 1rem 2rem; counter-increment: step; }
.steps > li::before { content: counter(step); position: absolute; left: 0; width: 1.4rem; color: var(--soft); font-size: .78rem; text-align: right; line-height: 1.9; }
.steps.acts > li { padding-left: 0; } .steps.acts > li::before { content: none; }
.steps .act .pill { background: var(--bad-bg); color: var(--bad); } .steps .look .pill { background: var(--good-bg); color: var(--good); }
pre { margin: .4rem 0 0; padding: .6rem .8rem; border-radius: 6px; background: var(--code); white-space: pre-wrap; line-height: 1.5; }
pre code, pre samp, .script { font-size: .8rem; } .script i { color: var(--soft); } .script .act { color: var(--bad); font-weight: 600; } .earlier { margin: 0; color: var(--soft); font-size: .88rem; } samp { display: block; margin-top: .35rem; color: var(--soft); } samp::before { content: "→ "; }

figure { margin: 1.4rem 0 0; } figcaption { margin-bottom: .7rem; font-weight: 600; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) clamp(.8rem, 5vw, 4rem) minmax(0, 1fr) clamp(.8rem, 5vw, 4rem) minmax(0, 1fr); align-items: start; }
.list h4 { height: 1.6rem; padding-left: .5rem; } .list ol { display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: var(--row); margin: 0; padding: 0; list-style: none; }
.list li { display: flex; align-items: center; gap: .5rem; margin: 2px 0; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.list .none { visibility: hidden; } .list .empty { border-style: dashed; background: none; color: var(--soft); font-size: .85rem; } .list .left-out { border-color: transparent; background: none; color: var(--soft); font-size: .85rem; }
.place { min-width: 1.2em; color: var(--soft); font-size: .75rem; text-align: right; }
.name { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.kind { flex: none; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; background: var(--calm); }
.kind.group { border-radius: 2px; background: none; box-shadow: inset 0 0 0 2px var(--calm); }
.kind span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sign { font-weight: 700; }
.list .moved, .list .lost, .list .extra { border-color: var(--bad); background: var(--bad-bg); } .list .lost { border-style: dashed; }
.before .moved, .before .lost, .before .extra { background: none; }
.moved .kind, .lost .kind, .extra .kind { background: var(--bad); } .moved .kind.group, .lost .kind.group, .extra .kind.group { background: none; box-shadow: inset 0 0 0 2px var(--bad); }
.moved .sign, .lost .sign, .extra .sign, .legend b { color: var(--bad); } .free .sign { color: var(--soft); } .list .free { border-style: dotted; border-color: var(--soft); }
.before .sign { display: none; }
.links { width: 100%; height: calc(var(--rows) * var(--row)); margin-top: 1.6rem; }
.links path { fill: none; stroke: var(--line); stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
.links .moved, .links .extra, .links .lost { stroke: var(--bad); stroke-width: 2.5px; } .links .free { stroke: var(--soft); stroke-dasharray: 2 4; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .8rem 0 0; color: var(--soft); font-size: .82rem; }
.legend .kind { width: .55rem; height: .55rem; }
.answer dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .8rem; margin: 0; }
.answer dl > div { padding: .6rem .9rem; border-left: 4px solid var(--good); border-radius: 6px; background: var(--good-bg); } .answer dl > .seen { border-color: var(--bad); background: var(--bad-bg); }
.answer dt { color: var(--soft); font-size: .78rem; } .answer dd { margin: 0; font-family: var(--mono); font-size: .86rem; }

table { width: 100%; border-collapse: collapse; font-size: .94rem; } th { padding: .4rem .7rem; color: var(--soft); font-size: .8rem; font-weight: 600; text-align: left; }
td { padding: .55rem .7rem; border-top: 1px solid var(--line); vertical-align: top; } th:first-child, td:first-child { padding-left: 0; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.requirements strong { font-family: var(--mono); font-size: .88rem; } .requirements td.clause { width: 28%; } td.sign { width: 1.6rem; }
.pass .sign { color: var(--good); } .fail .sign { color: var(--bad); } .known .sign, .not-exercised .sign { color: var(--open); } .not-applicable .sign { color: var(--calm); }
tr:target { background: var(--calm-bg); }
.remark { margin: .2rem 0 0; color: var(--open); font-size: .88rem; } .not-applicable .remark { color: var(--soft); }
.bar { display: block; width: 4rem; height: 3px; margin: .35rem 0 0 auto; border-radius: 2px; background: linear-gradient(to left, var(--calm) var(--share), var(--calm-bg) var(--share)); }
@media (min-width: 44.01rem) { .behaviour td:first-child { white-space: nowrap; } }
.behaviour td:first-child { font-family: var(--mono); font-size: .86rem; } .behaviour td:nth-child(2) { width: 24%; }
.behaviour + h3 { margin-top: 1.6rem; }
.statuses { display: flex; flex-wrap: wrap; gap: .5rem; margin: .7rem 0 0; padding: 0; list-style: none; font-size: .86rem; } .statuses li { padding: .2rem .7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); } .statuses b { font-variant-numeric: tabular-nums; }
.notes { margin: 0; padding-left: 1.2rem; }
footer { margin-top: 3rem; padding-block: 1.2rem 3rem; color: var(--soft); font-size: .88rem; } footer p { margin: 0; padding-top: 1.2rem; border-top: 1px solid var(--line); }

@media (max-width: 44rem) {
  .strip { gap: 1px; }
  .failure { padding-inline: .8rem; }
  .columns { grid-template-columns: minmax(0, 1fr) .9rem minmax(0, 1fr) .9rem minmax(0, 1fr); }
  .list li { gap: .3rem; padding: 0 .3rem; } .list .name { font-size: .72rem; letter-spacing: -.02em; } .place { display: none; }
  .requirements thead, .behaviour thead { display: none; } tr { display: grid; grid-template-columns: 1fr auto; padding: .6rem 0; border-top: 1px solid var(--line); } td { padding: 0; border: 0; }
  .requirements tr { grid-template-columns: 1.5rem 1fr auto; column-gap: .4rem; } .requirements td.clause { grid-column: 2; grid-row: 2; width: auto; } .requirements td:nth-child(4) { grid-column: 3; grid-row: 1; text-align: right; } .requirements td.number { grid-column: 3; grid-row: 2; } .bar { display: none; } td.number::before { content: "tried "; color: var(--soft); font-size: .8rem; }
  .behaviour td:nth-child(2) { width: auto; text-align: right; } .behaviour td:nth-child(3) { grid-column: 1 / -1; }
}
@media print { body { background: none; } .failure { break-inside: avoid; } }
`;
