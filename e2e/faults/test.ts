import type { Release } from '@console/shared-kernel/remote'
import { documentWith, environmentDocument } from '../testing/environment'
import { handmadeRemote } from '../testing/handmadeRemote'
import type { Fault } from '../testing/misbehaving'
import { telemetryServer } from '../testing/telemetry'
import { test as base, WITH_ALL } from '../testing/test'
import { expectSilentUntilOpened } from './tally'

interface Fixtures {
  telemetry: Awaited<ReturnType<typeof telemetryServer>>
  /** Opens a console with an additional remote that runs `code`. @returns the requests to that remote */
  openWithOdd: (
    code: (container: string) => string,
    needs?: Partial<Release>,
  ) => Promise<{ requests: string[] }>
  /**
   * Opens a console whose machines remote has this fault.
   * @returns its address, and a function that ends the fault
   */
  openFaulty: (path: RegExp, fault: Fault) => Promise<{ url: string; repair: () => void }>
}

export const test = base.extend<Fixtures>({
  telemetry: async ({}, provide) => {
    const telemetry = await telemetryServer()
    await provide(telemetry)
    await telemetry.close()
  },

  openWithOdd: async ({ page, ownConsole, signIn, telemetry }, provide) => {
    const closing: (() => Promise<void>)[] = []
    await provide(async (code, needs = {}) => {
      const { deployed, requests, close } = await handmadeRemote({ name: 'odd', title: 'Odd screen', code })
      closing.push(close)
      const { url, write } = await ownConsole({})
      const odd = { ...deployed, release: { ...deployed.release, ...needs } }
      write(documentWith({ odd }, { telemetryUrl: telemetry.url }))
      await signIn('player1', url)
      await expectSilentUntilOpened(page, telemetry.events, 'odd')
      return { requests }
    })
    await Promise.all(closing.map((close) => close()))
  },

  openFaulty: async ({ ownConsole, signIn, telemetry }, provide) => {
    await provide(async (path, fault) => {
      const { url, remote, write } = await ownConsole({ remotes: ['machines'] })
      const machines = remote('machines')
      const document = environmentDocument({ remotes: { machines: machines.url } })
      write({ ...document, telemetryUrl: telemetry.url })
      machines.fault(path, fault)
      await signIn('player1', url)
      return { url, repair: () => machines.fault(path, null) }
    })
  },
})

/** One fault of each kind for `npm test`; `npm run test:all` runs the whole table. */
const SAMPLE = new Set(['the entry is 404', 'throws in render'])
export const runOf = (what: string) => (SAMPLE.has(what) ? {} : WITH_ALL)
