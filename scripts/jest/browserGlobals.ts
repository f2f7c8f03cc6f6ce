import { LocalWorker } from '../../shared-kernel/testing/listWorker'

// tests of calls alone run without a page: nobody there hears of other tabs
globalThis.addEventListener ??= () => undefined
// jsdom has no workers
Object.assign(globalThis, { Worker: LocalWorker })
