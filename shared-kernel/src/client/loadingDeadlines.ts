/** In milliseconds. */
export interface Deadlines {
  /** Until a loading screen says that it takes longer than usual. */
  noticeMs: number
  /** Until the next release is tried, if there is one. */
  nextReleaseMs: number
  /** Until an attempt to load a screen has failed. */
  giveUpMs: number
  /** Until a loading dialog shows a spinner. */
  dialogNoticeMs: number
  /** Until loading a dialog or a library has failed. */
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
