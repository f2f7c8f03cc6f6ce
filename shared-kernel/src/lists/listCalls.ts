import type { User } from '../contracts/user'
import { seesEverything } from '../domain/permissions'
import { listQuery } from './listQuery'

/** Everybody for level 1, as the reports load them too; for all others the users below them. */
export const usersQuery = (viewer: Pick<User, 'level'>) =>
  listQuery('users', seesEverything(viewer) ? '/api/Users/all-hierarchy' : '/api/Users/children')

/** The machines that the viewer sees; the server knows which. */
export const machinesQuery = listQuery('machines', '/api/Machines')
