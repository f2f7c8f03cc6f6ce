import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { inlineCode } from '../testing/markdown'
import { root } from './paths'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const night = read('docs/night.md')

const anchors = [...night.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = '']) => id)

/** The words that a reader sees, without commands. */
const visibleWords = (markdown: string): string[] =>
  markdown
    .replace(/^```[\s\S]*?^```$/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/<[^>]+>|\]\([^)]*\)|[|[-]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

test('docs/night.md has at most 300 words, not counting commands', () => {
  expect(visibleWords('| <a id="x"></a>one 500 | `two three` | [four](five.md) - |')).toEqual([
    'one',
    '500',
    'four',
  ])
  expect(visibleWords(night).length).toBeLessThanOrEqual(300)
})

test('each line has a symptom, what to do and what to expect', () => {
  const lines = night.split('\n').filter((line) => line.startsWith('| <a'))
  expect(lines).toHaveLength(anchors.length)
  for (const line of lines)
    expect(line.split('|').map((cell) => cell.trim() !== '')).toEqual([false, true, true, true, false])
})

test('the shell block of docs/night.md works as pasted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-night-'))
  const settings = join(folder, 'api.env')
  const url = 'postgres://console_api:secret@db/console?a=1&b=2'
  writeFileSync(settings, `NODE_ENV=production\nDATABASE_URL=${url}\nTOKEN_SECRET=one $two\n`)
  // each prints where and how it was called
  for (const program of ['runuser', 'npm', 'journalctl', 'find'])
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\nprintf '%s\\n' "${program} $* in $PWD for $CONSOLE_SITE and $DATABASE_URL"\n`,
      { mode: 0o755 },
    )
  const [, block = ''] = /^```\n([\s\S]*?)^```$/m.exec(night) ?? []
  const pasted = block.replaceAll('/opt/console', root).replaceAll('/etc/console/api.env', settings)
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', pasted], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}` },
  })
  rmSync(folder, { recursive: true })
  const where = `in ${root} for /srv/console/site and ${url}`
  expect([stderr, stdout.trim().split('\n')]).toEqual([
    '',
    [
      `runuser -u console-delivery -- node delivery/bin/console-delivery.mjs status ${where}`,
      `runuser -u console-delivery -- node delivery/bin/console-delivery.mjs history --hours 12 ${where}`,
      `npm run -s recent-changes -w api -- --hours 12 ${where}`,
      expect.stringMatching(/^journalctl .* --since -12h -u console-\* /),
      expect.stringMatching(/^find \/etc\/console .* -cmin -720 /),
    ],
  ])
})

