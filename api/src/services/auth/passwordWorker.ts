import { parentPort } from 'node:worker_threads'
import { scoreOf } from './passwordStrength'

/** Runs in its own thread: an estimate takes up to half a second. */
parentPort?.on('message', ({ password, names }: { password: string; names: readonly string[] }) => {
  parentPort?.postMessage(scoreOf(password, names))
})
