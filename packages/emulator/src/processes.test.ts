import { expect, jest, test } from '@jest/globals'
import { startApi, startCommand } from './processes'

test('a child that has ended gets no signal: its number may be that of another group by then', async () => {
  const child = startCommand('exit 3', {})
  expect(await child.ended).toBe(3)
  await child.stop()
  const kill = jest.spyOn(process, 'kill')
  child.kill()
  await child.stop()
  expect(kill).not.toHaveBeenCalled()
})

test('the API is not started once the emulator is asked to stop', async () => {
  const over = AbortSignal.abort(new Error('asked to stop'))
  await expect(startApi('/nowhere/main.js', {}, over)).rejects.toThrow('asked to stop')
})
