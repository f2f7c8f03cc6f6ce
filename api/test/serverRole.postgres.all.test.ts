/** Runs these test files again, with the server role that can only add to the audit. */
import '../testing/serverRole'
import './createMaster.all.test'
import './credit.bothEngines.test'
import './games.bothEngines.test'
import './machines.bothEngines.test'
import './reports.test'
import './userChanges.bothEngines.test'
import './userCreation.test'
