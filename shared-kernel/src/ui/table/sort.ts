import type { ViewPart } from '../../client/useViewState'
import type { Sort } from '../../domain/sorting'

export const nextSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** Keeps the sort as `sort` and `dir` in the address; `defaultKey` upwards for unknown columns. */
export function sortPart<Key extends string>(defaultKey: Key, keys: readonly Key[]): ViewPart<Sort> {
  // the same objects, so that typing does not render the table's head
  const sorts = [defaultKey, ...keys].flatMap((key): Sort[] => [
    { key, direction: 'asc' },
    { key, direction: 'desc' },
  ])
  return {
    read: (params) => {
      const key = params.get('sort') ?? defaultKey
      const direction = params.get('dir') === 'desc' ? 'desc' : 'asc'
      return sorts.find((sort) => sort.key === key && sort.direction === direction) ?? sorts[0]!
    },
    write: ({ key, direction }) => ({
      sort: key === defaultKey ? null : key,
      dir: direction === 'asc' ? null : direction,
    }),
  }
}
