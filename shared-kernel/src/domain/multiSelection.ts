/** Takes an item out of a choice of several, or puts it in. */
export const toggled = <T>(chosen: readonly T[], item: T): T[] =>
  chosen.includes(item) ? chosen.filter((one) => one !== item) : [...chosen, item]

/** What is chosen with all of a group, or with none of it; the others stay in their order. */
export function withGroup<T>(chosen: readonly T[], group: readonly T[], selected: boolean): T[] {
  const inGroup = new Set(group)
  const has = new Set(chosen)
  return selected
    ? [...chosen, ...group.filter((item) => !has.has(item))]
    : chosen.filter((item) => !inGroup.has(item))
}
