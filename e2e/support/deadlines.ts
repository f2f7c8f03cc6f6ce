import type { Page } from '@playwright/test'

interface Deadlines {
  noticeMs?: number
  nextReleaseMs?: number
  giveUpMs?: number
  codeGiveUpMs?: number
  /** Of the host: until its files are there, and from then on until it has drawn something. */
  filesMs?: number
  startMs?: number
}

/** From the next load on the page waits this long, in milliseconds, in the place of the usual times. */
export const shortenDeadlines = (page: Page, shorter: Deadlines) =>
  page.addInitScript((deadlines) => Object.assign(globalThis, { consoleDeadlines: deadlines }), shorter)
