import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import { askThread } from './passwordThread'

const thread = (program: string) =>
  new Worker(`require('node:worker_threads').parentPort.on('message', (asked) => { ${program} })`, {
    eval: true,
  })

test.each([
  ['that ends', 'process.exit(0)', 'The thread that estimates passwords has ended'],
  ['that fails', 'throw new Error("out of memory")', 'out of memory'],
])('a thread %s before it answers leaves no call waiting', async (_, program, message) => {
  await expect(askThread(thread(program), {})).rejects.toThrow(message)
})

test('a thread answers repeatedly and leaves no listeners behind', async () => {
  const one = thread('require("node:worker_threads").parentPort.postMessage(asked.score)')
  await expect(askThread(one, { score: 3 })).resolves.toBe(3)
  await expect(askThread(one, { score: 4 })).resolves.toBe(4)
  expect([one.listenerCount('message'), one.listenerCount('exit')]).toEqual([0, 0])
  await one.terminate()
})
