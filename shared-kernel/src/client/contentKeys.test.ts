import { expect, test } from '@jest/globals'
import { createContentKeys } from './useApiMutation'

test('the same content keeps its key, even after other content was sent', () => {
  const keyFor = createContentKeys()
  const first = keyFor(['note', { reason: 'a' }])
  expect(keyFor(['note', { reason: 'b' }])).not.toBe(first)
  expect(keyFor(['note', { reason: 'a' }])).toBe(first)
  expect(createContentKeys()(['note', { reason: 'a' }])).not.toBe(first)
})
