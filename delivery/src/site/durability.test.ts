import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { builtHost, freshSite, publicFile, run, sitePath, start } from '../../testing/staging'

freshSite(start)

/** @returns each sync and each rename into place, in order */
async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
  const writes: string[] = []
  const at = (path: string) => relative(sitePath(), path)
  const { rename } = fs
  const file = await fs.open(sitePath(), 'r')
  const handles = Object.getPrototypeOf(file) as FileHandle
  const { sync } = handles
  await file.close()
  const spies = [
    jest.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
      writes.push(`sync ${at(readlinkSync(`/proc/self/fd/${this.fd}`))}`)
      return sync.call(this)
    }),
    jest.spyOn(fs, 'rename').mockImplementation((from, to) => {
      writes.push(`rename ${at(String(to))}`)
      return rename(from, to)
    }),
  ]
  await work()
  for (const spy of spies) spy.mockRestore()
  return writes
}

test("a release's files and folders are synced to disk before it gets its name, and the host's before the page", async () => {
  const dist = builtHost({ version: '2.1.0', build: 'bbbbbbbb' })
  const published = await writesOf(() => run('publish', dist))
  const named = published.indexOf('rename host/2.1.0-bbbbbbbb')
  const [, unfinished = ''] = /^sync (host\/\.2\.1\.0-bbbbbbbb\.\w+)/.exec(published[0]!) ?? []
  const all = readdirSync(sitePath('host/2.1.0-bbbbbbbb'), { recursive: true, encoding: 'utf8' })
  const before = published.slice(0, named)
  expect(all.length).toBeGreaterThan(5)
  expect(before).toEqual(expect.arrayContaining(['', ...all].map((path) => `sync ${join(unfinished, path)}`)))
  expect(published.slice(named + 1)).toEqual(['sync host', 'sync '])

  // the host served now has identical files: remove them, so that the promotion must write its own
  rmSync(publicFile('static'), { recursive: true })
  const promoted = await writesOf(() => run('promote', 'host@2.1.0 --env staging --why durable'))
  const page = promoted.indexOf(`rename ${relative(sitePath(), publicFile('index.html'))}`)
  const renamed = promoted.slice(0, page).filter((write) => /^rename .*public/.test(write))
  expect(renamed.length).toBeGreaterThan(0)
  for (const write of renamed) {
    const at = promoted.indexOf(write)
    const folder = write.replace('rename ', 'sync ').replace(/\/[^/]*$/, '')
    expect(promoted.slice(at, page)).toContain(folder)
    expect(promoted.slice(0, at).at(-1)).toMatch(/^sync .*\.new$/)
  }
  expect(promoted.slice(page)).toContain('sync environments/staging/public')
})
