import type { AxiosProgressEvent } from 'axios'

/** A list that is shorter is there at once; of a longer one this much fills a screen. */
const ENOUGH_CHARS = 12_000
const MOST_CHARS = 60_000

/**
 * For a call whose answer may be a long list: its first items, while the others are still on their way.
 *
 * @param show is called once, or never: what is there may not be readable yet
 * @returns what axios calls as the answer comes in
 */
export function onFirstItems(
  show: (items: readonly unknown[]) => void,
): (progress: AxiosProgressEvent) => void {
  let shown = false
  return ({ event }) => {
    const request: unknown = (event as ProgressEvent | undefined)?.target
    if (shown || !isOnItsWay(request)) return
    if (request.status !== 200 || request.responseText.length < ENOUGH_CHARS) return
    const items = itemsAtStart(request.responseText.slice(0, MOST_CHARS))
    if (items.length === 0) return
    shown = true
    show(items)
  }
}

/** Outside a browser calls go without such requests, and show nothing before all is there. */
const isOnItsWay = (request: unknown): request is XMLHttpRequest =>
  typeof XMLHttpRequest !== 'undefined' &&
  request instanceof XMLHttpRequest &&
  request.readyState === XMLHttpRequest.LOADING

/** The whole items of a JSON array that breaks off somewhere; none where its last comma stands inside one. */
export function itemsAtStart(text: string): unknown[] {
  try {
    const items: unknown = JSON.parse(`${text.slice(0, text.lastIndexOf('},') + 1)}]`)
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}
