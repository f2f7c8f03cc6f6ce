import type { CDPSession } from '@playwright/test'

interface Heap {
  usedSize: number
  embedderHeapUsedSize: number
  backingStorageSize: number
}

/**
 * Bytes that a page and its workers hold after a garbage collection, binary data and the browser's objects included.
 * @param expected how many workers the page has
 */
export async function heapOfPage(devtools: CDPSession, expected: number): Promise<number> {
  const workers: string[] = []
  devtools.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId))
  // without `flatten`, their answers come through the page's own session
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false }
  await devtools.send('Target.setAutoAttach', attach)
  if (workers.length !== expected) throw new Error(`${workers.length} workers instead of ${expected}`)
  const heaps: Heap[] = []
  for (const sessionId of workers) {
    await ofWorker(devtools, sessionId, 'HeapProfiler.collectGarbage')
    heaps.push(await ofWorker<Heap>(devtools, sessionId, 'Runtime.getHeapUsage'))
  }
  await devtools.send('HeapProfiler.collectGarbage')
  heaps.push(await devtools.send('Runtime.getHeapUsage'))
  return heaps.reduce(
    (sum, { usedSize, embedderHeapUsedSize, backingStorageSize }) =>
      sum + usedSize + embedderHeapUsedSize + backingStorageSize,
    0,
  )
}

let sent = 0

const ofWorker = <T>(devtools: CDPSession, sessionId: string, method: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const id = (sent += 1)
    devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as { id?: number; result: T }
      if (answer.id === id) resolve(answer.result)
    })
    const message = JSON.stringify({ id, method })
    devtools.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
  })
