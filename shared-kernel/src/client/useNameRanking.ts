import { useCallback, useMemo, useState } from 'react'
import { namesMissing, NO_RANKING, rankNames } from '../domain/ranking'
import { usePrepared } from './usePrepared'

/**
 * The order of a list's names. A long list's are compared beside the page's other work: until `complete`,
 * some have no place. When the list changes, only new names are compared.
 */
export function useNameRanking(names: readonly string[]) {
  const [ranking, setRanking] = useState(NO_RANKING)
  const missing = useMemo(() => namesMissing(names, ranking), [names, ranking])
  const make = useCallback(() => rankNames(missing, ranking), [missing, ranking])
  const { value, current } = usePrepared(missing.length && missing.length + ranking.ordered.length, make)
  if (current && value && value !== ranking) setRanking(value)
  return { ranking, complete: missing.length === 0 }
}
