import { namesBelow, type User } from '@console/shared-kernel/contracts'
import { counted, countedOf } from '@console/shared-kernel/domain'

interface Listed {
  shown: number
  all: number
  search: string
  /** Users are missing from the list: whether there are none is not known. */
  incomplete: boolean
}

/** What stands beside the search box: how many users there are, and how many of them the search finds. */
export function countLine({ shown, all, search, incomplete }: Listed): string {
  if (shown === 0) return incomplete ? '' : 'No users found'
  return search.trim() === '' ? counted(all, 'user') : countedOf(shown, all, 'user')
}

/** Why the list is empty: a search that finds nothing, a list that is not there, or nobody below. */
export function emptyText({ search, incomplete }: { search: string; incomplete: boolean }): string {
  if (incomplete) return 'The list of users could not be loaded.'
  if (search.trim() !== '') return 'No users match your search. Try a different name or country.'
  return 'There are no users below you yet.'
}

/** Where the viewer finds a user: 'admin1 › client1'. Empty for the viewer. */
export const pathOf = (viewer: User, user: User): string => namesBelow(user, viewer.userName).join(' › ')
