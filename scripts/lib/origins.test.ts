import { expect, test } from '@jest/globals'
import { pageOrigins } from '@console/shared-kernel/ports'
import { readSettings } from '../../api/src/settings/settings'

test("the API's default origins are those that npm start passes", () => {
  expect(readSettings({}).corsOrigins).toEqual(pageOrigins())
})
