import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { builtRemote, freshSite, publicFile, publishNext, run, sitePath, start } from '../../testing/staging'

freshSite()

describe('prune', () => {
  beforeEach(start)

  const old = new Date('2026-01-01')
  const age = (id: string) => utimesSync(sitePath(id), old, old)

  test('removes what no environment has used for a long time, and nothing else', async () => {
    await run('publish', builtRemote({ version: '0.9.0', build: '00000009' }))
    await publishNext()
    for (const id of ['users/0.9.0-00000009', 'users/1.0.0-11111111', 'host/2.0.0-aaaaaaaa']) age(id)
    expect(await run('prune', '--dry-run')).toMatch('Would remove users/0.9.0-00000009')
    expect(await run('prune', '--days 30')).toMatch('Removed users/0.9.0-00000009\nRemoved 1 releases')
    expect(existsSync(sitePath('users/0.9.0-00000009'))).toBe(false)
    for (const id of ['users/1.0.0-11111111', 'users/1.1.0-22222222', 'host/2.0.0-aaaaaaaa'])
      expect(existsSync(sitePath(id))).toBe(true)
    expect(existsSync(publicFile('static/js/index.0000000a.js'))).toBe(true)
  })

  test('keeps served releases even if an environment has lost its page', async () => {
    rmSync(publicFile('index.html'))
    rmSync(publicFile('environment.json'))
    for (const id of ['users/1.0.0-11111111', 'host/2.0.0-aaaaaaaa']) age(id)
    expect(await run('prune', '--days 0')).toBe('Removed 0 releases and 0 files of earlier hosts.')
  })

  test('removes the remains of an interrupted publish', async () => {
    const leftover = sitePath('users/.1.1.0-22222222.77')
    mkdirSync(leftover)
    expect(await run('prune', '--days 30')).toBe('Removed 0 releases and 0 files of earlier hosts.')
    utimesSync(leftover, 0, 0)
    expect(await run('prune', '--days 30')).toMatch('Removed users/.1.1.0-22222222.77')
    expect(existsSync(leftover)).toBe(false)
  })
})
