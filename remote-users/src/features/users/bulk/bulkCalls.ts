import { queryOptions } from '@tanstack/react-query'
import type { BulkCalls } from '@console/shared-kernel/bulk'
import { messageOf, versionHeaders } from '@console/shared-kernel/core'
import { type User, type UserGameSettings, userIdentity, versionOf } from '@console/shared-kernel/contracts'
import { blockedMeanwhileText } from '@console/shared-kernel/dates'
import type { BlockChange } from '@console/shared-kernel/domain'
import { ownKey } from '@console/shared-kernel/remote'
import { setBlocked } from '../actions/api'
import { completeUser } from '../form/api'
import { readGameSettings, saveGameSettings } from '../games/api'
import { withSections, type SettingsSection } from './copySettings'

/** Idempotent, so it is safe on servers without idempotency keys too. */
export function blockCalls(blocked: boolean, extra: BlockChange): BulkCalls<User> {
  // without an end and a reason, a block that somebody else has started meanwhile stays as it is
  const replaces = blocked && Object.keys(extra).length > 0
  return {
    path: '/api/Users/bulk/block',
    idOf: userIdentity,
    bodyOf: (users) => ({
      items: users.map(({ userId, version }) => ({
        userId,
        blocked,
        ...(replaces && { version: version ?? undefined }),
      })),
      ...extra,
    }),
    mayNeedProof: blocked,
    refusalText: (rejection) => {
      const now = completeUser(rejection.current)
      return now?.isBlocked
        ? blockedMeanwhileText(now.blockedUntil, rejection)
        : messageOf(rejection, 'Error desconocido')
    },
    single: (user) => setBlocked(user, blocked, extra),
  }
}

/** Read again before each change. */
export const settingsQuery = (userId: number) =>
  queryOptions({
    queryKey: ownKey('game-settings', userId),
    queryFn: ({ signal }) => readGameSettings(userId, signal),
    staleTime: 0,
    gcTime: 0,
  })

export interface CopyItem {
  user: User
  /** Null if it was not read. */
  now: UserGameSettings | null
  /** The change as shown; null if it is unknown. */
  change: string | null
}

interface Copy {
  fromUserId: number
  /** Undefined until read; nothing is copied before. */
  source: UserGameSettings | undefined
  sections: readonly SettingsSection[]
}

const withVersion = (name: 'version' | 'fromVersion', settings: UserGameSettings | null | undefined) => {
  const version = settings ? versionOf(settings) : null
  return version === null ? {} : { [name]: version }
}

/** The bulk call copies on the server. Single calls send the settings as shown, so they are idempotent. */
export const copyCalls = ({ fromUserId, source, sections }: Copy): BulkCalls<CopyItem> => ({
  path: '/api/Games/user-settings/copy',
  idOf: ({ user }) => userIdentity(user),
  bodyOf: (items) => ({
    fromUserId,
    ...withVersion('fromVersion', source),
    sections,
    items: items.map(({ user, now }) => ({ userId: user.userId, ...withVersion('version', now) })),
  }),
  single: async ({ user: { userId }, now }, key) => {
    const before = now ?? (await readGameSettings(userId))
    return saveGameSettings({
      userId,
      settings: withSections(before, source!, sections),
      headers: versionHeaders(versionOf(before), key),
    })
  },
})
