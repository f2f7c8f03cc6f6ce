import { createStore, useStore } from './store'

const TOLERATED_MINUTES = 5

const clockErrorStore = createStore(0)

/**
 * The error in minutes: negative if the clock of this computer is behind the server's; 0 if it is about right, or
 * unknown.
 */
export const useClockError = (): number => useStore(clockErrorStore)

/**
 * If both clocks are right, the server has answered between `sentAt` and now.
 *
 * @param sentAt in epoch milliseconds
 * @param date the answer's `Date` header, which other servers may not expose
 */
export function compareClocks(sentAt: number, date: unknown): void {
  const answeredAt = typeof date === 'string' ? Date.parse(date) : Number.NaN
  if (Number.isNaN(answeredAt)) return
  const error = Math.max(0, sentAt - answeredAt) + Math.min(0, Date.now() - answeredAt)
  const minutes = Math.round(error / 60_000)
  clockErrorStore.set(Math.abs(minutes) < TOLERATED_MINUTES ? 0 : minutes)
}
