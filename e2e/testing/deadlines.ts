import type { Page } from '@playwright/test'

interface Deadlines {
  noticeMs?: number
  nextReleaseMs?: number
  giveUpMs?: number
  codeGiveUpMs?: number
  /** The deadline of the host's files, and then of its first render. */
  filesMs?: number
  startMs?: number
}

/** Replaces the page's deadlines from the next load on. Milliseconds. */
export const shortenDeadlines = (page: Page, shorter: Deadlines) =>
  page.addInitScript((deadlines) => Object.assign(globalThis, { consoleDeadlines: deadlines }), shorter)
