import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSite } from '../testing/deliverySite'
import { hostDist } from '../testing/folders'
import { handmadeRelease } from '../testing/handmadeRemote'
import { expect, test, WITH_ALL } from '../testing/test'

/** Screens that pass the file checks, and the message about each. */
const FAULTY: Record<string, [component: string, said: string]> = {
  './Now': [
    "() => { throw new Error('at once') }",
    'mount: faulty@0.1.0-0000beef, /Now: it did not mount: No se pudo mostrar "./Now"',
  ],
  './Later': [
    "() => { setTimeout(() => { throw new Error('later') }); return 'here' }",
    'mount: faulty@0.1.0-0000beef, /Later: page error: later',
  ],
  './Picture': [
    "() => { new Image().src = 'https://elsewhere.example/x'; return 'here' }",
    'mount: faulty@0.1.0-0000beef, /Picture: policy violation: img-src https://elsewhere.example/x',
  ],
}

test(
  'verify rejects a release whose screens fail, throw or violate the policy in a browser',
  WITH_ALL,
  async ({}, { parallelIndex }) => {
    test.slow()
    const components = Object.entries(FAULTY).map(([module, [component]]) => `'${module}': ${component}`)
    const code = (container: string) => `const screens = { ${components.join(', ')} }
    window['${container}'] = { init() {}, get: async (name) => () => ({ default: screens[name] }) }`
    const { release, content } = handmadeRelease({ name: 'faulty', code })
    const screens = Object.keys(FAULTY).map((module) => ({
      path: module.slice(1),
      module,
      title: module,
      preload: [],
    }))
    const site = await createSite(parallelIndex)
    const folder = join(site.root, 'built')
    mkdirSync(folder)
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...release, screens }))
    writeFileSync(join(folder, release.entry), content)

    await site.promote(await site.publish(hostDist), 'first')
    const rejection = await site.run('verify', await site.publish(folder), '--env', 'staging').catch(String)
    for (const [, said] of Object.values(FAULTY)) expect(rejection).toContain(said)
    site.remove()
  },
)
