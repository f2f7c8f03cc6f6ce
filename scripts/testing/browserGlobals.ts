import { LocalWorker } from '../../shared-kernel/testing/listWorker'

// tests without a page get no events from other tabs
globalThis.addEventListener ??= () => undefined
// jsdom has no workers
Object.assign(globalThis, { Worker: LocalWorker })
