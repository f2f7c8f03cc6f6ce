import { afterEach, expect, it, jest } from '@jest/globals'

afterEach(() => void jest.restoreAllMocks())

it('starts the page also where a policy forbids its style', async () => {
  jest.spyOn(HTMLStyleElement.prototype, 'sheet', 'get').mockReturnValue(null)
  await import('./firstPaint.js' as string)
  expect(globalThis).toHaveProperty('consolePage')
})
