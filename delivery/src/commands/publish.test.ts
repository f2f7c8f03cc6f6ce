import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { builtRemote, freshSite, run, sitePath } from '../../testing/staging'

freshSite()

const withIcon = (icon: string) => ({
  screens: [{ path: '/s', module: './A', title: 'A', nav: { label: 'A', icon, order: 1 }, preload: [] }],
})

describe('publish', () => {
  test('stores a build under its version and build id, with compressed files', async () => {
    expect(await run('publish', builtRemote())).toBe(
      `Published users@1.0.0-11111111.\nThere is no environment in ${sitePath()} yet.`,
    )
    const folder = sitePath('users/1.0.0-11111111')
    expect(readFileSync(`${folder}/static/js/screen.00000002.js`, 'utf8')).toBe('code')
    for (const end of ['gz', 'br'])
      expect(existsSync(`${folder}/static/js/screen.00000002.js.${end}`)).toBe(true)
  })

  test('changes nothing the second time, and rejects another build with the same name', async () => {
    await run('publish', builtRemote())
    expect(await run('publish', builtRemote())).toMatch('published already, with the same files')
    await expect(run('publish', builtRemote({}, 'other code'))).rejects.toThrow('a release never changes')
    const file = sitePath('users/1.0.0-11111111/static/js/screen.00000002.js')
    expect(readFileSync(file, 'utf8')).toBe('code')
  })

  test('rejects the same files with other screens in their release.json, but accepts a later build of them', async () => {
    await run('publish', builtRemote())
    expect(await run('publish', builtRemote({ builtAt: '2026-11-22T00:00:00.000Z' }))).toMatch('same files')
    await expect(run('publish', builtRemote({ screens: [] }))).rejects.toThrow('with another release.json')
  })

  test.each<[object, string]>([
    [{ version: 'latest' }, "version: 'latest' is not a version such as 1.4.0"],
    [{ kernel: 'banana' }, "kernel: 'banana' is not a range of versions such as ^2.1.0"],
    [{ react: '' }, 'react'],
    [{ name: 'Users' }, "'Users' cannot be a remote's name: use lower-case letters, digits and dashes."],
    [{ name: 'environments' }, "'environments' cannot be a remote's name: this name is reserved."],
    [{ name: 'constructor' }, "'constructor' cannot be a remote's name: this name is reserved."],
    ...['my icon', 'mdi:home', 'M1 1"/><script>', 'url(#a)', 'M1 1 '.repeat(500), 'x'.repeat(51)].map(
      (icon): [object, string] => [
        withIcon(icon),
        'icon of /s: it must be an SVG path of at most 2048 characters.',
      ],
    ),
  ])('rejects a record with %j', async (changes, message) => {
    await expect(run('publish', builtRemote(changes))).rejects.toThrow(message)
    expect(existsSync(sitePath())).toBe(false)
  })

  test('rejects a folder that is not a build', async () => {
    await expect(run('publish', sitePath('nothing'))).rejects.toThrow('is not a folder')
    await expect(run('publish', __dirname)).rejects.toThrow('neither release.json nor host.json')
  })
})
