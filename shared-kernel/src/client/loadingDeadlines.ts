/** After how long each of these happens, in milliseconds. Tests shorten them before the page starts. */
export interface Deadlines {
  /** A screen's waiting area says that it takes longer than usual. */
  noticeMs: number
  /** The next release is tried, if there is one. */
  nextReleaseMs: number
  /** An attempt at a screen has failed. */
  giveUpMs: number
  /** A dialog that is being loaded shows that it is. */
  dialogNoticeMs: number
  /** A dialog, or a library of a screen that is shown, is given up. */
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

/** Tests set `consoleDeadlines` before the page starts: some values are read only once. */
export const deadlines = (): Deadlines => ({ ...USUAL, ...globalThis.consoleDeadlines })
