export const toggled = <T>(chosen: readonly T[], item: T): T[] =>
  chosen.includes(item) ? chosen.filter((one) => one !== item) : [...chosen, item]

/** Adds or removes a whole group; the others keep their order. */
export function withGroup<T>(chosen: readonly T[], group: readonly T[], selected: boolean): T[] {
  const inGroup = new Set(group)
  const has = new Set(chosen)
  return selected
    ? [...chosen, ...group.filter((item) => !has.has(item))]
    : chosen.filter((item) => !inGroup.has(item))
}
