import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import { build } from '../testing/build'
import { kernelRange, kernelVersion, rangeFrom, reactRange } from './kernelFacts'
import { releaseFacts } from './releaseFacts'

let root: string
beforeEach(() => {
  mkdirSync(join(__dirname, '../dist'), { recursive: true })
  root = mkdtempSync(join(__dirname, '../dist/remote-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const factsWith = (peerDependencies?: Record<string, string>) => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.4.0', peerDependencies }))
  return releaseFacts(root)
}
const [major] = kernelVersion.split('.').map(Number) as [number]

describe('the ranges of a release', () => {
  test.each([
    ['2.3.4', '^2.3.0'],
    ['2.3.0-rc.1', '^2.3.0-rc.1'],
  ])('for kernel %s are %s', (version, range) => expect(rangeFrom(version)).toBe(range))

  test('follow from the installed kernel if none is declared', () =>
    expect(factsWith()).toEqual({ version: '1.4.0', kernel: kernelRange, react: reactRange }))

  test('are those that the author declares', () => {
    const kernel = `^${major - 1}.5 || ^${major}`
    expect(factsWith({ '@console/shared-kernel': kernel, react: '^18 || ^19' })).toEqual({
      version: '1.4.0',
      kernel,
      react: '^18 || ^19',
    })
  })

  test.each([
    [
      'kernel',
      { '@console/shared-kernel': `^${major + 1}.0.0` },
      `kernel ^${major + 1}.0.0, and ${kernelVersion}`,
    ],
    ['kernel', { '@console/shared-kernel': `${kernelVersion}-rc.1` }, `and ${kernelVersion} is installed`],
    ['kernel', { '@console/shared-kernel': 'latest' }, 'kernel latest'],
    ['React', { react: '^18.0.0' }, 'react ^18.0.0, and 19.'],
  ])('fail the build if they exclude the installed %s: %j', (_, peers, message) =>
    expect(() => factsWith(peers as Record<string, string>)).toThrow(message),
  )
})

describe('the build of a remote with declared ranges', () => {
  const repository = join(__dirname, '../../..')
  const buildFor = (kernel: string) => {
    cpSync(join(repository, 'packages/create-remote/template'), root, { recursive: true })
    const manifest = { name: 'remote-hello', version: '1.0.0', type: 'module' }
    const peerDependencies = { '@console/shared-kernel': kernel }
    writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, peerDependencies }))
    build(root)
    return JSON.parse(readFileSync(join(root, 'dist/release.json'), 'utf8')) as Release
  }

  test('writes them into the record', () =>
    expect(buildFor(`^${major - 1}.5 || ^${major}`)).toMatchObject({
      kernel: `^${major - 1}.5 || ^${major}`,
      react: reactRange,
    }))

  test('fails if the installed kernel is outside of them', () =>
    expect(() => buildFor(`^${major + 1}.0.0`)).toThrow(`declare kernel ^${major + 1}.0.0`))
})
