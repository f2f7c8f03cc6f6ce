import '../testing/serverRole'
import { expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster } from '../testing/engine'
import { get, tokenOf } from '../testing/http'
import { startApi } from '../testing/server'

test('calls that find no free database connection get 503: the server is busy', async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder })
  try {
    const token = await tokenOf(api.url, 'master')
    await onCluster(`alter database "${databaseOf(folder)}" connection limit 1`)
    const calls = Array.from({ length: 30 }, () =>
      get<{ message?: string }>(`${api.url}/api/Users/current`, token),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const rejected of answers.filter(({ status }) => status === 503)) {
      expect(rejected.body.message).toBe('El servidor está ocupado. Inténtalo de nuevo en unos segundos.')
      expect(rejected.headers.get('retry-after')).toBe('2')
    }
    expect(api.stderr()).toContain('too many connections for database')
  } finally {
    await api.stop()
  }
})
