import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDatabaseLocation, readSettings } from '../src/settings/settings'
import { temporaryFolder } from '../testing/cleanUp'
import { command, inMemory, run, startApi } from '../testing/server'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/console',
  TOKEN_SECRET: 'x'.repeat(32),
}

describe('settings', () => {
  test('have defaults for a developer', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4200,
      externalPort: 4300,
      demoData: false,
      timeZone: 'Europe/Madrid',
      tokenTtl: 12 * 3600,
      loginWindow: 15 * 60,
      logLevel: 'info',
    })
    expect(readSettings({}).corsOrigins).toEqual([expect.any(RegExp)])
    expect(readSettings(production).corsOrigins).toEqual([])
  })

  const WRONG = `
    PORT=70000 PORT=http PORT=-1 EXTERNAL_PORT=4e3 DEMO_DATA=yes TIME_ZONE=Europe/Atlantis
    TOKEN_TTL=12 TOKEN_TTL=0h LOGIN_WINDOW=soon LOG_LEVEL=loud CORS_ORIGINS=*
    CORS_ORIGINS=https://console.example/ CORS_ORIGINS=console.example SERVICES=api,web SERVICES=,
    DATABASE_CONNECTIONS=0 RATE_LIMIT=-1 MAX_CONNECTIONS=0 MAX_CONNECTIONS_PER_ADDRESS=0
    API_DOCS=yes REQUEST_TIMEOUT=0s STOP_DELAY=5 TRUST_PROXY=true TRUST_PROXY=10.0.0.0/33
    SECOND_FACTOR=on SECOND_FACTOR=0-3 SECOND_FACTOR=3-1 SECOND_FACTOR=1-8 SESSIONS_PER_USER=0 SESSIONS_PER_USER=501
    SESSION_IDLE=30 PASSKEY_RP_ID=https://console.example PASSKEY_RP_ID=console.example:443 PROOF_CREDIT=-1`
  test.each(WRONG.trim().split(/\s+/))('%s is rejected and named', (text) => {
    const [name = '', value] = text.split('=')
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name} must be .*, not '`))
  })

  test.each(['4', 'many', '5.5', '12345678'])(
    'DATABASE_CONNECTIONS=%s: the message states the allowed range',
    (value) =>
      expect(() => readSettings({ DATABASE_CONNECTIONS: value })).toThrow(
        'DATABASE_CONNECTIONS must be a whole number from 5 to 9999999, not ',
      ),
  )

  test.each(['mysql://user:hidden@host/x', 'hidden', 'http://hidden'])(
    'DATABASE_URL=%s is rejected and not printed',
    (DATABASE_URL) => {
      const reading = () => readSettings({ DATABASE_URL, TOKEN_SECRET: 'x'.repeat(32) })
      expect(reading).toThrow('DATABASE_URL must be an address such as postgres://')
      expect(reading).not.toThrow('hidden')
    },
  )

  test('DATABASE_REPLICA_URL is rejected with the embedded engine or if it is not an address, and is not printed', () => {
    const replica = (DATABASE_REPLICA_URL: string, more = {}) =>
      readSettings({ DATABASE_REPLICA_URL, ...more })
    expect(() => replica('postgres://user:hidden@host/x')).toThrow(
      'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded engine has no replica',
    )
    const primary = { DATABASE_URL: 'postgres://host/x', TOKEN_SECRET: 'x'.repeat(32) }
    expect(() => replica('hidden', primary)).toThrow(
      'DATABASE_REPLICA_URL must be an address such as postgres://',
    )
    expect(() => replica('hidden', primary)).not.toThrow('hidden')
    expect(replica('postgres://other/x', primary).databaseReplicaUrl).toBe('postgres://other/x')
    expect(readSettings(primary).databaseReplicaUrl).toBeNull()
  })

  test('METRICS_TOKEN is rejected without METRICS_PORT, and not printed', () => {
    const METRICS_TOKEN = 'hidden'.repeat(6)
    const reading = () => readSettings({ METRICS_TOKEN })
    expect(reading).toThrow('METRICS_TOKEN needs METRICS_PORT: without it there are no metrics')
    expect(reading).not.toThrow('hidden')
    expect(readSettings({ METRICS_TOKEN, METRICS_PORT: '0' }).metricsToken).toBe(METRICS_TOKEN)
  })

  test.each<[string, object, boolean]>([
    ['console.example', {}, false],
    ['localhost', {}, true],
    ['localhost', production, false],
    ['console.example', { CORS_ORIGINS: 'https://console.example.com,https://myconsole.example' }, false],
    ['console.example', { CORS_ORIGINS: 'https://a.test,https://console.example:8443' }, true],
    ['example', { ...production, CORS_ORIGINS: 'https://console.example' }, true],
  ])('PASSKEY_RP_ID=%s with %j needs a matching origin: %s', (PASSKEY_RP_ID, more, isAccepted) => {
    const reading = () => readSettings({ PASSKEY_RP_ID, ...more })
    const message = `CORS_ORIGINS has no origin of PASSKEY_RP_ID '${PASSKEY_RP_ID}': every passkey would be refused`
    if (isAccepted) expect(reading().passkeyRpId).toBe(PASSKEY_RP_ID)
    else expect(reading).toThrow(message)
  })

  test('production requires PostgreSQL, for commands too', () => {
    expect(readSettings(production).production).toBe(true)
    expect(readSettings({}).production).toBe(false)
    const env = { ...production, DATABASE_URL: '', DATA_DIR: temporaryFolder() }
    for (const read of [readSettings, readDatabaseLocation]) {
      expect(() => read(env)).toThrow(/^ {2}DATABASE_URL is required when NODE_ENV is production$/m)
    }
  })

  test('in production, the error names an embedded-engine folder and the last commit that can copy it', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'pg'))
    writeFileSync(join(folder, 'pg', 'PG_VERSION'), '17')
    const env = { ...production, DATABASE_URL: '', DATA_DIR: folder }
    const message =
      `DATABASE_URL is required when NODE_ENV is production: the database in ${folder} is of the embedded engine, ` +
      'which production does not use. Commit de520765 is the last that can copy it to PostgreSQL (docs/operate.md)'
    expect(() => readSettings(env)).toThrow(message)
    expect(() => readDatabaseLocation(env)).toThrow(message)
    expect(readFileSync(join(__dirname, '../../docs/operate.md'), 'utf8')).toContain(
      'worktree add /opt/console-copy de520765',
    )
  })

  test('all wrong settings are reported, each once', () => {
    const env = {
      PORT: '4300',
      EXTERNAL_PORT: 'x',
      METRICS_TOKEN: 'x'.repeat(32),
      NODE_ENV: 'production',
      DATA_DIR: temporaryFolder(),
    }
    expect(() => readSettings(env)).toThrow(
      [
        'Invalid settings:',
        "  EXTERNAL_PORT must be a port number from 0 to 65535, not 'x'",
        '  DATABASE_URL is required when NODE_ENV is production',
        '  TOKEN_SECRET is required when NODE_ENV is production',
        '  METRICS_TOKEN needs METRICS_PORT: without it there are no metrics',
      ].join('\n'),
    )
  })

  test('a short secret is rejected and not printed', () => {
    expect(() => readSettings({ TOKEN_SECRET: 'short' })).toThrow(/TOKEN_SECRET must be at least 32 bytes/)
    expect(() => readSettings({ TOKEN_SECRET: 'short' })).not.toThrow(/'short'/)
  })

  test('the two services of a process need different ports', () => {
    const same = { PORT: '5000', EXTERNAL_PORT: '5000' }
    expect(() => readSettings(same)).toThrow('PORT and EXTERNAL_PORT must be two ports, not both 5000')
    expect(readSettings({ ...same, SERVICES: 'api' }).port).toBe(5000)
    expect(readSettings({ PORT: '0', EXTERNAL_PORT: '0' }).port).toBe(0)
  })
})

describe('a busy port', () => {
  let other: Server
  let port: string
  beforeAll(async () => {
    other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    port = String((other.address() as AddressInfo).port)
  })
  afterAll(() => void other.close())

  test.each(['PORT', 'EXTERNAL_PORT'])('for %s is named, and the exit code is 1', async (name) => {
    const rejected = await command('main', { ...inMemory, [name]: port })
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain(
      `console-api: Port ${port} (${name}) is in use by another program. Stop it, or set ${name}.\n`,
    )
  })
})

describe('a stop', () => {
  test('during the first start takes effect at once, and the next start continues', async () => {
    const env = { DATA_DIR: temporaryFolder() }
    const server = await run('main.js', env)
    while (!server.stdout().includes('preparing: database 0/1')) await sleep(10)
    server.process.kill('SIGTERM')
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)
    const next = await startApi(env)
    expect(await next.stop()).toBe(0)
    expect(next.stderr()).toContain('this database has no users')
  })
})
