import { get, type Answer } from './http'

export type Query = Record<string, string | number | undefined>

/** A whole day; any field may be replaced, or left out with undefined. */
const DAY: Query = {
  queryType: 'Total',
  dateFrom: '2026-01-01',
  dateTo: '2026-01-01',
  timeFrom: '00:00',
  timeTo: '23:59',
}

/** A period with everything that the demo's machines have ever done. */
export const ALWAYS: Query = { dateFrom: '2000-01-01', dateTo: '2090-12-31' }

export function reportPath(call: 'internal' | 'external', query: Query): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...DAY, ...query })) {
    if (value !== undefined) fields.set(name, String(value))
  }
  return `/api/${call}/query?${fields}`
}

interface Server {
  url: string
  externalUrl: string
}

export const report = <T>(
  server: Server,
  token: string,
  call: 'internal' | 'external',
  query: Query,
): Promise<Answer<T>> =>
  get<T>(`${call === 'internal' ? server.url : server.externalUrl}${reportPath(call, query)}`, token)
