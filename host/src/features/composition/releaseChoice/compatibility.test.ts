import type { Release } from '@console/shared-kernel/remote'
import { describe, expect, test } from '@jest/globals'
import { assertCompatible } from './compatibility'

const HOST = { kernel: '1.2.3', react: '19.3.1' }
const check = (kernel: string, react: string) => () => assertCompatible({ kernel, react }, HOST)

describe('a release, before its code runs,', () => {
  test.each([
    ['^1.2.0', '^19.0.0'],
    ['^1.0.0', '^19.3.0'],
    ['1.2.3', '19.3.1'],
    ['~1.2.0', '>=19.0.0'],
  ])('is accepted for kernel %s and React %s', (kernel, react) => expect(check(kernel, react)).not.toThrow())

  const NAMES = { react: ['use'], '@console/shared-kernel/table': ['DataTable', 'Tip'] }
  const checkNames = (imports: Release['imports']) => () =>
    assertCompatible({ kernel: '^1.2.0', react: '^19.0.0', imports }, { ...HOST, exports: NAMES })

  test.each<[string, Release['imports']]>([
    ['names that this console has', { react: ['use'], '@console/shared-kernel/table': ['Tip'] }],
    ['a module as a whole', { '@console/shared-kernel/table': ['*'] }],
    ['a module for its effect alone', { react: [] }],
    ['nothing', {}],
    ['an unknown set', 'unknown'],
    ['what older builds did not say', undefined],
  ])('is accepted with %s', (_, imports) => expect(checkNames(imports)).not.toThrow())

  test.each<[Record<string, string[]>, string]>([
    [
      { '@console/shared-kernel/table': ['CellChip', 'Tip', 'Row'] },
      'necesita CellChip, Row de @console/shared-kernel/table, que esta consola no tiene',
    ],
    [
      { '@console/shared-kernel/maps': ['*'] },
      'necesita @console/shared-kernel/maps, que esta consola no tiene',
    ],
    [{ toString: ['call'] }, 'necesita toString, que esta consola no tiene'],
  ])('is refused with the imports %j: %s', (imports, message) =>
    expect(checkNames(imports)).toThrow(expect.objectContaining({ phase: 'compatibility', message })),
  )

  test.each([
    ['^1.3.0', '^19.0.0', 'necesita kernel ^1.3.0 y esta consola tiene 1.2.3'],
    ['^2.0.0', '^19.0.0', 'necesita kernel ^2.0.0 y esta consola tiene 1.2.3'],
    ['^0.9.0', '^19.0.0', 'necesita kernel ^0.9.0 y esta consola tiene 1.2.3'],
    ['^1.2.0', '^18.0.0', 'necesita react ^18.0.0 y esta consola tiene 19.3.1'],
    ['^1.2.0', '^20.0.0', 'necesita react ^20.0.0 y esta consola tiene 19.3.1'],
    ['', '^19.0.0', 'necesita kernel  y esta consola tiene 1.2.3'],
    ['latest', '^19.0.0', 'necesita kernel latest y esta consola tiene 1.2.3'],
  ])('is refused for kernel %p and React %p: %s', (kernel, react, message) => {
    expect(check(kernel, react)).toThrow(expect.objectContaining({ phase: 'compatibility', message }))
  })
})
