/** What a server does, done by the role that can only add to the audit: these files once more. */
import '../testing/serverRole'
import './createMaster.all.test'
import './credit.bothEngines.test'
import './games.bothEngines.test'
import './machines.bothEngines.test'
import './reports.test'
import './userChanges.bothEngines.test'
import './userCreation.test'
