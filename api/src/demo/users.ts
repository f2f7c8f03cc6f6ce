import { childPath } from '../db/treePath'
import { foldName, nameKey } from '../services/auth/userName'
import { DAY_MS } from './movements'
import { REGIONS, SPAIN, type Region } from './names'
import { ACCOUNTS } from '../foundation/demoAccounts'

export interface DemoUser {
  user_id: number
  user_name: string
  name_key: string
  name_folded: string
  level: number
  country_id: number
  parent_id: number | null
  path: string
  tree_names: string
  name_client: string
  is_blocked: boolean
  quit_pass: boolean
  block_disabled: boolean
  created_at: Date
}

interface Draft {
  user: DemoUser
  region: Region
}

/** Users of each level, from the Master down: 200 in all. */
export const DEMO_COUNTS: readonly number[] = [1, 6, 12, 20, 30, 80, 51]
const GROWTH_DAYS = 80

/** Parents before their children. @param counts how many of each level */
export function demoUsers(firstDay: Date, counts: readonly number[]): DemoUser[] {
  const all = counts.reduce((sum, count) => sum + count, 0)
  const levels: Draft[][] = []
  const namesUsed = new Map<Region, number>()
  let userId = 0
  counts.forEach((count, index) => {
    const level = index + 1
    levels.push(
      Array.from({ length: count }, (_, position) => {
        userId += 1
        const parent = parentOf(levels, level, position)
        const region = level === 2 ? (REGIONS[position % REGIONS.length] ?? SPAIN) : (parent?.region ?? SPAIN)
        const createdAt = new Date(firstDay.getTime() + (userId / all) * GROWTH_DAYS * DAY_MS)
        return {
          region,
          user: makeUser({
            userId,
            level,
            position,
            parent: parent?.user ?? null,
            region,
            namesUsed,
            createdAt,
          }),
        }
      }),
    )
  })
  return levels.flat().map(({ user }) => user)
}

function parentOf(levels: readonly Draft[][], level: number, position: number): Draft | null {
  const parentLevel = level === 7 && position % 3 === 2 ? 5 : level - 1
  const parents = levels[parentLevel - 1] ?? []
  return parents[position % parents.length] ?? null
}

interface NewUser {
  userId: number
  level: number
  /** Its place among the users of its level, from 0. */
  position: number
  parent: DemoUser | null
  region: Region
  /** How many names of each region are taken. */
  namesUsed: Map<Region, number>
  createdAt: Date
}

function makeUser({ userId, level, position, parent, region, namesUsed, createdAt }: NewUser): DemoUser {
  // the account in the README is the first of its level
  const account = position === 0 ? ACCOUNTS[level - 1] : undefined
  const user_name = account ?? nextName(region, namesUsed)
  return {
    user_id: userId,
    user_name,
    name_key: nameKey(user_name),
    name_folded: foldName(user_name),
    level,
    country_id: region.countryId,
    parent_id: parent?.user_id ?? null,
    path: childPath(parent?.path ?? null, userId),
    tree_names: parent ? `${parent.tree_names}/${user_name}` : user_name,
    name_client: level === 6 && !account ? `${region.venue} ${region.city} ${position}` : user_name,
    // one with users below and a few at the bottom, but neither a README account nor anyone above one
    is_blocked: position > 0 && (level === 4 ? position === 9 : level >= 6 && position % 11 === 5),
    quit_pass: level === 7 && position % 4 === 1,
    block_disabled: position > 0 && position % 17 === 3,
    created_at: createdAt,
  }
}

function nextName(region: Region, namesUsed: Map<Region, number>): string {
  const used = namesUsed.get(region) ?? 0
  namesUsed.set(region, used + 1)
  const given = region.given[used % 10] ?? ''
  const family = region.family[(used * 7 + Math.floor(used / 10)) % 10] ?? ''
  const round = Math.floor(used / 100)
  return round === 0 ? `${given} ${family}` : `${given} ${family} ${round + 1}`
}
