import { ListEngine, type FromEngine, type ToEngine } from './listEngine'

/** TypeScript knows either workers or pages. */
interface WorkerScope {
  postMessage: (message: FromEngine, transfer: Transferable[]) => void
  onmessage: (event: MessageEvent<ToEngine>) => void
}
const scope = globalThis as unknown as WorkerScope

const engine = new ListEngine((message, transfer = []) => scope.postMessage(message, transfer))
scope.onmessage = ({ data }) => engine.receive(data)
scope.postMessage({ type: 'ready' }, [])
