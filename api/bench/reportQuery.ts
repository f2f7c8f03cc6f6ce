import { nowIn } from '@console/shared-kernel/rules'

export const TIME_ZONE = 'Europe/Madrid'
const DAY_MS = 86_400_000

/** @param lastDay days ago; today is not over */
export function reportQuery(days: number, lastDay = 1): Record<string, string> {
  const dayBefore = (count: number) => nowIn(TIME_ZONE, new Date(Date.now() - count * DAY_MS)).day
  const times = { timeFrom: '00:00', timeTo: '23:59' }
  const [dateFrom, dateTo] = [dayBefore(days + lastDay - 1), dayBefore(lastDay)]
  return { queryType: 'Total', dateFrom, dateTo, ...times, tipoMovs: '2,3' }
}
