import { useCallback, useState } from 'react'
import { growingRanking, NO_RANKING } from '../domain/ranking'
import { usePrepared } from './usePrepared'

/**
 * The order of a list's names. A long list's are compared beside the page's other work: until `complete`,
 * some may have no place.
 *
 * @param namesOf a row's names; the same function each time
 */
export function useNameRanking<Row>(rows: readonly Row[], namesOf: (row: Row) => readonly string[]) {
  const [rank] = useState(growingRanking)
  const make = useCallback(() => rank(namesIn(rows, namesOf)), [rank, rows, namesOf])
  const { value, current } = usePrepared(rows.length, make)
  return { ranking: value ?? NO_RANKING, complete: current }
}

function* namesIn<Row>(rows: readonly Row[], namesOf: (row: Row) => readonly string[]): Iterable<string> {
  for (const row of rows) yield* namesOf(row)
}
