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
    ['^1.3.0', '^19.0.0', 'it needs kernel ^1.3.0 and this console has 1.2.3'],
    ['^2.0.0', '^19.0.0', 'it needs kernel ^2.0.0 and this console has 1.2.3'],
    ['^0.9.0', '^19.0.0', 'it needs kernel ^0.9.0 and this console has 1.2.3'],
    ['^1.2.0', '^18.0.0', 'it needs react ^18.0.0 and this console has 19.3.1'],
    ['^1.2.0', '^20.0.0', 'it needs react ^20.0.0 and this console has 19.3.1'],
    ['', '^19.0.0', 'it needs kernel  and this console has 1.2.3'],
    ['latest', '^19.0.0', 'it needs kernel latest and this console has 1.2.3'],
  ])('for kernel %p and React %p: %s', (kernel, react, message) => {
    expect(check(kernel, react)).toThrow(expect.objectContaining({ phase: 'compatibility', message }))
  })
})
