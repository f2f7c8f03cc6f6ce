import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { freshSite, init, publishNext, run, sitePath, start } from '../../testing/staging'
import { execute } from '../consoleDelivery'

freshSite(start)

test('history lists who did what, when and why, and omits failed changes', async () => {
  await publishNext()
  await run('promote', 'users@1.1.0 --env staging --why better')
  writeFileSync(sitePath('environments/staging/history/000005.json'), '{"revision":5}')
  const [newest, ...others] = (await run('history', '--env staging')).split('\n')
  expect(newest).toMatch(/^4 {2}\d{4}-\S+Z {2}\S+@\S+ {2}promote users@1.1.0-22222222 {2}better$/)
  expect(others).toHaveLength(3)
})

test('history lists all environments, and with --hours only the changes of the last hours', async () => {
  await init('production')
  expect((await run('history', '')).split('\n').map((line) => line.split('  ', 2).join(' '))).toEqual([
    'production 1',
    'staging 3',
    'staging 2',
    'staging 1',
  ])
  const file = sitePath('environments/staging/history/000002.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"at": "[^"]+"/, '"at": "2026-01-01T00:00:00.000Z"'))
  expect((await run('history', '--env staging --hours 1')).split('\n')).toHaveLength(2)
  await expect(run('history', '--hours 0')).rejects.toThrow('--hours must be a whole number from 1')
})

test('a reason of several lines is printed on one line', async () => {
  const words = ['users@1.0.0', '--env', 'staging', '--why', 'a\n9  2026  ceo  b']
  await execute(['promote', ...words, '--site', sitePath()])
  const [newest, ...others] = (await run('history', '--env staging')).split('\n')
  expect(newest).toMatch(/^4 {2}\S+ {2}\S+@\S+ {2}promote users@\S+ {2}a 9 2026 ceo b$/)
  expect(others).toHaveLength(3)
})

test('a reason is printed without terminal control characters', async () => {
  await execute([
    'promote',
    ...['users@1.0.0', '--env', 'staging', '--site', sitePath()],
    ...['--why', '\u{1b}[1A\u{1b}[2K\rsearch\u{9b}2K by\u{202e}country\u{7}'],
  ])
  const [newest] = (await run('history', '--env staging')).split('\n')
  expect(newest).toMatch(/ {2}\[1A \[2K search 2K by country$/)
})
