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
  reportsUpstreams: [],
  brotli: false,
}

describe('what nginx is told', () => {
  test('each process of the API is one server behind it', () => {
    const text = nginxConfiguration(settings)
    for (const address of settings.upstreams) expect(text).toContain(`server ${address} `)
  })

  test('external reports are served where they are asked for', () => {
    const listen = { ...settings.listen, reports: '8003' }
    const text = nginxConfiguration({ ...settings, listen, reportsUpstreams: ['127.0.0.1:4300'] })
    expect(text).toMatch(/upstream console_reports_staging \{\s+server 127\.0\.0\.1:4300 /)
    expect(text).toMatch(/listen 8003;[^}]*proxy_pass http:\/\/console_reports_staging;/)
    expect(nginxConfiguration(settings)).not.toContain('console_reports')
  })

  test('only what is there is kept in caches: a refusal is not', () => {
    const text = nginxConfiguration(settings)
    expect(text).toMatch(
      /map "\$status \$uri" \$console_cache_staging \{\s+default no-cache;\s+"~\^\(\?:200\|206\|304\) /,
    )
    expect(text.match(/add_header Cache-Control \$console_cache_staging always;/g)).toHaveLength(3)
  })

  test('.br files are sent only where its module is there', () => {
    expect(nginxConfiguration(settings)).not.toContain('brotli')
    expect(nginxConfiguration({ ...settings, brotli: true })).toContain('brotli_static on;')
  })

  test.each(['/srv/a"b', '/srv/$uri', '/srv/a\\b'])(
    'a folder named %s is refused, not written',
    (publicFolder) => {
      expect(() => nginxConfiguration({ ...settings, publicFolder })).toThrow('cannot stand in nginx')
    },
  )
})
