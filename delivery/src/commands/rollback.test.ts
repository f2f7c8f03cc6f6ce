import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  page,
  promoteNext,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { promote } from './promote'
import { publish } from './publish'
import { remove } from './remove'
import { rollback } from './rollback'

freshSite(start)

describe('rollback after a new release', () => {
  beforeEach(publishNext)
  beforeEach(promoteNext)

  test('of one remote to what was before, in one command', async () => {
    expect(await run(rollback, 'users --env staging --why broken')).toMatch(
      'serves users@1.0.0-11111111 as of revision 2',
    )
    expect([idOf(), served().revision]).toEqual(['11111111', 4])
  })

  test('of everything to any revision', async () => {
    await run(remove, 'users --env staging --why end')
    expect(idOf()).toBeUndefined()
    await run(rollback, '--env staging --why back --to 3')
    expect([idOf(), served().revision]).toEqual(['22222222', 5])
  })

  test('twice goes two back, never to what was gone back from', async () => {
    await run(publish, builtRemote({ version: '1.2.0', build: '33333333' }))
    await run(promote, 'users@1.2.0 --env staging --why best')
    for (const part of ['', 'users ']) {
      await run(rollback, `${part}--env staging --why slow`)
      expect(idOf()).toBe('22222222')
      await run(rollback, `${part}--env staging --why slower`)
      expect(idOf()).toBe('11111111')
      await run(rollback, '--env staging --why again --to 4')
    }
  })

  test.each<[string, (folder: string) => void, string]>([
    ['is gone', (folder) => rmSync(folder, { recursive: true }), 'is not there any more'],
    [
      'has been altered',
      (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js'), 'c0de'),
      'is altered',
    ],
    [
      'has another packed form',
      (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js.br'), 'c0de'),
      'screen.00000002.js.br is altered',
    ],
  ])('to a release that %s is refused, and nothing changes', async (_, spoil, message) => {
    spoil(sitePath('users/1.0.0-11111111'))
    const before = page()
    await expect(run(rollback, '--env staging --why x --to 2')).rejects.toThrow(message)
    expect(page()).toBe(before)
  })
})

describe('rollback', () => {
  test('where there is nothing earlier it is refused', async () => {
    await expect(run(rollback, 'users --env staging --why x')).rejects.toThrow(
      'There is nothing earlier of users',
    )
    await expect(run(rollback, '--env staging --why x --to 7')).rejects.toThrow('There is no revision 7')
  })

  test('of the host leaves the remotes', async () => {
    await publishNext()
    await run(publish, builtHost({ version: '2.1.0', build: 'bbbbbbbb' }))
    await run(promote, 'host@2.1.0 --env staging --why new')
    await promoteNext()
    await run(rollback, 'host --env staging --why broken')
    expect([served().host?.build, idOf()]).toEqual(['aaaaaaaa', '22222222'])
  })

  test('to a revision that was written down but never served is refused', async () => {
    const entry = { revision: 3, document: served() }
    writeFileSync(sitePath('environments/staging/history/000003.json'), JSON.stringify(entry))
    await expect(run(rollback, '--env staging --why x --to 3')).rejects.toThrow('There is no revision 3')
  })
})
