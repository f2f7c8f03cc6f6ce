/** See pageClock.js, which runs inside the page. */
export interface PageClock {
  shown: (condition: () => boolean) => Promise<number>
  timed: (trigger: () => void, condition: () => boolean) => Promise<number>
  longestTask: (since: number) => number
  type: (input: HTMLInputElement, text: string) => void
  scroll: (
    frame: HTMLElement,
    way: { frames: number; step: number; rowSelector: string },
  ) => Promise<{ times: number[]; blank: number }>
}

declare global {
  var pageClock: PageClock
  /** When Login was clicked. */
  var clickedAt: number
}
