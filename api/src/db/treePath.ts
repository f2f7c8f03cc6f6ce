import { LEVELS } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'

/**
 * A user's place in the tree is the ids from the top down, each written in base 36 with a fixed width and
 * joined by dots, compared byte by byte. A subtree is then one range of an index.
 */
const STEP_WIDTH = 6
/** '.' + 1 in byte order: the end of everything that continues a path. */
const AFTER_SEPARATOR = '/'

const pathStep = (userId: number): string => userId.toString(36).padStart(STEP_WIDTH, '0')

export const childPath = (parentPath: string | null, userId: number): string =>
  parentPath === null ? pathStep(userId) : `${parentPath}.${pathStep(userId)}`

/** The first path behind the subtree of `path`. */
export const subtreeEnd = (path: string): string => `${path}${AFTER_SEPARATOR}`

export const isWithin = (path: string, root: string): boolean => path === root || path.startsWith(`${root}.`)

/** SQL: the path of the parent; empty at the top. */
export const parentPath = (path: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`left(${path}, ${sql.lit(-STEP_WIDTH - AFTER_SEPARATOR.length)})`

export const PATH_LENGTHS = LEVELS.map((level) => level * (STEP_WIDTH + 1) - 1)

/**
 * SQL: a user on the way from the top to `path`, the user itself included, is blocked. Asked at every call,
 * and written so that the few paths are looked up: the plain `exists` may be turned round into a look at
 * all users that are blocked, and planning a loop over the steps takes longer than the rest of the call.
 */
export const hasBlockedAncestor = (path: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  select coalesce(bool_or(above.is_blocked), false) from users above
  where above.path = any (array[${sql.join(PATH_LENGTHS.map((length) => sql`left(${path}, ${sql.lit(length)})`))}]))`