test('what-changed.sh lists all kinds of changes, newest first, and the remaining ones if one source fails', () => {
  const outputs: Record<string, string> = {
    runuser: 'production  9  2026-11-30T01:23:00.424Z  ann@vm  settings apiUrl  a  test',
    npm: '2026-11-30T01:22:38Z  user.unlock user 8 client2 unlock',
    journalctl:
      "2026-11-30T01:24:12+0000 vm systemd[1]: console-api@1.service: Failed with result 'watchdog'.",
    find: '2026-11-30T01:22:59.1234567890Z  /etc/console/api.env changed',
  }
  const folder = mkdtempSync(join(tmpdir(), 'console-changed-'))
  const list = (...broken: string[]) => {
    for (const [program, line] of Object.entries(outputs)) {
      const script = broken.includes(program) ? 'echo no >&2; exit 1' : `echo "${line}"`
      writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    }
    const { stdout, stderr } = spawnSync('sh', [join(root, 'docs/operations/what-changed.sh'), '24'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}` },
    })
    return [stderr, ...stdout.trim().split('\n')]
  }
  const unit = "2026-11-30T01:24:12Z  console-api@1.service: Failed with result 'watchdog'."
  const revision = '2026-11-30T01:23:00.424Z  production revision 9  ann@vm  settings apiUrl  a  test'
  const file = '2026-11-30T01:22:59.123Z  /etc/console/api.env changed'
  expect(list()).toEqual(['', unit, revision, file, outputs['npm']])
  expect(list('npm')).toEqual(['no\n', unit, revision, file])
  rmSync(folder, { recursive: true })
})

test('what-changed.sh lists settings, team and unit files and the link to the version, if they changed recently enough', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-files-'))
  const written = ['etc/console/api.env', 'etc/nginx/conf.d/deny.conf', 'etc/systemd/system/a.service']
  const inSite = ['site/.delivery/audit.jsonl', 'site/.delivery/teams.json']
  for (const file of [...written, ...inSite]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), 'a secret')
  }
  mkdirSync(join(folder, 'opt/console-1.0.0'), { recursive: true })
  symlinkSync('console-1.0.0', join(folder, 'opt/console'))
  for (const program of ['runuser', 'npm', 'journalctl'])
    writeFileSync(join(folder, program), '#!/bin/sh\n', { mode: 0o755 })
  const script = join(folder, 'what-changed.sh')
  writeFileSync(
    script,
    read('docs/operations/what-changed.sh').replaceAll(/(?<= )\/(etc|opt)\//g, `${folder}/$1/`),
  )
  const env = { PATH: `${folder}:${process.env['PATH']}`, CONSOLE_SITE: join(folder, 'site') }
  const list = (hours: string) => spawnSync('sh', [script, hours], { encoding: 'utf8', env })
  const { stdout, stderr } = list('1')
  expect([stderr, list('0').stdout]).toEqual(['', ''])
  const lines = stdout.replaceAll(folder, '').trim().split('\n')
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}/
  expect(lines.map((line) => line.replace(at, '')).sort()).toEqual(
    [...written, 'opt/console', 'site/.delivery/teams.json'].map((file) => `/${file} changed`),
  )
  rmSync(folder, { recursive: true })
})

test('systemd waits for the first heartbeat of a unit with a watchdog', () => {
  const folder = join(root, 'docs/operations/systemd')
  for (const unit of readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')))
    expect(unit.match(/^(Type|WatchdogSec|NotifyAccess)=.*/gm)).toEqual([
      'Type=notify',
      'WatchdogSec=30',
      'NotifyAccess=all',
    ])
})

test('the log texts of docs/night.md do not occur in lines that mean the opposite', () => {
  const [, found = ''] = /-g '([^']*is back)'/.exec(night) ?? []
  const logged = [...read('api/src/services/outage.ts').matchAll(/'(the database [^']*)'/g)]
  expect(logged.map(([, text = '']) => text).filter((text) => text.includes(found))).toEqual([
    'the database is back',
  ])
})

test('docs/night.md reads no log lines from before the incident', () => {
  const reads = inlineCode(night).filter((code) => code.startsWith('journalctl '))
  expect(reads.length).toBeGreaterThan(4)
  for (const code of reads) expect(code).toMatch(/ -S -\d+[mh]$/)
})

test('going back to a version waits until the first process is ready before the second one restarts', () => {
  const [line = ''] = night.split('\n').filter((text) => text.includes('id="upgrade"'))
  const restarts = inlineCode(line).filter((code) => /^(systemctl restart|until) /.test(code))
  expect(restarts).toEqual([
    'systemctl restart console-api@1',
    'until curl -fs localhost:4200/readyz; do sleep 1; done',
    'systemctl restart console-api@2 console-delivery',
  ])
})

describe('each alert', () => {
  const alerts = read('docs/operations/alerts.yml').split('- alert: ').slice(1)

  test.each(alerts.map((text) => [text.split('\n', 1)[0]!, text]))(
    '%s links to its line in docs/night.md',
    (_, text) => {
      const [, anchor = ''] = /runbook: docs\/night\.md#([\w-]+)$/m.exec(text) ?? []
      expect(anchors).toContain(anchor)
    },
  )
})

describe('each command of docs/night.md', () => {
  /** The test that runs a command; without one, where the command is from, or when it was tried by hand. */
  const RUN_BY: Readonly<Record<string, string | [file: string, line: RegExp]>> = {
    'delivery rollback APP': [
      'delivery/src/service/service.all.test.ts',
      /asNight\('rollback', \{ part: 'users' \}\)/,
    ],
    'delivery rollback host': ['delivery/src/commands/rollback.all.test.ts', /back\('host'\)/],
    'delivery rollback --settings': ['delivery/src/commands/rollback.all.test.ts', /back\('--settings'\)/],
    'delivery status': ['delivery/src/site/repair.all.test.ts', /run\('status', /],
    'delivery repair': ['delivery/src/site/repair.all.test.ts', /run\('repair', /],
    'delivery publish': [
      'delivery/src/commands/damagedSite.all.test.ts',
      /a release is published again after its folder is deleted/,
    ],
    'delivery team revoke': ['delivery/src/service/service.all.test.ts', /run\('team', `revoke /],
    'npm run -s unlock': ['api/test/unlock.all.test.ts', /command\('unlock', /],
    'npm run -s check-invariants': ['api/test/invariants.all.test.ts', /command\('check-invariants', /],
    'npm run -s reset-master-password': [
      'api/test/resetMasterPassword.all.test.ts',
      /command\('reset-master-password', /,
    ],
    'curl localhost:4200/readyz': ['api/test/operations.all.test.ts', /'\/readyz'/],
    'curl -sSi https://api.example.com/healthz': ['api/test/operations.all.test.ts', /'\/healthz'/],
    "journalctl -u 'console-api@*' -p": ['api/test/exit.test.ts', /is logged as an error in the journal/],
    // commands of systemd, nginx and PostgreSQL, which are not available to these tests
    'systemctl ': 'units of docs/operations/systemd',
    "journalctl -u 'console-api@*' -g":
      'texts of the log: api/src/services/outage.test.ts, housekeeping.ts, log.ts',
    'journalctl -u console-delivery': 'of systemd',
    'psql ': 'PostgreSQL 15, 2026-11-29',
    'ln -sfn': 'as written in docs/operate.md',
    'nginx -s': 'of nginx',
    'tail ': 'of Debian',
    'df ': 'of Debian',
    'ls ': 'of Debian',
  }

  const commands = inlineCode(night).filter((code) =>
    /^(delivery|npx|npm|systemctl|curl|journalctl|nginx|psql|ln|df|tail|ls) /.test(code),
  )

  test('there are some', () => expect(commands.length).toBeGreaterThan(20))

  test.each(commands)('%s is run by a test, or has a reason why not', (command) => {
    const [, by] = Object.entries(RUN_BY).find(([known]) => command.startsWith(known)) ?? []
    expect([command, by]).toEqual([command, expect.anything()])
    if (Array.isArray(by)) expect(read(by[0])).toMatch(by[1])
  })
})
