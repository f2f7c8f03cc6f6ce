import { type AUDIT_KINDS, LIST_EVENTS, type ListEventName } from '@console/shared-kernel/contracts'
import type { Db } from '../../db/schema'
import { selfAndAncestors } from '../../db/treePath'
import type { StoredActivity } from '../activity'
import { findGames } from '../games/catalogue'
import { machineRows, userRows } from '../lists'

/** What a change does to the rows of one list. */
export interface ListPart {
  name: ListEventName
  rows: readonly ShownRow[]
  /** Rows that are no longer in the list. */
  removed: readonly Place[]
}

interface ShownRow {
  /** Decides who may see it; null: everyone. */
  path: string | null
  /** The same text as in the list. */
  json: string
}

export interface Place {
  path: string | null
  id: number | string
}

type Shown = 'user' | 'owners' | 'machine' | 'game'

/**
 * The list rows that each kind of change affects. The number of machines is shown in the rows of the owner
 * and of all users above.
 */
const SHOWN: Readonly<Record<(typeof AUDIT_KINDS)[number], readonly Shown[]>> = {
  'user.create': ['user'],
  'user.update': ['user'],
  'user.delete': ['user'],
  'user.password': ['user'],
  'user.game-settings': [],
  'user.unlock': [],
  'user.block-end': ['user'],
  'user.factor': [],
  'user.factor-reset': [],
  'machine.create': ['machine', 'owners'],
  'machine.credit': ['machine'],
  'machine.block': ['machine'],
  'machine.unblock': ['machine'],
  'machine.block-end': ['machine'],
  'machine.config': ['machine'],
  'machine.retire': ['machine', 'owners'],
  'note.create': [],
  'note.delete': [],
  'game.create': ['game'],
  'game.update': ['game'],
  'game.delete': ['game'],
  'audit.archive': [],
  'movements.detach': [],
  'movements.attach': [],
  'session.start': [],
  'session.refuse': [],
  'session.lock': [],
  'session.end': [],
}

const isKind = (action: string): action is keyof typeof SHOWN => Object.hasOwn(SHOWN, action)

/** Such a change affects more rows than the user's own, in the lists of users above. */
export const isBlock = ({ action, before }: StoredActivity): boolean =>
  (action === 'user.update' || action === 'user.block-end') &&
  before !== null &&
  Object.hasOwn(before, 'is_blocked')

interface Touched {
  name: ListEventName
  places: readonly Place[]
}

function touchedBy(change: StoredActivity): Touched[] {
  const {
    action,
    subject,
    subject_user_id: userId,
    subject_machine_id: machineId,
    subject_path: path,
  } = change
  const [, gameId] = /^game (\d+)$/.exec(subject) ?? []
  const placesOf: Readonly<Record<Shown, () => Touched[]>> = {
    user: () => (userId === null || isBlock(change) ? [] : at('users', userId)),
    owners: () => (path === null ? [] : [{ name: 'users', places: selfAndAncestors(path) }]),
    machine: () => (machineId === null ? [] : at('machines', machineId)),
    game: () =>
      gameId === undefined ? [] : [{ name: 'games', places: [{ id: Number(gameId), path: null }] }],
  }
  // without a path it is unknown who may see it
  const at = (name: ListEventName, id: Place['id']): Touched[] =>
    path === null ? [] : [{ name, places: [{ id, path }] }]
  return isKind(action) ? SHOWN[action].flatMap((shown) => placesOf[shown]()) : []
}

interface ReadRow extends ShownRow {
  id: number | string
}

const READERS: Readonly<Record<ListEventName, (db: Db, ids: readonly Place['id'][]) => Promise<ReadRow[]>>> =
  {
    users: (db, ids) => userRows(db, ids.map(Number)),
    machines: (db, ids) => machineRows(db, ids.map(String)),
    games: async (db, ids) =>
      (await findGames(db, ids.map(Number))).map((game) => ({
        id: game.id,
        path: null,
        json: JSON.stringify(game),
      })),
  }

/** Reads each row once, as it is now. @returns what each of these changes does to lists */
export async function readListParts(
  db: Db,
  changes: readonly StoredActivity[],
): Promise<Map<StoredActivity, ListPart[]>> {
  const touched = new Map(changes.map((change) => [change, touchedBy(change)]))
  const rows = new Map<string, ShownRow>()
  const keyOf = (name: ListEventName, id: Place['id']): string => `${name} ${id}`
  for (const name of LIST_EVENTS) {
    const parts = [...touched.values()].flat().filter((part) => part.name === name)
    const ids = new Set(parts.flatMap(({ places }) => places.map(({ id }) => id)))
    if (ids.size === 0) continue
    for (const row of await READERS[name](db, [...ids])) rows.set(keyOf(name, row.id), row)
  }
  const toPart = ({ name, places }: Touched): ListPart => ({
    name,
    rows: places.flatMap(({ id }) => rows.get(keyOf(name, id)) ?? []),
    removed: places.filter(({ id }) => !rows.has(keyOf(name, id))),
  })
  return new Map([...touched].map(([change, parts]) => [change, parts.map(toPart)]))
}
