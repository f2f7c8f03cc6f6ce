import { expect, test } from '@jest/globals'
import * as sdk from '@console/shared-kernel/sdk'
import * as muiOfScreens from './muiOfScreens'
import { MUI_OF_SCREENS, providedFor, shareTable } from './shareTable'

const SDK = '@console/shared-kernel/sdk'

test("the SDK that remotes get has all its exports, and they are the page's own", async () => {
  const given = (await shareTable[SDK]!.get())() as typeof sdk
  expect(given).toMatchObject(sdk)
  expect(given.FormDialog).toBe(sdk.FormDialog)
})

test('the export names of the SDK are known, so that a release that needs others can be rejected', async () => {
  const { exports } = await providedFor({ [SDK]: ['Screen'] })
  expect(exports![SDK]).toEqual(expect.arrayContaining(Object.keys(sdk)))
})

test('the parts of MUI for screens are all shared from their own file', () =>
  expect(Object.keys(muiOfScreens).sort()).toEqual([...MUI_OF_SCREENS]))
