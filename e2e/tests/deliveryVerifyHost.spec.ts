import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REMOTES } from '@console/shared-kernel/ports'
import { API_ACCESS, EXTERNAL_ACCESS } from '../../api/src/http/accessRules'
import { ANSWERS } from '../../delivery/src/verify/stubApi'
import { changedBuild } from '../testing/changedBuild'
import { createSite, type DeliverySite } from '../testing/deliverySite'
import { hostDist, remoteDist } from '../testing/folders'
import { handmadeRelease } from '../testing/handmadeRemote'
import { expect, test, WITH_ALL } from '../testing/test'

/** Components of a remote by module name; each is a screen at `/odd/<name>`. */
type Components = Readonly<Record<string, string>>

/** Reads the machines without the kernel. */
const machines = `fetch('/environment.json').then((answer) => answer.json())
  .then(({ apiUrl }) => fetch(apiUrl + '/api/Machines')).then((answer) => answer.json())`

/** Faulty components, each with the error that verify reports for it. */
const FAULTY: Record<string, [component: string, said: string]> = {
  Rows: [
    `() => {
      const [rows, setRows] = React.useState([])
      React.useEffect(() => void ${machines}.then(setRows), [])
      return rows.map((row) => row.client.name).concat('Odd')
    }`,
    `it did not mount: No se pudo mostrar "Rows"`,
  ],
  Later: [
    `() => { setTimeout(() => { throw new Error('too late') }); return 'Odd' }`,
    'page error: too late',
  ],
  Loud: [`() => { console.error('out of order'); return 'Odd' }`, 'console error: out of order'],
  Empty: ['() => null', 'it is empty'],
  Alert: [
    `() => React.createElement('div', null, React.createElement('table', { 'aria-label': 'Failed' }),
      React.createElement('div', { role: 'alert' }, 'No answer'))`,
    "its list 'Failed' has no rows, and does not say that there are none",
  ],
  List: [
    `() => React.createElement('table', { 'aria-label': 'Oddities' }, React.createElement('caption', null, 'List'),
      React.createElement('tbody', null, React.createElement('tr', null, React.createElement('td'))))`,
    "its list 'Oddities' has no rows, and does not say that there are none",
  ],
  Head: [
    `() => React.createElement('section', null, React.createElement('h2', null, 'Oddities'),
      React.createElement('button', null, 'Search'), React.createElement('p', null, 'Updated 12:30'),
      React.createElement('table', { 'aria-label': 'Bare' }, React.createElement('thead', null,
        React.createElement('tr', null, React.createElement('th', null, 'Name'), React.createElement('td', null)))),
      React.createElement('footer', null, 'Page 1'))`,
    "its list 'Bare' has no rows, and does not say that there are none",
  ],
}
const FINE: Components = {
  // the empty state may be anywhere in the screen
  Container: `() => React.createElement('section', null, React.createElement('div', null,
      React.createElement('table', { 'aria-label': 'Container' })), React.createElement('p', null, 'No rows'))`,
  Before: `() => React.createElement('section', null, React.createElement('p', null, 'No rows'),
      React.createElement('table', { 'aria-label': 'Before' }))`,
  Caption: `() => React.createElement('table', { 'aria-label': 'Captioned' }, React.createElement('caption', null, 'No rows'))`,
  Cells: `() => {
      const [rows, setRows] = React.useState([])
      React.useEffect(() => void ${machines}.then(setRows), [])
      return React.createElement('table', null, React.createElement('tbody', null, rows.map((row) =>
        React.createElement('tr', { key: row.idMachine }, React.createElement('td', null, row.machineName)))))
    }`,
  // a filter that matches none of the stub's rows
  Filtered: `() => {
      const [rows, setRows] = React.useState(null)
      React.useEffect(() => void ${machines}.then((all) => setRows(all.filter((row) => row.userName === 'client9'))), [])
      return React.createElement('section', null, React.createElement('table', { 'aria-label': 'Filtered' }),
        rows && React.createElement('p', null, 'No machines of client9'))
    }`,
  Spanned: `() => React.createElement('table', null, React.createElement('tbody', null, React.createElement('tr', null,
      React.createElement('td', { colSpan: 3 }, 'No rows'))))`,
  // the stub has no rows for an unspecified call
  Unknown: `() => {
      React.useEffect(() => void fetch('/environment.json').then((answer) => answer.json())
        .then(({ apiUrl }) => fetch(apiUrl + '/api/Oddities')), [])
      return React.createElement('table', null, React.createElement('caption', null, 'No oddities'))
    }`,
}
const componentsOf = (faulty: typeof FAULTY): Components =>
  Object.fromEntries(Object.entries(faulty).map(([name, [component]]) => [name, component]))

