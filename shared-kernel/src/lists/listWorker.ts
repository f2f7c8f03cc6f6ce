import { ListEngine, type FromEngine, type ToEngine } from './listEngine'

/** The part of a worker's global scope that is used; TypeScript knows either workers or pages. */
interface WorkerScope {
  postMessage: (message: FromEngine, transfer: Transferable[]) => void
  onmessage: (event: MessageEvent<ToEngine>) => void
}
const scope = globalThis as unknown as WorkerScope

/** The worker of all lists. */
const engine = new ListEngine((message, transfer = []) => scope.postMessage(message, transfer))
scope.onmessage = ({ data }) => engine.receive(data)
scope.postMessage({ type: 'ready' }, [])
