import { expect, test } from '@jest/globals'
import { LATE_NAMES } from '../src/features/composition/sharedModules/generated/lateExportNames'
import * as muiInHost from '../src/features/composition/sharedModules/generated/muiInHost'
import * as muiOthers from '../src/features/composition/sharedModules/generated/muiOthers'
import { EARLY_NAMES, MUI_OTHERS } from '../src/features/composition/sharedModules/generated/exportNames'
import { muiShares, sharedNames, unloadedNames } from './shares'

test('every part of MUI that is used is shared', () => {
  const { inHost, others } = muiShares()
  expect(Object.keys(muiInHost).sort()).toEqual(inHost)
  expect([...MUI_OTHERS]).toEqual(others)
  expect(Object.keys(muiOthers).sort()).toEqual(others)
  expect(inHost).toEqual(expect.arrayContaining(['Box', 'SvgIcon', 'TextField']))
  expect(others).toEqual(expect.arrayContaining(['Autocomplete', 'Checkbox', 'Stepper', 'styles']))
})

test('the export names of late modules are known before they load', async () => {
  const { early, late } = await unloadedNames()
  // jest turns modules into CommonJS, and gives one without a default one
  early['react-hook-form'] = early['react-hook-form']!.filter((name) => name !== 'default')
  expect({ early, late }).toEqual({ early: EARLY_NAMES, late: LATE_NAMES })
})

test('the default export of a MUI path is the component, as the console assumes', () => {
  const components = Object.entries(LATE_NAMES).filter(([name]) => /\/[A-Z]\w+$/.test(name))
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
