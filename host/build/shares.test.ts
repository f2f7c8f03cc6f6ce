import { expect, test } from '@jest/globals'
import { OTHER_NAMES } from '../src/features/composition/sharedModules/generated/otherNames'
import * as muiInHost from '../src/features/composition/sharedModules/generated/muiInHost'
import * as muiOthers from '../src/features/composition/sharedModules/generated/muiOthers'
import { KNOWN_NAMES, MUI_OTHERS } from '../src/features/composition/sharedModules/generated/exportNames'
import { muiShares, sharedNames, unloadedNames } from './shares'

test('every part of MUI that is used is shared', () => {
  const { inHost, others } = muiShares()
  expect(Object.keys(muiInHost).sort()).toEqual(inHost)
  expect([...MUI_OTHERS]).toEqual(others)
  expect(Object.keys(muiOthers).sort()).toEqual(others)
  expect(inHost).toEqual(expect.arrayContaining(['Box', 'SvgIcon', 'TextField']))
  expect(others).toEqual(expect.arrayContaining(['Autocomplete', 'Checkbox', 'Stepper', 'styles']))
})

test('the export names of modules loaded on demand are known before they load', async () => {
  const { known, other } = await unloadedNames()
  // jest turns modules into CommonJS, and gives one without a default one
  known['react-hook-form'] = known['react-hook-form']!.filter((name) => name !== 'default')
  expect({ known, other }).toEqual({ known: KNOWN_NAMES, other: OTHER_NAMES })
})

test('the default export of a MUI path is the component, as the console assumes', () => {
  const components = Object.entries(OTHER_NAMES).filter(([name]) => /\/[A-Z]\w+$/.test(name))
  expect(components.filter(([, names]) => !names.includes('default'))).toEqual([])
  expect(components.length).toBeGreaterThan(80)
})

test('export names are read from sources, including re-exports and without types', async () => {
  const names = await sharedNames()
  expect(names['@console/shared-kernel/rules']).toEqual(
    expect.arrayContaining(['canBlockUser', 'readNumber']),
  )
  expect(names['@console/shared-kernel/core']).toEqual(expect.arrayContaining(['http', 'Screen']))
  expect(names['@console/shared-kernel/core']).not.toContain('ListRef')
  expect(names['react-router-dom']).toEqual(expect.arrayContaining(['useParams', 'Routes']))
})
