import { timedOut } from './events/failure'

/** @throws RemoteFailure where the promise takes longer. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut(ms)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
