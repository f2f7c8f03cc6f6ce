import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { SETTINGS, type App } from '../site/environmentChanges'
import {
  bytesIn,
  isAccessible,
  HOST,
  NAME,
  readJson,
  removeUnfinished,
  type Site,
  withLock,
  writeAtomically,
} from '../site/files'

/**
 * `SITE/.delivery/teams.json`. Web servers do not serve names that begin with a dot. The file is read for
 * each request, so that a revoked token stops working at once.
 */
export interface Teams {
  teams: Record<string, Team>
  tokens: Token[]
}

interface Team {
  /** Names of remotes; `host` stands for the host, the settings and whole environments. */
  owns: string[]
  /** Adds the right to roll back any app, the settings and whole environments. It is meant for the person on call. */
  rollsBack?: boolean
  /** The limit for all releases of the team together. */
  quotaMb?: number
}

export const DEFAULT_QUOTA_MB = 2_048

/** A leaked file gives no access: only the hash is stored. */
interface Token {
  id: string
  team: string
  /** SHA-256 in hex. The secret is random, so a slow hash would add no protection. */
  hash: string
  createdAt: string
  /** An ISO 8601 instant. */
  expiresAt: string
  revokedAt?: string
}

export interface Caller {
  team: string
  tokenId: string
  owns: ReadonlySet<string>
  rollsBack: boolean
}

const DAY_MS = 86_400_000

export const serviceFolder = (site: Site): string => join(site.root, '.delivery')
/** Only the service's user may access its files, including those written by an earlier version. */
export const PRIVATE = 0o600

export async function openServiceFolder(site: Site): Promise<string> {
  const folder = serviceFolder(site)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (((await stat(folder)).mode & 0o777) === 0o700) return folder
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await chmod(join(folder, entry.name), PRIVATE)
  await chmod(folder, 0o700)
  return folder
}

const fileOf = (site: Site): string => join(serviceFolder(site), 'teams.json')

export const readTeams = async (site: Site): Promise<Teams> =>
  (await isAccessible(fileOf(site))) ? ((await readJson(fileOf(site))) as Teams) : { teams: {}, tokens: [] }

async function change<T>(site: Site, who: string, apply: (teams: Teams) => T): Promise<T> {
  const folder = await openServiceFolder(site)
  return withLock(join(folder, 'teams.lock'), who, async (assertHeld) => {
    await removeUnfinished(folder)
    const teams = await readTeams(site)
    const result = apply(teams)
    await writeAtomically(fileOf(site), `${JSON.stringify(teams, null, 2)}\n`, assertHeld, PRIVATE)
    return result
  })
}

/** Omitted fields do not change; a new team owns nothing by default. @returns the team as it is now */
export const setTeam = (
  site: Site,
  who: string,
  name: string,
  {
    owns: given,
    rollsBack: mayRollBack,
    quotaMb,
  }: { owns?: string[] | undefined; rollsBack?: boolean | undefined; quotaMb?: number | undefined },
): Promise<Team> =>
  change(site, who, (teams) => {
    const owns = given ?? teams.teams[name]?.owns ?? []
    for (const text of [name, ...owns])
      if (!NAME.test(text))
        throw new CommandError(`'${text}' is not a valid name: use lower-case letters, digits and dashes.`)
    for (const [other, team] of Object.entries(teams.teams)) {
      const shared = other === name ? undefined : owns.find((app) => team.owns.includes(app))
      if (shared !== undefined) throw new CommandError(`${shared} belongs to ${other}.`)
    }
    const rollsBack = mayRollBack ?? teams.teams[name]?.rollsBack
    const quota = quotaMb ?? teams.teams[name]?.quotaMb
    return (teams.teams[name] = {
      owns,
      ...(rollsBack && { rollsBack }),
      ...(quota !== undefined && { quotaMb: quota }),
    })
  })

/** @returns the id and the token, which cannot be read again */
export const addToken = (
  site: Site,
  who: string,
  team: string,
  days: number,
): Promise<{ id: string; token: string; expiresAt: string }> =>
  change(site, who, (teams) => {
    if (!Object.hasOwn(teams.teams, team)) throw new CommandError(`There is no team '${team}'.`)
    const id = randomBytes(6).toString('hex')
    const token = `delivery_${id}_${randomBytes(32).toString('base64url')}`
    const now = Date.now()
    const expiresAt = new Date(now + days * DAY_MS).toISOString()
    teams.tokens.push({ id, team, hash: hashOf(token), createdAt: new Date(now).toISOString(), expiresAt })
    return { id, token, expiresAt }
  })

/** @param text an id, or a whole token */
export const tokenIdOf = (text: string): string => /^delivery_([0-9a-f]+)_/.exec(text)?.[1] ?? text

export const revokeToken = (site: Site, who: string, id: string): Promise<void> =>
  change(site, who, (teams) => {
    const token = teams.tokens.find((one) => one.id === id)
    if (!token) throw new CommandError(`There is no token '${id}'.`)
    token.revokedAt ??= new Date().toISOString()
  })

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns null for a token that is unknown, expired or revoked, without distinguishing them. */
export async function callerOf(site: Site, token: string): Promise<Caller | null> {
  const { teams, tokens } = await readTeams(site)
  const hash = Buffer.from(hashOf(token))
  const found = tokens.find((one) => timingSafeEqual(Buffer.from(one.hash), hash))
  const team = found && teams[found.team]
  if (!found || !team || found.revokedAt !== undefined || Date.parse(found.expiresAt) <= Date.now())
    return null
  const { owns, rollsBack = false } = team
  return { team: found.team, tokenId: found.id, owns: new Set(owns), rollsBack }
}

/** The settings belong to the host's owner. */
const ownedAs = (changed: App): App => (changed === SETTINGS ? HOST : changed)

/** @param owns absent for the user of this machine, who may do everything */
export const isOwner = (owns: ReadonlySet<App> | undefined, changed: App): boolean =>
  owns === undefined || owns.has(ownedAs(changed))

/** @throws Forbidden naming the owner */
export async function requireOwner(site: Site, { team, owns }: Caller, changed: App): Promise<void> {
  const app = ownedAs(changed)
  if (isOwner(owns, changed)) return
  const { teams } = await readTeams(site)
  const owner = Object.entries(teams).find(([, other]) => other.owns.includes(app))?.[0]
  throw new Forbidden(`${app} is not ${team}'s: ${owner ? `${owner} owns it` : 'it has no owner'}.`)
}

export class Forbidden extends CommandError {}

const MB = 1024 * 1024

/**
 * @param upload a folder that is not yet counted as part of the site.
 * @throws CommandError if the team's releases together would exceed its quota
 */
export async function requireQuota(site: Site, { team, owns }: Caller, upload: string): Promise<void> {
  const { quotaMb = DEFAULT_QUOTA_MB } = (await readTeams(site)).teams[team] ?? {}
  let bytes = await bytesIn(upload)
  for (const app of owns) bytes += await bytesIn(join(site.root, app))
  if (bytes > quotaMb * MB)
    throw new CommandError(
      `With this release ${team} would have ${Math.ceil(bytes / MB)} MB in the site, and may have ${quotaMb} MB: 'prune' removes what is not used any more, 'team set' gives more.`,
    )
}
