import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { build } from '../testing/build'

const root = join(__dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'console-clones-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies this repository's sources, and links the installed packages. */
function clone(name: string): string {
  const copy = join(folder, name)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const packages = /^(?:host|remote-[a-z]+|shared-kernel|delivery|packages)\/|^[^/]+$/
  for (const file of files.split('\0').filter((one) => packages.test(one)))
    cpSync(join(root, file), join(copy, file), { force: true })
  // hard links if the file system supports them; symbolic links to packages stay symbolic links
  const installed = join(root, 'node_modules')
  try {
    execFileSync('cp', ['-al', installed, copy], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', installed, copy])
  }
  return copy
}

/** The files that a package's build writes, by name. */
function filesOf(copy: string, part: string): Record<string, string> {
  const program = join(copy, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  build(join(copy, part), { SOURCE_DATE_EPOCH: '1767225600' }, program)
  const dist = join(copy, part, 'dist')
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file.slice(dist.length), readFileSync(file, 'latin1')]
    }),
  )
}

const [one, other] = [clone('one'), clone('deeper/in/another')]
// changes that affect no release file
writeFileSync(join(other, 'remote-users', 'NOTES.md'), 'for its team alone')
writeFileSync(join(other, 'remote-users', 'src', 'unused.ts'), 'export const unused = 1')

test.each(['remote-users', 'host'])(
  '%s builds the same bytes in two folders, and contains the path of neither',
  (part) => {
    const [files, again] = [filesOf(one, part), filesOf(other, part)]
    expect(Object.keys(again).sort()).toEqual(Object.keys(files).sort())
    expect(again).toEqual(files)
    expect(
      Object.entries(files).filter(([, content]) => content.includes(folder) || content.includes(root)),
    ).toEqual([])
  },
)
