import { LEVELS } from '@console/shared-kernel/levels'
import { sql, type RawBuilder } from 'kysely'

/**
 * A path consists of the ids from the top down, in base 36 with a fixed width: a subtree is one range of an
 * index.
 */
const STEP_WIDTH = 6
/** Follows '.' in byte order, by which paths are compared: it ends a subtree. */
const AFTER_SEPARATOR = '/'

const pathStep = (userId: number): string => userId.toString(36).padStart(STEP_WIDTH, '0')

export const childPath = (parentPath: string | null, userId: number): string =>
  parentPath === null ? pathStep(userId) : `${parentPath}.${pathStep(userId)}`

/** The first path after the subtree. */
export const subtreeEnd = (path: string): string => `${path}${AFTER_SEPARATOR}`

/** SQL: whether a column contains the path or one below it. */
export const inSubtree = (column: RawBuilder<unknown>, path: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${path} and ${column} < ${subtreeEnd(path)})`

/** SQL: the same without the path itself. */
export const strictlyInSubtree = (column: RawBuilder<unknown>, path: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} > ${path} and ${column} < ${subtreeEnd(path)})`

export const isWithin = (path: string, root: string): boolean => path === root || path.startsWith(`${root}.`)

/** The user and everyone above, from the top down. */
export const selfAndAncestors = (path: string): { id: number; path: string }[] =>
  path.split('.').map((step, index, steps) => ({
    id: parseInt(step, 36),
    path: steps.slice(0, index + 1).join('.'),
  }))

/** SQL: the path of the parent; empty at the top. */
export const parentPath = (path: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`left(${path}, ${sql.lit(-STEP_WIDTH - AFTER_SEPARATOR.length)})`

export const PATH_LENGTHS = LEVELS.map((level) => level * (STEP_WIDTH + 1) - 1)
