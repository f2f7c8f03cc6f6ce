/** From then on a change that is under way says that it takes long. */
export const SLOW_AFTER_MS = 5_000

/** @param what names the change where nothing around the text does */
export const slowText = (what?: string): string =>
  `Taking longer than usual${what === undefined ? '' : `: ${what}`}. You can wait: the result will appear here. If you leave, check whether the change was made before repeating it.`
