import { parentPort } from 'node:worker_threads'
import { scoreOf } from './passwordStrength'

/** A thread of its own: an estimate takes up to half a second. */
parentPort?.on('message', ({ password, names }: { password: string; names: readonly string[] }) => {
  parentPort?.postMessage(scoreOf(password, names))
})
