import { describe, expect, test } from '@jest/globals'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { nginxConfiguration, type NginxSettings } from './configuration'

const environment: Environment = {
  schema: 1,
  name: 'staging',
  apiUrl: 'http://api.test',
  externalReportsUrl: 'http://reports.test',
  timeZone: 'UTC',
  overrides: [],
  remotes: {},
}
const settings: NginxSettings = {
  environment,
  publicFolder: '/srv/site/environments/staging/public',
  siteFolder: '/srv/site',
  listen: { console: '8000', releases: '8001', api: '8002' },
  upstreams: ['127.0.0.1:4200', '127.0.0.1:4201'],
  brotli: false,
}

describe('what nginx is told', () => {
  test('each process of the API is one server behind it', () => {
    const text = nginxConfiguration(settings)
    for (const address of settings.upstreams) expect(text).toContain(`server ${address} `)
  })

  test('.br files are sent only where its module is there', () => {
    expect(nginxConfiguration(settings)).not.toContain('brotli')
    expect(nginxConfiguration({ ...settings, brotli: true })).toContain('brotli_static on;')
  })

  test.each(['/srv/a"b', '/srv/$uri', '/srv/a\\b'])('a folder named %s is refused, not written', (publicFolder) => {
    expect(() => nginxConfiguration({ ...settings, publicFolder })).toThrow('cannot stand in nginx')
  })
})
