const START_MS = 30_000
const SCREEN_MS = 15_000
const MAX_MS = 300_000

/** How long a whole check may take. */
export const deadlineMs = (screens: number): number => Math.min(START_MS + SCREEN_MS * screens, MAX_MS)
