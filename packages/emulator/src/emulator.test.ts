import { expect, test } from '@jest/globals'
import { startApi } from './emulator'

test('the API is not started once the emulator is asked to stop', async () => {
  const over = AbortSignal.abort(new Error('asked to stop'))
  await expect(startApi('/nowhere/main.js', {}, over)).rejects.toThrow('asked to stop')
})
