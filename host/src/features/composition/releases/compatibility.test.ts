import { describe, expect, it } from '@jest/globals'
import { assertCompatible } from './compatibility'

const HOST = { kernel: '1.2.3', react: '19.3.1' }
const check = (kernel: string, react: string) => () => assertCompatible({ kernel, react }, HOST)

describe('a release is refused before its code runs', () => {
  it.each([
    ['^1.2.0', '^19.0.0'],
    ['^1.0.0', '^19.3.0'],
    ['1.2.3', '19.3.1'],
    ['~1.2.0', '>=19.0.0'],
  ])('not for kernel %s and React %s', (kernel, react) => expect(check(kernel, react)).not.toThrow())

  it.each([
    ['^1.3.0', '^19.0.0', 'necesita kernel ^1.3.0 y esta consola tiene 1.2.3'],
    ['^2.0.0', '^19.0.0', 'necesita kernel ^2.0.0 y esta consola tiene 1.2.3'],
    ['^0.9.0', '^19.0.0', 'necesita kernel ^0.9.0 y esta consola tiene 1.2.3'],
    ['^1.2.0', '^18.0.0', 'necesita react ^18.0.0 y esta consola tiene 19.3.1'],
    ['^1.2.0', '^20.0.0', 'necesita react ^20.0.0 y esta consola tiene 19.3.1'],
    ['', '^19.0.0', 'necesita kernel  y esta consola tiene 1.2.3'],
    ['latest', '^19.0.0', 'necesita kernel latest y esta consola tiene 1.2.3'],
  ])('for kernel %p and React %p: %s', (kernel, react, message) => {
    expect(check(kernel, react)).toThrow(expect.objectContaining({ phase: 'compatibility', message }))
  })
})
