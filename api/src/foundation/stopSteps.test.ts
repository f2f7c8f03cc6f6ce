import { expect, test } from '@jest/globals'
import { StopSteps } from './stopSteps'

test('phases end in their order, whatever order steps were added in, and the steps of a phase end concurrently', async () => {
  const steps = new StopSteps(['work', 'database'])
  const seen: string[] = []
  let endRequests = (): void => undefined
  steps.add('database', 'closing the database', async () => void seen.push('database'))
  steps.add('work', 'requests', () => new Promise<void>((resolve) => (endRequests = resolve)))
  steps.add('work', 'the roll-up', async () => void seen.push('roll-up'))
  const stop = steps.run()
  await new Promise(setImmediate)
  expect([seen, steps.unfinished()]).toEqual([['roll-up'], ['requests']])
  endRequests()
  await stop
  expect([seen, steps.unfinished()]).toEqual([['roll-up', 'database'], []])
})

test('a failing step does not skip later ones, and the first failure is thrown', async () => {
  const steps = new StopSteps(['work', 'database', 'traces'])
  const ended: string[] = []
  const failing = (what: string) => async () => {
    ended.push(what)
    throw new Error(what)
  }
  steps.add('work', 'requests', failing('requests'))
  steps.add('database', 'closing the database', failing('database'))
  steps.add('traces', 'sending traces', async () => void ended.push('traces'))
  await expect(steps.run()).rejects.toThrow('requests')
  expect(ended).toEqual(['requests', 'database', 'traces'])
})
