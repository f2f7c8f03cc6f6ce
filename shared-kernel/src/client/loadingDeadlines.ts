/** How long the loading of interface parts may take, in milliseconds. Tests shorten it, before the page starts. */
export interface Deadlines {
  /** After this long the waiting area of a screen says that it takes longer than usual. */
  noticeMs: number
  /** After this long a release that has not loaded is given up, if there is another one to try. */
  nextReleaseMs: number
  /** After this long an attempt at a screen has failed. */
  giveUpMs: number
  /** After this long a dialog that is being loaded shows that it is. */
  dialogNoticeMs: number
  /** After this long a dialog, or a library of a screen that is shown, is given up: its user is waiting for it. */
  codeGiveUpMs: number
}

const USUAL: Deadlines = {
  noticeMs: 3_000,
  nextReleaseMs: 10_000,
  giveUpMs: 120_000,
  dialogNoticeMs: 200,
  codeGiveUpMs: 15_000,
}

declare global {
  var consoleDeadlines: Partial<Deadlines> | undefined
}

export const deadlines = (): Deadlines => ({ ...USUAL, ...globalThis.consoleDeadlines })
