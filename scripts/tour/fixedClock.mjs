/* Loaded before the API (`--import`), into its threads too: a stopped clock, so that pictures are the same. */
const now = Number(process.env['TOUR_NOW'])

Date.now = () => now
// a subclass would not recognize dates that come from another thread
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now] : args),
})
