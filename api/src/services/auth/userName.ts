import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/** PostgreSQL accepts no NUL, and no stored name contains control characters. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

/** The older form for comparison. Not computed in the database, where the locale would matter. */
export const nameKey = (userName: string): string =>
  withoutControls(userName.normalize('NFKC').toLowerCase().normalize('NFKC'))

/**
 * Names are unique in this form. Folds by character, so that a final sigma equals a sigma, and through upper
 * case, so that ß equals ss; ẞ needs lower case first.
 */
export const foldName = (userName: string): string =>
  withoutControls(
    Array.from(userName.normalize('NFKC'), (character) => character.toLowerCase().toUpperCase().toLowerCase())
      .join('')
      .normalize('NFKC'),
  )

/**
 * Finds at most two users with a name, first the one who has its older form: older names may be equal once
 * folded.
 */
export function usersNamed(db: Db, userName: string) {
  const isExact = sql<boolean>`u.name_key = ${nameKey(userName)}`
  return db
    .selectFrom('users as u')
    .select(['u.user_id', isExact.as('isExact')])
    .where(({ or, eb }) => or([isExact, eb('u.name_folded', '=', foldName(userName))]))
    .where('u.deleted_at', 'is', null)
    .orderBy('isExact', 'desc')
    .limit(2)
}

/** @param found rows of `usersNamed` @returns undefined also if several have the name and none exactly */
export const exactOrOnly = <Row extends { isExact: boolean }>([first, second]: readonly Row[]):
  | Row
  | undefined => (first?.isExact || !second ? first : undefined)
