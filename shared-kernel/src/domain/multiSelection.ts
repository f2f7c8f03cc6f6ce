export const toggled = <T>(chosen: readonly T[], item: T): T[] =>
  chosen.includes(item) ? chosen.filter((one) => one !== item) : [...chosen, item]

/** The choice with all of a group, or with none of it; the others keep their order. */
export function withGroup<T>(chosen: readonly T[], group: readonly T[], selected: boolean): T[] {
  const inGroup = new Set(group)
  const has = new Set(chosen)
  return selected
    ? [...chosen, ...group.filter((item) => !has.has(item))]
    : chosen.filter((item) => !inGroup.has(item))
}
