import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { paths } from '../lib/paths'
import { withStagingFolder } from '../pack'
import { changedNames } from './sharedNames'

/** Declarations in an older and in today's version, and what a remote compiled against the former loses. */
const CASES: Record<string, [was: string, now: string, lost: 'gone' | 'changed' | null]> = {
  same: ['function same(a: string): number', 'function same(a: string): number', null],
  removed: ['function removed(): void', '', 'gone'],
  unused: ['function unused(): void', '', null],
  asksMore: [
    'function asksMore(a: string): void',
    'function asksMore(a: string, b: string): void',
    'changed',
  ],
  mayTakeMore: [
    'function mayTakeMore(a: string): void',
    'function mayTakeMore(a: string, b?: string): void',
    null,
  ],
  takesFewer: [
    'function takesFewer(a: string, b?: string): void',
    'function takesFewer(a: string): void',
    'changed',
  ],
  wider: ['function wider(a: string): void', 'function wider(a: string | number): void', null],
  narrower: ['function narrower(a: string | number): void', 'function narrower(a: string): void', 'changed'],
  givesLess: ['const givesLess: () => string', 'const givesLess: () => string | null', 'changed'],
  givesMore: ['const givesMore: () => object', 'const givesMore: () => { a: 1 }', null],
  Props: [
    'function Props(props: { a: string; columns: { b?: string }[] }): null',
    'function Props(props: { a: string; c?: string; columns: { b?: string; d?: string }[] }): null',
    null,
  ],
  LostProp: [
    'function LostProp(props: { a: string; b?: string }): null',
    'function LostProp(props: { a: string }): null',
    'changed',
  ],
  LostPart: [
    'function LostPart(props: { columns: { a: string; b?: string }[] }): null',
    'function LostPart(props: { columns: { a: string }[] }): null',
    'changed',
  ],
  generic: [
    'function generic<T>(list: readonly T[], by: (one: T) => string): T',
    'function generic<T>(list: readonly T[], by: (one: T, at: number) => string): T',
    null,
  ],
  lessGeneric: [
    'function lessGeneric<T>(one: T): T',
    'function lessGeneric<T extends object>(one: T): T',
    'changed',
  ],
}

test('shared names that were removed, or whose parameters or results changed incompatibly, are found', () => {
  const names = Object.keys(CASES)
  const lost = (how: string) => names.filter((name) => CASES[name]![2] === how).sort()
  const found = withStagingFolder((stage) => {
    const [was, now] = [0, 1].map((version) => {
      const folder = join(stage, String(version))
      mkdirSync(join(folder, 'src/entries'), { recursive: true })
      const declared = Object.values(CASES).map((versions) => versions[version as 0 | 1])
      const text = declared.map((line) => (line ? `export declare ${line}\n` : '')).join('')
      writeFileSync(join(folder, 'src/entries/core.d.ts'), text)
      return folder
    })
    const shared = { core: names.filter((name) => name !== 'unused'), charts: ['Chart'], dates: [] }
    return changedNames(was!, now!, shared)
  })
  expect(found).toEqual([
    '/charts is gone',
    `/core has no more: ${lost('gone').join(', ')}`,
    `/core has changed: ${lost('changed').join(', ')}`,
  ])
}, 60_000)

test('a compiler that fails without output does not count as having found nothing', () => {
  const replaced = jest.replaceProperty(paths, 'tsc', '/no/such/compiler.js')
  const compare = () => withStagingFolder((stage) => changedNames(stage, stage, {}))
  expect(compare).toThrow('The shared entries cannot be compared: tsc ended with 1')
  replaced.restore()
})
