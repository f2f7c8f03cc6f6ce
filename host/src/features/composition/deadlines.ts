/** How long the loading of an interface part may take, in milliseconds. Tests shorten it, before the page starts. */
export interface Deadlines {
  /** After this long the waiting area says that it takes longer than usual. */
  noticeMs: number
  /** After this long an attempt has failed. */
  giveUpMs: number
}

const SPECIFIED: Deadlines = { noticeMs: 3_000, giveUpMs: 120_000 }

declare global {
  var consoleDeadlines: Partial<Deadlines> | undefined
}

export const deadlines = (): Deadlines => ({ ...SPECIFIED, ...globalThis.consoleDeadlines })
