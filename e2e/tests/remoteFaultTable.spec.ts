import { testCodeFaults } from '../faults/code'
import { testDeadRemotes } from '../faults/dead'
import { testDocumentFaults } from '../faults/documents'
import { testServerFaults } from '../faults/servers'
import { countFault, printTally } from '../faults/tally'
import { test } from '../testing/test'

/*
 * Every fault, in a remote that is opened and in one that is not. One worker runs the whole table, so that it
 * can total the checks at the end.
 */
test.describe.configure({ mode: 'default' })
test.afterEach(countFault)
test.afterAll(printTally)
// errors that a fault causes are expected; uncaught ones that are not reported fail the test
test.beforeEach(({ faults }) =>
  faults.expect(
    /^console: /,
    /^page error: .*(?:later|on click|in cleanup|at the top)/,
    /^policy: (?:connect-src|script-src-elem)/,
  ),
)

testDocumentFaults()
testServerFaults()
testCodeFaults()
testDeadRemotes()
