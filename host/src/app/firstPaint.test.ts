import { afterEach, expect, jest, test } from '@jest/globals'

afterEach(() => void jest.restoreAllMocks())

test('starts the page even if a policy forbids its style', async () => {
  jest.spyOn(HTMLStyleElement.prototype, 'sheet', 'get').mockReturnValue(null)
  await import('./firstPaint')
  expect(globalThis).toHaveProperty('consolePage')
})
