/** What a server does, done by the role that can only add to the audit: these files once more. */
import './support/serverRole'
import './createMaster.test'
import './credit.test'
import './games.test'
import './machines.test'
import './reports.test'
import './userChanges.test'
import './userCreation.test'
