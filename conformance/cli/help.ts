import { keyVariable } from '../../fixtures/command-line/api-keys.ts';
import { verifyDefaults } from '../verify-options.ts';

/** The command line is read by this page: an option is what a line of it begins with. */
export const help = `Usage: conversation-reset-conformance [BASE_URL] [options]

Says whether an implementation of the Conversation Reset API does what the
specification says, and reports the shortest reproduction of each violation.

Examples
  conversation-reset-conformance
      verifies an embedded mock server: see what a run looks like
  conversation-reset-conformance http://localhost:4010/v3
      verifies yours; what the run creates there, it removes again
  conversation-reset-conformance http://localhost:4010/v3 --report report.html
      the same, with a page that shows the lists before, expected and after
  ${keyVariable}=KEY conversation-reset-conformance \\
      https://chat.test.example/v3 --allow-host chat.test.example
      beyond this machine, with a key that no process list shows
  conversation-reset-conformance URL --report found.json
  conversation-reset-conformance URL --replay found.json
      repeats the violations that the first run found, and nothing else

  conversation-reset-conformance compare a.json b.json --report all.html
      puts several runs side by side; compare --help says more

Target
  --api-key KEY        the key with full access; better handed over in the
                       environment's ${keyVariable} (local-key)
  --auth-only-key KEY  a key that lacks the scope, to see what it gets (none)
  --allow-host HOST    permits a target that is not this machine
  --driver MODULE      arranges and observes where the target has other calls
                       for that than the documented ones: a file or a package
  --deadline MS        for each request (${verifyDefaults.deadlineMs})
  --settle MS          how long a change may take until it shows (${verifyDefaults.settleMs})
  --concurrency N      how many scenarios run side by side (${verifyDefaults.concurrency})
  --rate N             how many requests a second at most (no limit)
  --time-limit SECONDS for the whole run, tidying up included (${verifyDefaults.timeLimitMs / 1_000})

Extent
  --budget NAME        smoke for each save, quick for each commit, default for
                       each push, thorough for each release (${verifyDefaults.budget})
  --seed N             the same scenarios again (random)
  --only ID,ID         these requirements only; --list names them
  --replay FILE        the violations of a JSON report only
  --known-failures FILE
                       YAML or JSON, requirement ids with a reason each: they
                       may fail, and one that does not any more fails the run
  --clean FILE         removes what a run could not: its JSON report names it
  --dry-run            says what the run would do, and does nothing

Outcome
  --report FILE        again and again for several; the ending chooses the form:
                       .json, .xml (JUnit), .html, .md
  --name NAME          what reports call the implementation (its address)
  --verbose            shows a shell script for each violation
  --behaviour-out FILE what the target does where the specification is silent,
                       as a file for conversation-reset-mock --behaviour

Without creating anything, judging answers only
  --users A,B,C        two existing users or more: A acts, its conversations
                       with the others are reset
  --group G            an existing group with A as a member
  --allow-existing     says that this is meant

  --self-test          shows how far the suite can be trusted: broken servers
                       caught, correct ones passed (quick: about a minute;
                       with --budget default: 20 seeds, more than an hour;
                       --only first, second, permitted, second-permitted,
                       slow or control: servers of these kinds, all of them)
  --list               the requirements with their clauses
  --help               this page
  --version            the version

Exit codes
  0 conforms    1 violates
  2 nothing could be judged: bad options, no target, the key was refused
  3 incomplete: too little could be judged, the run was stopped, something that
    it created could not be removed, or a report could not be written
`;
