import { jest } from '@jest/globals'
import { act } from '@testing-library/react'

/**
 * Gives every element this size in jsdom, so that a windowed table renders rows; undone by
 * `jest.restoreAllMocks()`.
 */
export function mockLayout({ height = 600, width = 1000 } = {}): void {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(10_000_000)
  Element.prototype.scrollTo ??= () => undefined
  jest.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to?: unknown) {
    const { top = 0 } = to as ScrollToOptions
    if (this.scrollTop === top) return
    this.scrollTop = top
    // as in a browser: in the next frame
    requestAnimationFrame(() => act(() => void this.dispatchEvent(new Event('scroll'))))
  })
}

/** jsdom has no media queries. */
const queried = new EventTarget()
let windowWidth = 0

/**
 * Makes width media queries match this width and fires their change events. Other queries never match.
 * Nothing restores the original.
 */
export function mockWindowWidth(px: number): void {
  windowWidth = px
  const limit = (query: string, name: string) =>
    Number(new RegExp(`${name}:\\s*([\\d.]+)px`).exec(query)?.[1])
  window.matchMedia = (query) =>
    ({
      get matches() {
        return (
          query.includes('width') &&
          !(windowWidth < limit(query, 'min-width')) &&
          !(windowWidth > limit(query, 'max-width'))
        )
      },
      media: query,
      addEventListener: (type: string, listener: EventListener) => queried.addEventListener(type, listener),
      removeEventListener: (type: string, listener: EventListener) =>
        queried.removeEventListener(type, listener),
    }) as unknown as MediaQueryList
  act(() => void queried.dispatchEvent(new Event('change')))
}
