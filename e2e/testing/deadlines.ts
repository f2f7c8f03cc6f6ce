import type { Page } from '@playwright/test'

interface Deadlines {
  noticeMs?: number
  nextReleaseMs?: number
  giveUpMs?: number
  codeGiveUpMs?: number
  /** `filesMs` is the deadline for loading the host's files, `startMs` for its first render after that. */
  filesMs?: number
  startMs?: number
}

/** Replaces the page's deadlines, in milliseconds, from the next load on. */
export const shortenDeadlines = (page: Page, shorter: Deadlines) =>
  page.addInitScript((deadlines) => Object.assign(globalThis, { consoleDeadlines: deadlines }), shorter)
