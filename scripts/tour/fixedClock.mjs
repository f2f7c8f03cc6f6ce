/* Loaded into the API and its threads by `--import`: stops the clock, so that pictures do not change. */
import { ServerResponse } from 'node:http'

const now = Number(process.env['TOUR_NOW'])

Date.now = () => now
// not a subclass, whose `instanceof` would not recognize dates from another thread
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now] : args),
})

// Node's own header would keep the real time, and the console would report that the browser's clock is wrong
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => undefined })
