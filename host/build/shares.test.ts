import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { REMOTES } from '@console/shared-kernel/ports'
import { root } from '../../scripts/lib/paths'
import { OTHER_NAMES } from '../src/features/composition/sharedModules/generated/otherNames'
import * as muiInHost from '../src/features/composition/sharedModules/generated/muiInHost'
import * as muiOthers from '../src/features/composition/sharedModules/generated/muiOthers'
import { KNOWN_NAMES, MUI_OTHERS } from '../src/features/composition/sharedModules/generated/exportNames'
import * as muiOfScreens from '../src/features/composition/sharedModules/muiOfScreens'
import { muiShares, sharedNames, unloadedNames } from './shares'

test('every part of MUI that is used is shared', () => {
  const { inHost, others } = muiShares()
  expect(Object.keys(muiInHost).sort()).toEqual(inHost)
  expect([...MUI_OTHERS]).toEqual(others)
  expect(Object.keys(muiOthers).sort()).toEqual(others)
  expect(inHost).toEqual(expect.arrayContaining(['Box', 'SvgIcon', 'TextField']))
  expect(others).toEqual(expect.arrayContaining(['Autocomplete', 'Checkbox', 'Stepper', 'styles']))
})

test('no screen of this console loads the file with all the other parts of MUI', () => {
  const lazy = ['styles', 'Tab', 'Tabs', ...Object.keys(muiOfScreens)]
  const used = REMOTES.flatMap((name) => {
    const folder = join(root, `remote-${name}`, 'src')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    )
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
    return texts.flatMap((text) => [...text.matchAll(/'@mui\/material\/(\w+)'/g)].map(([, path]) => path))
  })
  expect(used.length).toBeGreaterThan(100)
  const elsewhere = new Set([...Object.keys(muiInHost), ...lazy])
  expect([...new Set(used)].filter((path) => !elsewhere.has(path!))).toEqual([])
})

test('the export names of modules loaded on demand are known before they load', async () => {
  const { known, other } = await unloadedNames()
  // jest converts modules to CommonJS, and adds a default export to those without one
  known['react-hook-form'] = known['react-hook-form']!.filter((name) => name !== 'default')
  expect({ known, other }).toEqual({ known: KNOWN_NAMES, other: OTHER_NAMES })
})

test('the default export of a MUI path is the component, as the console assumes', () => {
  const components = Object.entries(OTHER_NAMES).filter(([name]) => /\/[A-Z]\w+$/.test(name))
  expect(components.filter(([, names]) => !names.includes('default'))).toEqual([])
  expect(components.length).toBeGreaterThan(80)
})

test('export names are read from sources, including re-exports but not types', async () => {
  const names = await sharedNames()
  expect(names['@console/shared-kernel/rules']).toEqual(
    expect.arrayContaining(['canBlockUser', 'readNumber']),
  )
  expect(names['@console/shared-kernel/core']).toEqual(expect.arrayContaining(['http', 'Screen']))
  expect(names['@console/shared-kernel/core']).not.toContain('ListRef')
  expect(names['react-router-dom']).toEqual(expect.arrayContaining(['useParams', 'Routes']))
})
