import { grouped } from './texts'

/** 'Slot 1, Slot 2 and 4 more'. */
export function namesIn<Item>(items: readonly Item[], nameOf: (item: Item) => string, max = 8): string {
  const names = items.slice(0, max).map(nameOf).join(', ')
  return items.length > max ? `${names} and ${grouped(items.length - max)} more` : names
}
