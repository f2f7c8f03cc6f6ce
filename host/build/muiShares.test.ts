import { expect, it } from '@jest/globals'
import * as muiInHost from '../src/features/composition/shares/muiInHost'
import { MUI_OTHERS } from '../src/features/composition/shares/muiNames'
import * as muiOthers from '../src/features/composition/shares/muiOthers'
import { muiShares } from './muiShares'

it('every part of MUI is shared: run `npm run shares -w host` where this fails', () => {
  const { inHost, others } = muiShares()
  expect(Object.keys(muiInHost).sort()).toEqual(inHost)
  expect([...MUI_OTHERS]).toEqual(others)
  expect(Object.keys(muiOthers).sort()).toEqual(others)
  expect(inHost).toEqual(expect.arrayContaining(['Box', 'SvgIcon', 'TextField']))
  expect(others).toEqual(expect.arrayContaining(['Autocomplete', 'Checkbox', 'Stepper', 'styles']))
})