/** Publishes a handmade remote with these components. @returns its release name for commands */
async function publishOdd(site: DeliverySite, build: string, components: Components): Promise<string> {
  const names = Object.keys(components)
  const code = (container: string) => `let React
    const screens = { ${names.map((name) => `'./${name}': ${components[name]}`).join(',\n')} }
    window['${container}'] = {
      async init(scope) { React = (await Object.values(scope.react)[0].get())() },
      get: async (name) => () => ({ default: screens[name] }),
    }`
  const { release, content } = handmadeRelease({ name: 'odd', build, code })
  const screens = names.map((name) => ({
    path: `/odd/${name}`,
    module: `./${name}`,
    title: name,
    preload: [],
    nav: { label: name, icon: 'odd', order: 90 },
  }))
  const folder = join(site.root, `built-${build}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...release, screens }))
  writeFileSync(join(folder, release.entry), content)
  return site.publish(folder)
}

/** @returns the lines of the error message, or of the output for a good release */
async function verdict(site: DeliverySite, release: string): Promise<string[]> {
  const message = await site.run('verify', release, '--env', 'staging').catch(({ message }: Error) => message)
  return message.split('\n')
}

const testOnSite = test.extend<{ site: DeliverySite; host: string }>({
  site: async ({}, provide, { parallelIndex }) => {
    const site = await createSite(parallelIndex)
    await provide(site)
    site.remove()
  },
  host: async ({ site }, provide) => {
    const host = await site.publish(hostDist)
    await site.promote(host, 'first')
    await provide(host)
  },
})

testOnSite.describe('verify on a host', () => {
  // several builds, and each verification starts a browser
  testOnSite.setTimeout(240_000)

  testOnSite(
    'accepts a host in which every screen that is served now shows its rows',
    WITH_ALL,
    async ({ site, host }) => {
      for (const name of REMOTES) await site.promote(await site.publish(remoteDist(name)), 'first')
      await site.promote(await publishOdd(site, '0000beef', FINE), 'first')
      const problems = await verdict(site, host)
      expect(problems).toEqual([
        expect.stringMatching(/^host@\S+ is good for staging: .* and its screens mount\.$/),
      ])
    },
  )

  testOnSite(
    'names the remote, release, screen and fault, for canaries too',
    WITH_ALL,
    async ({ site, host }) => {
      const { Rows, Empty, ...others } = FAULTY
      await site.promote(
        await publishOdd(site, '0000beef', { ...FINE, ...componentsOf({ Rows: Rows!, Empty: Empty! }) }),
        'first',
      )
      const canary = await publishOdd(site, '00000bad', { ...FINE, ...componentsOf(others) })
      await site.run('canary', canary, '--percent', '5', '--env', 'staging', '--why', 'odd')
      const problems = await verdict(site, host)
      for (const [name, [, what]] of Object.entries(FAULTY)) {
        const build = name in others ? '00000bad' : '0000beef'
        expect(problems).toContainEqual(
          expect.stringContaining(`mount: odd@0.1.0-${build}, /odd/${name}: ${what}`),
        )
      }
      for (const name of Object.keys(FINE)) expect(problems.join('\n')).not.toContain(`/odd/${name}`)
    },
  )

  testOnSite(
    'names each screen that a broken part of the host breaks, and no other',
    WITH_ALL,
    async ({ site, host }) => {
      await site.promote(await site.publish(remoteDist('users')), 'first')
      await site.promote(await site.publish(remoteDist('reports')), 'first')
      const dist = await changedBuild(
        'host',
        [],
        [
          {
            file: 'src/entries/dates.ts',
            from: "export { DayCalendar, DayField } from '../ui/dates/DayField'",
            to: "export const DayField = (() => { throw new Error('no days') })()\nexport const DayCalendar = DayField",
          },
        ],
      )
      const broken = await site.publish(dist)
      expect(broken).not.toBe(host)
      const problems = (await verdict(site, broken)).join('\n')
      for (const path of ['external', 'internal'])
        expect(problems).toMatch(new RegExp(`^mount: reports@\\S+, /${path}: it did not mount: .*$`, 'm'))
      expect(problems).not.toContain('mount: users@')
      await expect(verdict(site, host)).resolves.toEqual([expect.stringContaining('its screens mount')])
    },
  )
})

test('the stub API of verify answers every reference API call that its features enable', () => {
  // its features include neither second factors nor the user's own sessions
  const isOfFactors = (call: string) => /\/api\/Auth\/(?!login$|validate$|logout$)/.test(call)
  const specified = Object.keys({ ...API_ACCESS, ...EXTERNAL_ACCESS }).filter(
    (call) => call.includes(' /api/') && !isOfFactors(call),
  )
  expect(Object.keys(ANSWERS).sort()).toEqual([...new Set(specified)].sort())
})
