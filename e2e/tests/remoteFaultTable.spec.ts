import { testCodeFaults } from '../faults/code'
import { testDeadRemotes } from '../faults/dead'
import { testDocumentFaults } from '../faults/documents'
import { testServerFaults } from '../faults/servers'
import { countFault, tellTally } from '../faults/tally'
import { test } from '../support/test'

/*
 * Every fault, on the remote being opened and on one that is not. One worker goes through the table, so
 * that it can say at the end how much was held against how many faults.
 */
test.describe.configure({ mode: 'default' })
test.afterEach(countFault)
test.afterAll(tellTally)
// what a fault makes a page complain of is the fault's own; what is uncaught and not reported is not
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
