import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Activity, User } from '@console/shared-kernel/contracts'
import { usableList } from '@console/shared-kernel/core'
import {
  blockImpactText,
  combinedBlockImpact,
  counted,
  describeChange,
  isLargeChange,
  largeChange,
} from '@console/shared-kernel/domain'
import { peopleQuery } from '../api'
import { creditChanges } from '../lines'

/** The confirmation that the opposite changes would need if made by hand; null if they need none. */
export function useQuestion(rows: readonly Activity[]): string | null {
  const list = usableList(useQuery(peopleQuery))
  const people = list && !list.arriving ? list.rows : null
  return useMemo(
    () =>
      [creditQuestion(rows), blockQuestion(rows, people)].filter((part) => part !== null).join(' ') || null,
    [rows, people],
  )
}

function creditQuestion(rows: readonly Activity[]): string | null {
  const back = creditChanges(rows).map(({ fromCents, toCents }) => ({
    fromCents: toCents,
    toCents: fromCents,
  }))
  const [only] = back
  if (!only || rows.length > 1) return largeChange(back)
  const { fromCents, toCents } = only
  return isLargeChange(fromCents, toCents)
    ? `Is this amount right? ${describeChange(fromCents, toCents)}`
    : null
}

/** @param people null unless all are loaded */
function blockQuestion(rows: readonly Activity[], people: readonly User[] | null): string | null {
  const ids = rows.flatMap(({ kind, before, subject }) =>
    kind === 'user.update' && before?.['is_blocked'] === true ? (subject?.userId ?? []) : [],
  )
  if (ids.length === 0) return null
  const users = people?.filter(({ userId }) => ids.includes(userId)) ?? []
  const { users: below, machines } = combinedBlockImpact(users, people ?? [])
  if (people && below + machines === 0) return null
  const impact = blockImpactText({ users: people && below, machines })
  if (ids.length === 1) return impact
  return `${counted(ids.length, 'user')} will be blocked again. ${people ? 'Below them ' : ''}${impact}`
}
