import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { overloaded } from '../../foundation/httpError'
import { HashQueue } from './hashQueue'

const program = () => new URL('./passwordWorker.js', import.meta.url)

/** Limits per user and for all users: the last one in a full queue waits several seconds. */
const queue = new HashQueue({ running: 1, waiting: 20, perOwner: 4 })
/** A hint while typing must not take a place that a saved password needs. */
const MAX_WAITING_BEFORE_HINT = 4
let worker: Worker | null = null

/** The dictionaries use 100 MB, so the thread starts at the first new password. It does not keep the process alive. */
function thread(): Worker {
  if (worker) return worker
  const begun = new Worker(program())
  begun.unref()
  const forget = () => {
    if (worker === begun) worker = null
  }
  begun.once('error', forget).once('exit', forget)
  return (worker = begun)
}

/** @throws an error if the thread ends before it answers */
export async function askThread(asked: Worker, question: object): Promise<number> {
  const over = new AbortController()
  asked.postMessage(question)
  try {
    return await Promise.race([
      // also rejects with the error that ends the thread
      once(asked, 'message', over).then(([score]) => score as number),
      once(asked, 'exit', over).then(() => {
        throw new Error('The thread that estimates passwords has ended')
      }),
    ])
  } finally {
    over.abort()
  }
}

/** zxcvbn's score, 0 to 4. @param owner an address or a user. @throws HttpError 503 if the queue is full */
export const passwordScore = (password: string, names: readonly string[], owner: string): Promise<number> =>
  queue.run(owner, async () => {
    const asked = thread()
    // keeps the process alive while it waits for the answer
    asked.ref()
    try {
      return await askThread(asked, { password, names })
    } finally {
      asked.unref()
    }
  })

/** @throws HttpError 503 if passwords that are being saved would have to wait for it */
export function passwordHintScore(
  password: string,
  names: readonly string[],
  userId: number,
): Promise<number> {
  if (queue.waiting > MAX_WAITING_BEFORE_HINT) throw overloaded(1, 'passwords')
  return passwordScore(password, names, `hints of ${userId}`)
}
