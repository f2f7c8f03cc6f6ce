import type { HostRecord } from '../src/site/releaseRecords'

export const HOST: Omit<HostRecord, 'files' | 'login' | 'preload'> = {
  schema: 1,
  name: 'host',
  version: '2.0.0',
  build: 'aaaaaaaa',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '1.2.0',
  react: '19.3.1',
}
